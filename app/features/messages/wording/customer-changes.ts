import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { isExpected, statusFacts } from '#app/features/booking/lifecycle.ts'
import { expectedLateText, isExpectedLate } from '#app/features/capacity/late-arrival.ts'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import { freeText, mostLabel } from '#app/features/pricing/price-words.ts'
import { leftText } from '#app/features/visit/statement-words.ts'
import { spokenTimeAt } from '#app/platform/london.ts'
import { business } from '#content/business.ts'
import type { changeMails } from '#content/customer-mails.ts'
import { redlineDispatchMinutes } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { guaranteeMonths } from '#content/stated.ts'
import type { Block, Facts, Words } from './blocks.ts'
import { priceFacts } from './booking-facts.ts'
import {
  bothKeys,
  type CustomerNews,
  callKey,
  changingSection,
  isUpcoming,
  privateNote,
  shortWindow,
  stationBlocks,
  trackKey,
  visitFacts,
  windowBlock,
  windowInFull,
} from './customer-news.ts'
import type { Change } from './job-payloads.ts'
import type { ToldChange } from './read-change.server.ts'

/* A change of a booking for the customer, in the same words as on the booking's page. */

interface CustomerChange extends CustomerNews {
  /** The agreed appointment, the note or the engineer's name. */
  text: string
  /** Our number. */
  phone: string
}

const calendarMoves: Block = { note: 'Open the attached file to update your calendar.' }
const calendarForgets: Block = { note: 'Open the attached file to remove the visit from your calendar.' }
const notYou = (phone: string): Block => ({ note: `If this wasn’t you, call us straight away on ${phone}.` })

/** When the engineer arrives, and how far the visit has come. */
const visitBlocks = (news: CustomerNews, before: string): Block[] => [windowBlock(news, before), ...stationBlocks(news)]

const goneFacts = (news: CustomerNews): Facts => [...visitFacts(news), ['Cancelled visit', windowInFull(news)]]

const gasCheck: Block = {
  paragraph:
    'Before anyone works on your gas appliance, ask to see their Gas Safe ID card. You can check its number at GasSafeRegister.co.uk.',
}

const mostText = ({ statement }: Pick<CustomerNews, 'statement'>) =>
  statement.mostPence === 0
    ? freeText
    : `${mostLabel.customer} is ${poundsText(statement.mostPence)}, plus parking and the Congestion Charge at cost.`

