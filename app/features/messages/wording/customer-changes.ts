import { isHelpInDoubt } from '#app/features/areas/help-in-doubt.ts'
import { isExpected, statusFacts } from '#app/features/booking/lifecycle.ts'
import { atCostText, freeText, mostLabel } from '#app/features/pricing/price-words.ts'
import { addsAtCost } from '#app/features/visit/statement-words.ts'
import type { changeMails } from '#content/customer-mails.ts'
import { redlineDispatchMinutes } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { unprovenMinutes } from '#content/stated.ts'
import type { Block, Facts, Words } from './blocks.ts'
import { priceFacts } from './booking-facts.ts'
import {
  bothKeys,
  type CustomerChange,
  type CustomerNews,
  calendarMoves,
  callKey,
  changingSection,
  isMovedByUs,
  isUpcoming,
  privateNote,
  shortWindow,
  trackKey,
  visitBlocks,
  visitFacts,
  windowInFull,
} from './customer-news.ts'
import { visitWords } from './customer-visit.ts'
import type { Change } from './job-payloads.ts'
import type { ToldChange } from './read-change.server.ts'

/* A change of a booking for the customer, in the same words as on the booking's page. */

const calendarForgets: Block = { note: 'Open the attached file to remove the visit from your calendar.' }
const notYou = (phone: string): Block => ({ note: `If this wasn’t you, call us straight away on ${phone}.` })

const goneFacts = (news: CustomerNews): Facts => [
  ...visitFacts(news),
  ...(news.booking.toAgree === 1 ? [] : [['Cancelled visit', windowInFull(news)] as const]),
]

const mostText = ({ statement }: Pick<CustomerNews, 'statement'>) =>
  statement.mostPence === 0
    ? freeText
    : `${mostLabel.customer} is ${poundsText(statement.mostPence)}${addsAtCost(statement) ? `, ${atCostText}` : ''}.`

/** For each change, the subject without the reference. */
const changeWords = {
  rescheduled: ({ phone, ...news }) => ({
    subject: `Visit moved to ${shortWindow(news)}`,
    preview: mostText(news),
    blocks: [
      { heading: 'Your visit has moved' },
      ...visitBlocks(news, 'Your engineer will now arrive'),
      { paragraph: mostText(news) },
      bothKeys(news),
      { facts: [...visitFacts(news), ...priceFacts(news.booking, news.statement)] },
      calendarMoves,
      changingSection(news),
      notYou(phone),
    ],
  }),
  cancelled: ({ text, phone, ...news }) => ({
    subject: 'Booking cancelled',
    preview: `No engineer will visit. ${text}`,
    blocks: [
      { heading: 'Your booking is cancelled' },
      { paragraph: `No engineer will visit. ${text}` },
      { facts: goneFacts(news) },
      { keys: [{ label: 'See your booking', href: news.trackingUrl }] },
      calendarForgets,
      notYou(phone),
    ],
  }),
  paid: (news) => ({
    subject: isHelpInDoubt(news.booking)
      ? 'We’ve received your payment and will call you'
      : `Red Line confirmed: engineer arriving ${shortWindow(news)}`,
    preview: `We’ve received your ${poundsText(news.booking.priorityFeePence)}. We’ll call you first, so please keep your phone handy.`,
    blocks: [
      { heading: isHelpInDoubt(news.booking) ? 'We’ve received your payment' : 'Your Red Line booking is confirmed' },
      ...visitBlocks(news, 'Your engineer will arrive'),
      {
        paragraph: `We’ve received your ${poundsText(news.booking.priorityFeePence)}. ${
          isHelpInDoubt(news.booking)
            ? 'Your postcode is outside our area, so we’ll call you to tell you whether we can help. If we can’t, we’ll refund it.'
            : `An engineer will set off within ${redlineDispatchMinutes} minutes of your payment. We’ll call you first, so please keep your phone handy.`
        }`,
      },
      bothKeys(news),
      { facts: [...visitFacts(news), ...priceFacts(news.booking, news.statement)] },
      changingSection(news),
    ],
  }),
  refunded: ({ text, phone, ...news }) => ({
    subject: 'Your refund is on its way',
    preview: text,
    blocks: [{ heading: 'Your refund is on its way' }, { paragraph: text }, ...afterRefund(news, phone), { facts: visitFacts(news) }],
  }),
  called_off: ({ text, phone, ...news }) => ({
    subject: 'We’ve had to cancel your visit',
    preview: `We’re sorry. ${text}`,
    blocks: [
      { heading: 'We’re sorry, we’ve had to cancel your visit' },
      { paragraph: `No engineer will visit. ${text}` },
      { paragraph: `Still need an engineer? Call ${phone} any time, or book again.` },
      { keys: [callKey(news)] },
      { facts: goneFacts(news) },
      calendarForgets,
    ],
  }),
  joined: ({ text, phone, ...news }) => ({
    subject: 'You booked twice, so we’ve closed one booking',
    preview: text,
    blocks: [
      { heading: 'You booked the same visit twice' },
      { paragraph: `We’ve closed booking ${news.booking.reference}. ${text}` },
      { paragraph: `If you meant to book two separate visits, call us on ${phone}.` },
      { keys: [callKey(news)] },
      calendarForgets,
    ],
  }),
  reopened: ({ phone, ...news }) => ({
    subject: `Your booking is open again: ${shortWindow(news)}`,
    preview: `If this time doesn’t work for you, call ${phone}.`,
    blocks: [
      { heading: 'Your booking is open again' },
      ...visitBlocks(news, 'Your engineer will arrive'),
      { paragraph: `If this time doesn’t work for you, call ${phone}.` },
      bothKeys(news),
      { facts: visitFacts(news) },
      calendarMoves,
    ],
  }),
  reply: ({ text, phone, ...news }) => ({
    subject: 'A message from us about your booking',
    preview: text,
    blocks: [
      { heading: 'You have a new message from us' },
      { quote: text },
      { keys: [{ label: 'Reply on your booking page', href: news.trackingUrl }] },
      { note: `For anything urgent, call ${phone}.` },
      { facts: visitFacts(news) },
    ],
  }),
  ...visitWords,
  unplaced: ({ phone, ...news }) => ({
    subject: 'We’ll call you to agree a new time',
    preview: `Your booking wasn’t confirmed, so we couldn’t keep its time. We’ll call you, or you can call ${phone}.`,
    blocks: [
      { heading: 'We’ll call you to agree a new time' },
      {
        paragraph: `Your booking wasn’t confirmed within ${unprovenMinutes} minutes and all our engineers are busy, so we couldn’t keep its time. We’re sorry. We’ll call you to agree another. If it’s urgent, call ${phone} now.`,
      },
      bothKeys(news),
      { facts: visitFacts(news) },
    ],
  }),
  promised: ({ phone, ...news }) => ({
    subject: `New arrival time: ${shortWindow(news)}`,
    preview: `${movedWindow(news)}. If the new time doesn’t work for you, call ${phone}.`,
    blocks: [
      { heading: movedWindow(news) },
      ...visitBlocks(news, 'Your engineer will now arrive'),
      { paragraph: `${mostText(news)} If the new time doesn’t work for you, call ${phone}.` },
      bothKeys(news),
      { facts: visitFacts(news) },
      calendarMoves,
    ],
  }),
} satisfies Partial<Record<Change & keyof typeof changeMails, (change: CustomerChange) => Words>>

