import { isHelpInDoubt } from '#app/features/areas/help-in-doubt.ts'
import { speaksOfGas } from '#app/features/booking/find-dangers.ts'
import { isExpectedLate } from '#app/features/capacity/late-arrival.ts'
import { spokenTimeAt } from '#app/platform/london.ts'
import { shortTimes } from '#app/platform/spoken-moment.ts'
import { withoutTypography } from '#app/platform/text-segments.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'
import { poundsText } from '#content/money.ts'
import type { BillNews } from './customer-bill.ts'
import { lateMoney } from './customer-late.ts'
import { type CustomerNews, isMovedByUs, isUpcoming, isWindowOver, shortWindow } from './customer-news.ts'
import type { Change, LateJob } from './job-payloads.ts'
import type { ToldChange } from './read-change.server.ts'
import type { Site } from './site.ts'

/*
 * Texts to customers. Each begins with our name, since a number is all that a phone shows, ends with the short private link, and fits into
 * one segment of the GSM alphabet at usual lengths. Nothing in them was typed by a customer: anyone can book with anyone's number.
 */

/** The data of a text: `trackingUrl` is the short link, and `site.now` the time of the event, so that every try has the same words. */
export const textWith = ({ trackingUrl }: CustomerNews, words: string): string =>
  withoutTypography(`${business.name}: ${words} ${trackingUrl}`)

/** The words of a text between our name and its link, and the link: the values of a WhatsApp template. */
export function templateValues(text: string): [words: string, link: string] {
  const end = text.lastIndexOf(' ')
  const words = text.slice(business.name.length + 2, end)
  return [words.charAt(0).toUpperCase() + words.slice(1), text.slice(end + 1)]
}

/** A booking that was made. With gas or fumes, what to do first comes instead of the time, which there is no room for: the link has it. */
export const confirmationText = (news: CustomerNews): string =>
  textWith(
    news,
    speaksOfGas(news.booking)
      ? `gas or fumes? Go outside now, then call ${business.gasEmergency.text}. Booking:`
      : isUpcoming(news) && !isHelpInDoubt(news.booking)
        ? `booked. Engineer arriving ${shortWindow(news)}.`
        : 'we’ve got your booking and will call you.',
  )

const call = ({ site }: CustomerNews) => `call ${site.details.emergencyPhone.text}`

/** The window of a visit that is now. */
const times = ({ booking: { promisedFrom, promisedUntil } }: CustomerNews) => shortTimes(promisedFrom, promisedUntil)

/** For each change that customers are texted about, its words. `text`: an engineer's name. */
const changeTexts = {
  rescheduled: (news) => `your visit has moved to ${shortWindow(news)}.`,
  paid: (news) =>
    isHelpInDoubt(news.booking)
      ? 'thanks for paying. We’ll call to say if we can help.'
      : `we’re finding your Red Line engineer, due ${times(news)}.`,
  assigned: (news, name) => `${name || 'an engineer'} is your engineer, due ${shortWindow(news)}.`,
  promised: (news) => `${isMovedByUs(news) ? 'sorry, your new time' : 'your arrival time'} is ${shortWindow(news)}.`,
  reopened: (news) => `your booking is open again, for ${shortWindow(news)}.`,
  another_time: (news) => `we couldn’t get in. New time: ${shortWindow(news)}.`,
  unplaced: () => 'sorry, we couldn’t keep your time. We’ll call to agree another.',
  called_off: (news) => `sorry, we’ve had to cancel your visit. Please ${call(news)}.`,
  set_out: (news, name) => onTheWay(news, name || 'Your engineer'),
  part_due: () => 'we have news of the part for your repair. See when it’s due.',
  part_arrived: (news) => `your part has arrived. Choose a time, or ${call(news)}.`,
  not_yet: () => 'sorry, your engineer hasn’t set off yet. Your time hasn’t changed.',
  at_door: (news) => `we’re at your door. Please let us in, or ${call(news)}.`,
} satisfies Partial<Record<Change, (news: CustomerNews, name: string) => string>>

/** The changes that customers are texted about. */
export const textedChanges = Object.keys(changeTexts) as (keyof typeof changeTexts)[]

/** A change of a booking. Throws for changes that customers aren't texted about: there is no job for those. */
export function changeText(news: CustomerNews, { change, text }: Pick<ToldChange, 'change' | 'text'>): string {
  if (!Object.hasOwn(changeTexts, change)) throw new Error(`Customers aren’t texted about '${change}'`)
  return textWith(news, changeTexts[change as keyof typeof changeTexts](news, firstWord(text)))
}

/** Minutes by the engineer's own estimate; further away than this they are no use to anyone. */
const mostMinutes = 90

function onTheWay(news: CustomerNews, who: string): string {
  const { booking, site } = news
  const { expectedAt } = booking
  if (!expectedAt) return isWindowOver(news) ? `sorry, we’re late. ${who} is on the way.` : `${who} is on the way, arriving ${times(news)}.`
  if (isExpectedLate(booking)) return `sorry, we’re late. ${who} is on the way, due about ${spokenTimeAt(expectedAt)}.`
  const minutes = Math.round((Date.parse(expectedAt) - site.now.getTime()) / 60_000)
  return minutes >= 2 && minutes <= mostMinutes
    ? `${who} is on the way, about ${minutes} minutes away.`
    : `${who} is on the way, arriving about ${spokenTimeAt(expectedAt)}.`
}

const firstWord = (name: string) => name.trim().split(/\s+/)[0] ?? ''

/** Promises that we missed, and the compensation. */
export function lateText(news: CustomerNews, { missed, ...late }: LateJob): string {
  const money = lateMoney(news, late)
  if (missed.every((promise) => promise === 'call')) return textWith(news, `sorry, we haven’t called you yet. Please ${call(news)}.`)
  return textWith(news, money ? `sorry, we’re late: ${money}.` : `sorry, we’re late. For a new time, ${call(news)}.`)
}

/** A call that we missed, from someone without an open booking. */
export const missedCallText = ({ url }: Pick<Site, 'url'>): string =>
  withoutTypography(`${business.name}: sorry we missed your call. We’ll call you back, or book online: ${url}${'/book' satisfies SitePath}`)

/** A bill that was issued or is overdue; undefined if nothing is left to pay: the email is its receipt. */
export function billText({ bill, change, ...news }: BillNews): string | undefined {
  if (bill.owedPence <= 0) return undefined
  const owed = poundsText(bill.owedPence)
  return textWith(
    { ...news, trackingUrl: `${news.trackingUrl}/bill` },
    change === 'bill_reminder' ? `a reminder that ${owed} is still to pay. Pay here:` : `your bill is ${owed}. Pay here:`,
  )
}