/** For each change, the subject without the reference. */
const changeWords = {
  rescheduled: ({ phone, ...news }) => ({
    subject: `Visit moved to ${shortWindow(news)}`,
    preview: `We’ll call to confirm. ${mostText(news)}`,
    blocks: [
      { heading: 'Your visit has moved' },
      ...visitBlocks(news, 'Your engineer will now arrive'),
      { paragraph: `We’ll call to confirm. ${mostText(news)}` },
      bothKeys(news),
      { facts: [...visitFacts(news), ...priceFacts(news.booking, news.statement)] },
      calendarMoves,
      changingSection(news),
      notYou(phone),
    ],
  }),
  cancelled: ({ text, phone, ...news }) => ({
    subject: 'Booking cancelled',
    preview: `No engineer will be sent. ${text}`,
    blocks: [
      { heading: 'Your booking is cancelled' },
      { paragraph: `No engineer will be sent. ${text}` },
      { facts: goneFacts(news) },
      { keys: [{ label: 'See your booking', href: news.trackingUrl }] },
      calendarForgets,
      notYou(phone),
    ],
  }),
  paid: (news) => ({
    subject: `Red Line confirmed: engineer arriving ${shortWindow(news)}`,
    preview: `We’ve received your ${poundsText(news.booking.priorityFeePence)}. We’ll call you first, so please keep your phone handy.`,
    blocks: [
      { heading: 'Your Red Line booking is confirmed' },
      ...visitBlocks(news, 'Your engineer will arrive'),
      {
        paragraph: `We’ve received your ${poundsText(news.booking.priorityFeePence)}. An engineer will set off within ${redlineDispatchMinutes} minutes of your payment. We’ll call you first, so please keep your phone handy.`,
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
      { paragraph: `No engineer will be sent. ${text}` },
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
    subject: `We’re visiting again: ${shortWindow(news)}`,
    preview: `If this time doesn’t work for you, call ${phone}.`,
    blocks: [
      { heading: 'We’re visiting again' },
      ...visitBlocks(news, 'Your engineer will arrive'),
      { paragraph: `We’ve reopened your booking. If this time doesn’t work for you, call ${phone}.` },
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
  set_out: ({ text, phone, ...news }) =>
    isExpectedLate(news.booking)
      ? lateOnTheWay({ text, phone, ...news })
      : {
          subject: `${text || 'Your engineer'} is on the way: arriving ${shortWindow(news)}`,
          preview: 'Please keep your phone handy. We’ll call if anything holds us up.',
          blocks: [
            { heading: `${text || 'Your engineer'} is on the way` },
            ...visitBlocks(news, 'Arriving'),
            {
              paragraph: `Please keep your phone handy: we’ll call if anything holds us up. If we haven’t arrived by the end of your arrival window, call ${phone}.`,
            },
            bothKeys(news),
            ...(needsGasSafe(news.booking) ? [gasCheck] : []),
            { facts: visitFacts(news) },
          ],
        },
  not_yet: ({ phone, ...news }) => ({
    subject: 'Sorry, your engineer hasn’t set off yet',
    preview: 'We spoke too soon. We’ll email again when your engineer sets off.',
    blocks: [
      { heading: 'Your engineer hasn’t set off yet' },
      { paragraph: 'If we told you they had, we’re sorry: we spoke too soon. We’ll email again when your engineer sets off.' },
      { paragraph: 'Your arrival time hasn’t changed.' },
      ...visitBlocks(news, 'Your engineer will arrive'),
      bothKeys(news),
      { note: `For anything urgent, call ${phone}.` },
      { facts: visitFacts(news) },
    ],
  }),
  completed: ({ phone, ...news }) => ({
    subject: 'Your visit is finished. Thank you',
    preview: `Our work is guaranteed for ${guaranteeMonths} months.`,
    blocks: [
      { heading: 'Your visit is finished. Thank you' },
      ...(news.statement.makeSafePence > 0
        ? [{ paragraph: `We’ve made it safe, but the repair still needs doing. Call ${phone} to arrange it.` }]
        : []),
      {
        paragraph: `Our work is guaranteed for ${guaranteeMonths} months. If the same problem is back, book a free return visit on your booking page, or call ${phone}.`,
      },
      ...statementBlocks(news),
      { keys: [trackKey(news)] },
      { facts: visitFacts(news) },
    ],
  }),
  no_access: ({ text, phone, ...news }) => ({
    subject: 'We visited but couldn’t get in',
    preview: `To arrange another visit, call ${phone} any time.`,
    blocks: [
      { heading: 'We visited but couldn’t get in' },
      { paragraph: noAccessText(news, text) },
      { paragraph: `Still need an engineer? Call ${phone} any time and we’ll arrange another visit, or book again.` },
      { keys: [callKey(news), trackKey(news)] },
      ...(text ? [] : statementBlocks(news)),
      { facts: visitFacts(news) },
    ],
  }),
  at_door: ({ text, phone, ...news }) => ({
    subject: 'We’re at your door, but no one’s answering',
    preview: `Please call ${phone}, or let your engineer in.`,
    blocks: [
      { heading: 'We’re at your door' },
      { paragraph: `Your engineer is outside but can’t reach you. Please let them in, or call ${phone}.` },
      ...(text
        ? [
            {
              paragraph: `They’ll wait until at least ${text}.${noAccessWarning(news)}`,
            },
          ]
        : []),
      { keys: [callKey(news), trackKey(news)] },
      { facts: visitFacts(news) },
    ],
  }),
  another_time: ({ phone, ...news }) => ({
    subject: `We couldn’t get in. New time: ${shortWindow(news)}`,
    preview: `There’s no charge for this visit. If the new time doesn’t work for you, call ${phone}.`,
    blocks: [
      { heading: 'We couldn’t get in, so we’ll visit again' },
      ...visitBlocks(news, 'Your engineer will now arrive'),
      { paragraph: `There’s no charge for this visit. If the new time doesn’t work for you, call ${phone}.` },
      bothKeys(news),
      { facts: visitFacts(news) },
      calendarMoves,
    ],
  }),
  gas_notice: ({ text, phone, ...news }) => ({
    subject: 'Warning: don’t use your gas appliance',
    preview: text,
    blocks: [
      { heading: 'Don’t use your gas appliance' },
      { warning: text },
      { paragraph: 'Don’t use it until a Gas Safe engineer has repaired it. Please keep this email: it’s your written notice.' },
      {
        paragraph: `If you smell gas, or feel unwell with headaches or sickness, go outside and call the ${business.gasEmergency.name} free on ${business.gasEmergency.text}.`,
      },
      { paragraph: `Your gas record is on your booking page. If you have any questions, call ${phone} any time.` },
      { keys: [trackKey(news)] },
      { facts: visitFacts(news) },
    ],
  }),
  part_due: ({ text, phone, ...news }) => ({
    subject: `Your part is due ${text}`,
    preview: 'We’ll tell you when it arrives. The return visit is free.',
    blocks: [
      { heading: `The part for your repair is due ${text}` },
      {
        paragraph:
          'We’ll tell you when it arrives, and agree a day to fit it. The return visit is free: no call-out charge, and no charge for time.',
      },
      { paragraph: `If it gets worse before then, call ${phone} any time.` },
      { keys: [trackKey(news)] },
      { facts: visitFacts(news) },
    ],
  }),
  part_arrived: ({ phone, ...news }) => ({
    subject: 'Your part has arrived: choose a time',
    preview: `Choose a time on your booking page, or call ${phone}.`,
    blocks: [
      { heading: 'The part for your repair has arrived' },
      {
        paragraph: `Choose a time for us to fit it on your booking page, or call ${phone} any time. If we don’t hear from you, we’ll call you.`,
      },
      { paragraph: 'The return visit is free: no call-out charge, and no charge for time.' },
      { keys: [{ label: 'Choose a time', href: `${news.trackingUrl}/return` }, callKey(news)] },
      { facts: visitFacts(news) },
    ],
  }),
  not_over: ({ phone, ...news }) => ({
    subject: 'Sorry, our last email was wrong',
    preview: 'We told you your visit was finished, but it isn’t.',
    blocks: [
      { heading: 'Your visit isn’t finished' },
      { paragraph: 'If we told you it was, we’re sorry: we spoke too soon. We’ve also removed any fee we mentioned.' },
      { paragraph: `If you have any questions, call ${phone} any time.` },
      ...stationBlocks(news),
      bothKeys(news),
      { facts: visitFacts(news) },
    ],
  }),
  unplaced: ({ phone, ...news }) => ({
    subject: 'We’ll call you to agree a new time',
    preview: `Your booking wasn’t confirmed, so we couldn’t keep its time. We’ll call you, or you can call ${phone}.`,
    blocks: [
      { heading: 'We’ll call you to agree a new time' },
      {
        paragraph: `Your booking wasn’t confirmed within 30 minutes and all our engineers are busy, so we couldn’t keep its time. We’re sorry. We’ll call you to agree another. If it’s urgent, call ${phone} now.`,
      },
      bothKeys(news),
      { facts: visitFacts(news) },
    ],
  }),
  promised: ({ phone, ...news }) => ({
    subject: `New arrival time: ${shortWindow(news)}`,
    preview: `We’ve had to change your arrival time. If the new time doesn’t work for you, call ${phone}.`,
    blocks: [
      { heading: 'We’ve had to change your arrival time' },
      ...visitBlocks(news, 'Your engineer will now arrive'),
      { paragraph: `${mostText(news)} If the new time doesn’t work for you, call ${phone}.` },
      bothKeys(news),
      { facts: visitFacts(news) },
      calendarMoves,
    ],
  }),
} satisfies Partial<Record<Change & keyof typeof changeMails, (change: CustomerChange) => Words>>

/** The engineer on the way expects to arrive after the window: the new time, not the window. */
function lateOnTheWay({ text, phone, ...news }: CustomerChange): Words {
  const at = news.booking.expectedAt ?? news.booking.promisedUntil
  const who = text || 'Your engineer'
  return {
    subject: `Sorry, we’re running late: arriving about ${spokenTimeAt(at)}`,
    preview: `${who} is on the way and expects to be with you at about ${spokenTimeAt(at)}.`,
    blocks: [
      { heading: `${who} is on the way, but running late` },
      { day: 'Now arriving at about', window: spokenTimeAt(at) },
      ...stationBlocks(news),
      { paragraph: expectedLateText(news.booking) },
      { paragraph: `Please keep your phone handy. If you have any questions, call ${phone} any time.` },
      bothKeys(news),
      ...(needsGasSafe(news.booking) ? [gasCheck] : []),
      { facts: visitFacts(news) },
    ],
  }
}

function noAccessWarning({ booking }: CustomerNews): string {
  const { noAccessPence } = frozenBilling(booking)
  return noAccessPence > 0 ? ` If we can’t get in by then, we charge ${poundsText(noAccessPence)} for the visit under our terms.` : ''
}

/** The fee is stated here because its row may have been withdrawn since. `undecided`: a fee that staff have yet to decide about. */
function noAccessText({ statement }: CustomerNews, undecided: string): string {
  const feePence = statement.lines.find(({ id }) => id === 'no_access')?.amountPence ?? 0
  const came = 'Our engineer visited but couldn’t get in, so we couldn’t do the work.'
  if (undecided) return `${came} We’re checking whether our ${undecided} no-access fee applies. You’ll only pay it if it’s on your bill.`
  return feePence > 0 ? `${came} Under our terms, we charge ${poundsText(feePence)} for a visit when we can’t get in.` : came
}

/** Returns the maximum price of the visit, line by line, and the amount left to pay. */
const statementBlocks = ({ booking, statement }: CustomerNews): Block[] => [
  { facts: priceFacts(booking, statement) },
  ...leftText(statement, 'customer').map((note) => ({ note })),
]

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
