import { placeText } from '#app/features/booking/answers.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { arrivalText } from '#app/features/promises/arrival-window.ts'
import { priceKeptText } from '#app/features/tracking/time-change.ts'
import { type BusinessDetails, business } from '#content/business.ts'
import { redlineDispatchMinutes } from '#content/rates.ts'
import { changingOf, estimateFacts, type Facts, factsText, listText, type ToldChange } from './rules.ts'

/* What the customer is told by mail of a change of a booking: the same as the booking's page says. */

export interface ChangeMail {
  subject: string
  heading: string
  opening: string
  reference: string
  facts: Facts
  closing: readonly string[]
  trackingUrl: string
}

/** What a mail says of one kind of change, besides the reference and the link. */
type Words = Pick<ChangeMail, 'heading' | 'opening' | 'closing'> & {
  /** The subject, in front of the booking's reference. */
  about: string
  facts: Facts
}

interface Told {
  booking: Booking
  /** What was agreed, what was written, or who is on the way. */
  text: string
  changing: readonly string[]
  /** Ours, to ring. */
  phone: string
}

const visitFacts = (booking: Booking): Facts => [
  ['Emergency', booking.service],
  ['Arrival', arrivalText(booking)],
  ['Where', placeText(booking)],
]
const emergencyFact = (booking: Booking): Facts => [['Emergency', booking.service]]
const goneFacts = (booking: Booking): Facts => [
  ['Emergency', booking.service],
  ['Cancelled visit', arrivalText(booking)],
]
const outOfCalendar = 'The calendar file with this mail takes the visit out of your calendar.'
const movesInCalendar = 'The calendar file with this mail moves the visit in your calendar.'
const notYou = (phone: string) => `Was it not you? Ring us at once: ${phone}.`

const words = {
  rescheduled: ({ booking, changing, phone }) => ({
    about: 'New time: your booking',
    heading: 'Your visit has a new time.',
    opening: `We ring you to confirm it. ${priceKeptText}`,
    facts: [...visitFacts(booking), ...estimateFacts(booking)],
    closing: [movesInCalendar, ...changing, notYou(phone)],
  }),
  cancelled: ({ booking, text, phone }) => ({
    about: 'Cancelled: your booking',
    heading: 'Your booking is cancelled.',
    opening: `Nobody comes. ${text}`,
    facts: goneFacts(booking),
    closing: [outOfCalendar, notYou(phone)],
  }),
  paid: ({ booking, changing }) => ({
    about: 'Paid: your Red Line booking',
    heading: 'Your Red Line slot is yours.',
    opening: `The priority fee is paid. We dispatch an engineer within ${redlineDispatchMinutes} minutes, and ring you.`,
    facts: [...visitFacts(booking), ...estimateFacts(booking)],
    closing: changing,
  }),
  refunded: ({ booking, text, phone }) => ({
    about: 'Your money goes back: booking',
    heading: 'Your money goes back.',
    opening: text,
    facts: emergencyFact(booking),
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
    facts: emergencyFact(booking),
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
} satisfies Partial<Record<ToldChange['change'], (told: Told) => Words>>

const isTold = (change: ToldChange['change']): change is keyof typeof words => Object.hasOwn(words, change)

/** The mail about a change. Throws for what customers are not told of: no job is made for that. */
export function changeMailOf(booking: Booking, { change, text }: ToldChange, trackingUrl: string, details: BusinessDetails): ChangeMail {
  if (!isTold(change)) throw new Error(`Customers are told nothing of '${change}'`)
  const changing = changingOf(booking, `${new URL(trackingUrl).origin}/terms`, details)
  const { about, ...said } = words[change]({ booking, text, changing, phone: details.emergencyPhone.text })
  const { reference } = booking
  return { subject: `${about} ${reference}`, ...said, reference, trackingUrl }
}

/** The mail with a private link that has taken the place of another. */
export const newLinkMailOf = (booking: Booking, trackingUrl: string, { emergencyPhone }: BusinessDetails): ChangeMail => ({
  subject: `A new link: your booking ${booking.reference}`,
  heading: 'Your booking has a new link.',
  opening: 'Somebody with the old link asked for it. The old one shows nothing any more.',
  reference: booking.reference,
  facts: visitFacts(booking).slice(0, 2),
  closing: [
    'A calendar that followed the old link has to be told the new one.',
    `Was it not you? Nothing of the booking has changed by it. Ring us if you are unsure: ${emergencyPhone.text}.`,
  ],
  trackingUrl,
})

/** The mail about a change as plain text. */
export const changeMailText = (
  { heading, opening, reference, facts, closing, trackingUrl }: ChangeMail,
  { emergencyPhone }: BusinessDetails,
): string =>
  [
    heading,
    opening,
    `Your reference: ${reference}`,
    factsText(facts),
    `Your booking (a private link, whoever has it can see and change it):\n${trackingUrl}`,
    listText(closing),
    `${business.name}\n${business.hours}: ${emergencyPhone.text}`,
  ].join('\n\n')
