import { placeText } from '#app/features/booking/answers.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { arrivalText } from '#app/features/promises/arrival-window.ts'
import { priceKeptText } from '#app/features/tracking/time-change.ts'
import { redlineDispatchMinutes } from '#content/rates.ts'
import type { Facts, Words } from './blocks.ts'
import { priceFacts } from './booking-facts.ts'
import { type CustomerNews, changingItems } from './customer-news.ts'
import type { Change } from './job-payloads.ts'
import type { ToldChange } from './read-change.server.ts'

/* What the customer is told of a change of a booking: the same as the booking's page says. */

/** What a message says of one kind of change, besides the reference and the link. */
interface ChangeWords {
  /** The subject, in front of the booking's reference. */
  about: string
  heading: string
  opening: string
  facts: Facts
  closing: readonly string[]
}

interface Told extends CustomerNews {
  /** What was agreed, what was written, or who is on the way. */
  text: string
  /** Ours, to ring. */
  phone: string
}

const visitFacts = (booking: Booking): Facts => [
  ['Emergency', booking.service],
  ['Arrival', arrivalText(booking)],
  ['Where', placeText(booking)],
]
const goneFacts = (booking: Booking): Facts => [
  ['Emergency', booking.service],
  ['Cancelled visit', arrivalText(booking)],
]
const outOfCalendar = 'The calendar file with this mail takes the visit out of your calendar.'
const movesInCalendar = 'The calendar file with this mail moves the visit in your calendar.'
const notYou = (phone: string) => `Was it not you? Ring us at once: ${phone}.`

const changeWords = {
  rescheduled: ({ phone, ...news }) => ({
    about: 'New time: your booking',
    heading: 'Your visit has a new time.',
    opening: `We ring you to confirm it. ${priceKeptText}`,
    facts: [...visitFacts(news.booking), ...priceFacts(news.booking)],
    closing: [movesInCalendar, ...changingItems(news), notYou(phone)],
  }),
  cancelled: ({ booking, text, phone }) => ({
    about: 'Cancelled: your booking',
    heading: 'Your booking is cancelled.',
    opening: `Nobody comes. ${text}`,
    facts: goneFacts(booking),
    closing: [outOfCalendar, notYou(phone)],
  }),
  paid: (news) => ({
    about: 'Paid: your Red Line booking',
    heading: 'Your Red Line slot is yours.',
    opening: `The priority fee is paid. We dispatch an engineer within ${redlineDispatchMinutes} minutes, and ring you.`,
    facts: [...visitFacts(news.booking), ...priceFacts(news.booking)],
    closing: changingItems(news),
  }),
  refunded: ({ booking, text, phone }) => ({
    about: 'Your money goes back: booking',
    heading: 'Your money goes back.',
    opening: text,
    facts: [['Emergency', booking.service]],
    closing: [`Do you still need somebody? Ring ${phone}, day and night, or book again.`],
  }),
  called_off: ({ booking, text, phone }) => ({
    about: 'Cancelled by us: your booking',
    heading: 'We had to cancel your visit.',
    opening: `Nobody comes. ${text}`,
    facts: goneFacts(booking),
    closing: [outOfCalendar, `Do you still need somebody? Ring ${phone}, day and night.`],
  }),
  reply: ({ booking, text, phone }) => ({
    about: 'A message about your booking',
    heading: 'We have written to you.',
    opening: text,
    facts: [['Emergency', booking.service]],
    closing: [`You can answer on your booking’s page. For anything urgent, ring ${phone}.`],
  }),
  set_out: ({ booking, text, phone }) => ({
    about: 'On the way: your booking',
    heading: `${text || 'Your engineer'} is on the way.`,
    opening: 'Please keep your phone with you: we ring if anything holds us up.',
    facts: visitFacts(booking),
    closing: [
      'Before you let anybody work on gas, ask to see the Gas Safe card and check its number at gassaferegister.co.uk.',
      `Is nobody there at the end of that time? Ring ${phone}.`,
    ],
  }),
  not_yet: ({ booking, phone }) => ({
    about: 'Not on the way yet: your booking',
    heading: 'Your engineer has not set out yet.',
    opening: 'If we wrote that they had, that was too early: we are sorry. We write again when they do.',
    facts: visitFacts(booking).slice(0, 2),
    closing: [`What we promised stays promised. For anything urgent, ring ${phone}.`],
  }),
  promised: ({ booking, phone }) => ({
    about: 'New arrival time: your booking',
    heading: 'Your engineer comes at another time.',
    opening: `This is our promise now. ${priceKeptText}`,
    facts: visitFacts(booking),
    closing: [movesInCalendar, `Does it not suit you? Ring ${phone}.`],
  }),
} satisfies Partial<Record<Change, (told: Told) => ChangeWords>>

/** The changes that customers are told of. */
export const changesForCustomers = Object.keys(changeWords) as (keyof typeof changeWords)[]

const isForCustomers = (change: Change): change is keyof typeof changeWords => Object.hasOwn(changeWords, change)

/** A change of a booking. Throws for what customers are not told of: no job is made for that. */
export function customerChangeWords(news: CustomerNews, { change, text }: Pick<ToldChange, 'change' | 'text'>): Words {
  if (!isForCustomers(change)) throw new Error(`Customers are told nothing of '${change}'`)
  return wordsOf(news, changeWords[change]({ ...news, text, phone: news.details.emergencyPhone.text }))
}

/** A private link that has taken the place of another. */
export const newLinkWords = (news: CustomerNews): Words =>
  wordsOf(news, {
    about: 'A new link: your booking',
    heading: 'Your booking has a new link.',
    opening: 'Somebody with the old link asked for it. The old one shows nothing any more.',
    facts: visitFacts(news.booking).slice(0, 2),
    closing: [
      'A calendar that followed the old link has to be told the new one.',
      `Was it not you? Nothing of the booking has changed by it. Ring us if you are unsure: ${news.details.emergencyPhone.text}.`,
    ],
  })

function wordsOf({ booking: { reference }, trackingUrl }: CustomerNews, { about, heading, opening, facts, closing }: ChangeWords): Words {
  return {
    subject: `${about} ${reference}`,
    blocks: [
      { heading },
      { paragraph: opening },
      { reference },
      { facts },
      { link: 'Your booking', href: trackingUrl, note: 'This link is private: whoever has it can see and change your booking.' },
      { list: closing },
    ],
  }
}
