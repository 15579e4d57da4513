import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { expectedLateText, isExpectedLate, windowEndOf } from '#app/features/capacity/late-arrival.ts'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import { leftText } from '#app/features/visit/statement-words.ts'
import { spokenTimeAt } from '#app/platform/london.ts'
import { spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import { business } from '#content/business.ts'
import { poundsText } from '#content/money.ts'
import { guaranteeMonths } from '#content/stated.ts'
import type { Block, Words } from './blocks.ts'
import { priceFacts } from './booking-facts.ts'
import {
  bothKeys,
  type CustomerChange,
  type CustomerNews,
  calendarMoves,
  callKey,
  isWindowOver,
  shortWindow,
  stationBlocks,
  trackKey,
  visitBlocks,
  visitFacts,
} from './customer-news.ts'
import type { Change } from './job-payloads.ts'

/* Changes in the course of a visit, for the customer: from the engineer's way to the part that is waited for. */

const gasCheck: Block = {
  paragraph:
    'Before anyone works on your gas appliance, ask to see their Gas Safe ID card. You can check its number at GasSafeRegister.co.uk.',
}

/** As `changeWords` of customer-changes.ts, which includes it. */
export const visitWords = {
  set_out: ({ text, phone, ...news }) =>
    isExpectedLate(news.booking) || isWindowOver(news)
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
  completed: ({ text, phone, ...news }) => ({
    subject: 'Your visit is finished. Thank you',
    preview: `Our work is guaranteed for ${guaranteeMonths} months.`,
    blocks: [
      { heading: 'Your visit is finished. Thank you' },
      ...(text ? [{ paragraph: `${text} Call ${phone} to arrange it.` }] : []),
      {
        paragraph: `Our work is guaranteed for ${guaranteeMonths} months. If the same problem is back, book a free return visit on your booking page, or call ${phone}.`,
      },
      ...billBlocks(news),
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
} satisfies Partial<Record<Change, (change: CustomerChange) => Words>>

/** The engineer on the way will be later than the window: the new time if they gave one, never the window. */
function lateOnTheWay({ text, phone, ...news }: CustomerChange): Words {
  const { booking, site } = news
  const { expectedAt } = booking
  const at = expectedAt && spokenTimeSeen(expectedAt, site.now)
  const who = text || 'Your engineer'
  return {
    subject: `Sorry, we’re running late: ${at ? `arriving about ${at}` : `${who} is on the way`}`,
    preview: `${who} is on the way${at ? ` and expects to be with you at about ${at}` : ''}.`,
    blocks: [
      { heading: `${who} is on the way, but running late` },
      ...(expectedAt ? [{ day: 'Now arriving at about', window: spokenTimeAt(expectedAt) }] : []),
      ...stationBlocks(news),
      ...(windowEndOf(booking) ? [{ paragraph: expectedLateText(booking, site.now) }] : []),
      { paragraph: `Please keep your phone handy. If you have any questions, call ${phone} any time.` },
      bothKeys(news),
      ...(needsGasSafe(booking) ? [gasCheck] : []),
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

/** The next step with the bill. Until it is checked, its sum is only on the booking's page, so the price cap isn't a second one. */
const billBlocks = (news: CustomerNews): Block[] =>
  news.statement.bill || news.statement.mostPence === 0
    ? statementBlocks(news)
    : [{ paragraph: 'We’ll check the bill and send it to you. There’s nothing to do until then.' }]

/** Returns the maximum price of the visit, line by line, and the amount left to pay. */
const statementBlocks = ({ booking, statement }: CustomerNews): Block[] => [
  { facts: priceFacts(booking, statement) },
  ...leftText(statement, 'customer').map((note) => ({ note })),
]
