import { isHelpInDoubt } from '#app/features/areas/help-in-doubt.ts'
import { placeText } from '#app/features/booking/answers.ts'
import { isExpected, statusFacts } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { Statement } from '#app/features/visit/statement.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { londonDay } from '#app/platform/london.ts'
import { shortTimes, spokenDayAt, spokenTimes } from '#app/platform/spoken-moment.ts'
import { longDayTextFrom } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { startAskedText } from '#content/cancelling.ts'
import type { Block, Facts, Key, Station } from './blocks.ts'
import type { Site } from './site.ts'

/** The data of every message to a customer. */
export interface CustomerNews {
  /** Without links that a stranger may have typed (without-links.ts). */
  booking: Booking
  /** The booking's private link. */
  trackingUrl: string
  /** The same link with the proof of the booking, as long as it isn't proven. */
  proofUrl?: string
  site: Site
  /** The most they will pay, as things are now. */
  statement: Statement
  /** It's a free return visit to fit parts: all of them have arrived, or they're expected. */
  fits?: 'arrived' | 'expected'
}

/** A change of a booking. */
export interface CustomerChange extends CustomerNews {
  /** The agreed appointment, the note or the engineer's name. */
  text: string
  /** Our number. */
  phone: string
}

/** Returns true if we moved a window that we had promised; false if the customer asked us to, or it is the first. */
export const isMovedByUs = ({ booking }: CustomerNews): boolean => booking.lateAfter !== null

export const isWindowOver = ({ booking, site: { now } }: CustomerNews): boolean => new Date(booking.promisedUntil) <= now

/** Returns true if the customer waits for an engineer whose window is not over. */
export const isUpcoming = (news: CustomerNews): boolean =>
  isExpected(news.booking.status) && news.booking.toAgree !== 1 && !isWindowOver(news)

/** 'today 2.15pm–3pm', 'Sunday 22 November 4pm–6pm': the window in a subject line. */
export const shortWindow = ({ booking: { promisedFrom, promisedUntil }, site: { now } }: CustomerNews): string =>
  `${spokenDayAt(promisedFrom, now)} ${shortTimes(promisedFrom, promisedUntil)}`

/** 'today, Friday 20 November': correct even if it is read the next day. `on`: what goes before a day without 'today' or 'tomorrow'. */
function dayInFull({ booking: { promisedFrom }, site: { now } }: CustomerNews, on = ''): string {
  const [day, today] = [londonDay(promisedFrom), londonDay(now)]
  const [spoken, inFull] = [spokenDayAt(promisedFrom, now), longDayTextFrom(day, today)]
  return spoken === inFull ? `${on}${inFull}` : `${spoken}, ${inFull}`
}

const times = ({ booking: { promisedFrom, promisedUntil } }: CustomerNews): string => spokenTimes(promisedFrom, promisedUntil)

/** The window in large numerals. `before`: the words above it: 'Arriving', for 'Arriving on Sunday 22 November'. */
export const windowBlock = (news: CustomerNews, before: string): Block => ({
  day: `${isHelpInDoubt(news.booking) ? `If we can help, ${before.charAt(0).toLowerCase()}${before.slice(1)}` : before} ${dayInFull(news, 'on ')}`,
  window: times(news),
})

/** The window in a sentence or a fact: 'today, Friday 20 November, 2.15pm to 3pm'. */
export const windowInFull = (news: CustomerNews): string => `${dayInFull(news)}, ${times(news)}`

const stationNames = ['Booked', 'On the way', 'At the door'] as const

/** How much of the line is filled at each stage of a booking. */
const stationStates: Partial<Record<ReturnType<typeof statusFacts>['stage'], readonly Station['state'][]>> = {
  waiting: ['done', 'next', 'next'],
  accepted: ['done', 'next', 'next'],
  on_the_way: ['done', 'now', 'next'],
  on_site: ['done', 'done', 'now'],
}

/** The line from booking to door, filled as far as the booking's status; nothing for a visit that won't happen. */
export function stationBlocks({ booking: { status } }: CustomerNews): Block[] {
  const states = stationStates[statusFacts(status).stage]
  return states ? [{ stations: stationNames.map((name, at) => ({ name, state: states[at] ?? 'next' })) }] : []
}

/** When the engineer arrives, and how far the visit has come. */
export const visitBlocks = (news: CustomerNews, before: string): Block[] => [windowBlock(news, before), ...stationBlocks(news)]

export const trackKey = ({ trackingUrl }: CustomerNews): Key => ({ label: 'Track your booking', href: trackingUrl })

export function callKey({ site: { details } }: CustomerNews): Key {
  const { text, href } = details.emergencyPhone
  return { label: `Call ${text}`, href, isUrgent: true }
}

/** The buttons to track and to call; first to confirm, as long as the booking isn't. */
export const bothKeys = (news: CustomerNews): Block => ({
  keys: [news.proofUrl ? { label: 'Confirm your booking', href: news.proofUrl } : trackKey(news), callKey(news)],
})

export const calendarMoves: Block = { note: 'Open the attached file to update your calendar.' }

export const privateNote: Block = {
  note: 'The link to your booking is private. Anyone who has it can change or cancel your booking, so please don’t share it.',
}

export const visitFacts = ({ booking }: CustomerNews): Facts => [
  ['The problem', booking.service],
  ['Address', placeText(booking)],
]

/** How to change or cancel. A visit booked for a later slot isn't urgent: by law private customers can cancel it within 14 days (terms, other work). */
export function changingSection({ booking, site: { url, details } }: CustomerNews): Block {
  const terms = (path: SitePath, link: string): Block => ({ link, href: `${url}${path}` })
  const free = `Use your booking page, or call ${details.emergencyPhone.text} and quote your reference. ${booking.returnOf ? 'This visit is free, and so is cancelling it.' : 'Cancelling is free until your engineer sets off.'}`
  const later = 'You booked ahead, so you can also cancel without giving a reason within 14 days of us confirming your visit.'
  const hasRight = booking.slotStartsAt && !booking.forBusiness && !booking.returnOf
  return {
    section: 'To change or cancel',
    blocks: [
      { list: hasRight ? [free, later, ...(booking.startAskedAt ? [startAskedText] : [])] : [free] },
      terms('/terms#changing-or-cancelling', 'Cancellation terms'),
      ...(hasRight ? [terms('/terms#other-work', 'How to cancel within 14 days, and a cancellation form')] : []),
    ],
  }
}

const titles = /^(mr|mrs|ms|miss|mx|dr|prof|sir)$/i

/** 'Priya', if the typed name begins with a word that can be a name. */
export function firstName({ name }: Pick<Booking, 'name'>): string | undefined {
  const [first = ''] = name.trim().split(/\s+/)
  return /^\p{L}[\p{L}'’-]{1,19}$/u.test(first) && !titles.test(first) ? isolated(first) : undefined
}