const movedWindow = (news: CustomerNews) => (isMovedByUs(news) ? 'We’ve had to change your arrival time' : 'Your arrival time is agreed')

/** The text depends on whether an engineer is still due, not on the reason for the refund. */
function afterRefund(news: CustomerNews, phone: string): Block[] {
  if (isUpcoming(news))
    return [
      {
        paragraph: `Nothing else has changed: your engineer is ${news.booking.status === 'en_route' ? 'on the way' : 'still booked'}.`,
      },
      ...visitBlocks(news, 'Your engineer will arrive'),
      bothKeys(news),
    ]
  const { status } = news.booking
  if (isExpected(status) || statusFacts(status).stage === 'on_site' || statusFacts(status).stage === 'visited')
    return [
      ...(status === 'en_route' ? [{ paragraph: 'Nothing else has changed: your engineer is on the way.' }] : []),
      { paragraph: `If you have any questions, call ${phone} any time and quote your reference.` },
      { keys: [trackKey(news)] },
    ]
  return [{ paragraph: `Still need an engineer? Call ${phone} any time, or book again.` }, { keys: [callKey(news)] }]
}

/** The changes that customers are notified of. */
export const changesForCustomers = Object.keys(changeWords) as (keyof typeof changeWords)[]

const isForCustomers = (change: Change): change is keyof typeof changeWords => Object.hasOwn(changeWords, change)

/** Returns the email about a change of a booking. Throws for changes that customers aren't notified of: there is no job for those. */
export function customerChangeWords(news: CustomerNews, { change, text }: Pick<ToldChange, 'change' | 'text'>): Words {
  if (!isForCustomers(change)) throw new Error(`Customers aren’t told about '${change}'`)
  return aboutBooking(news, changeWords[change]({ ...news, text, phone: news.site.details.emergencyPhone.text }))
}

/** A private link that replaces another. */
export const newLinkWords = (news: CustomerNews): Words =>
  aboutBooking(news, {
    subject: 'A new link to your booking',
    preview: 'Your old link no longer works.',
    blocks: [
      { heading: 'Your booking has a new link' },
      { paragraph: 'You asked for a new link. The old one no longer works.' },
      { keys: [trackKey(news)] },
      { facts: visitFacts(news) },
      { note: 'If you’ve subscribed to your booking in a calendar, subscribe again from your booking page.' },
      {
        note: `If you didn’t ask for this, someone else had your old link. Your booking hasn’t changed. If you’re unsure, call us on ${news.site.details.emergencyPhone.text}.`,
      },
    ],
  })

/** The words with the booking's reference in the subject and at the end. */
export const aboutBooking = ({ booking: { reference } }: CustomerNews, { subject, preview, blocks }: Words): Words => ({
  subject: `${subject} (${reference})`,
  preview,
  blocks: [...blocks, { reference }, privateNote],
})
