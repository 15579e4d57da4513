import { business } from './business.ts'
import { poundsText } from './money.ts'
import { billingTerms, priorityFeePence, redlineDispatchMinutes, redlineSlotsPerDay, type TierId } from './rates.ts'

/** The pricing page's words (specification 2 section 2, pricing page; section 9). The figures are the rate card's. */

/** What each rate is for, in a line (specification 2 section 3, rate tier). */
export const tierDescriptions: Record<TierId, string> = {
  day: 'Monday to Friday, while shops and merchants are open. The cheapest hours for what can wait.',
  evening: 'Weekday evenings, and Saturday from eight in the morning to ten at night.',
  night: 'Every night from ten to eight, all of Sunday, and bank holidays from midnight to midnight.',
}

const {
  includedMinutes,
  intervalMinutes,
  materialsMarkupPercent,
  makeSafePence,
  noAccessPence,
  noAccessAfterMinutes,
  lateArrivalCreditPence,
} = billingTerms

/** Additional costs (specification 2 section 3, additional cost item). */
export const additionalCosts = [
  { id: 'materials', item: 'Materials', note: 'Shown on the bill with what they cost us.', cost: `Cost + ${materialsMarkupPercent}%` },
  { id: 'parking', item: 'Parking', note: 'The meter or the permit, with its receipt.', cost: 'At cost' },
  { id: 'congestion', item: 'Congestion Charge', note: 'Only inside the zone, only in its hours.', cost: 'At cost' },
  {
    id: 'make-safe',
    item: 'Make-safe service',
    note: 'The repair must wait, the water stops: instead of charges for further time.',
    cost: poundsText(makeSafePence),
  },
  {
    id: 'no-access',
    item: 'No access',
    note: `Nobody lets us in within ${noAccessAfterMinutes} minutes of arriving: instead of the call-out.`,
    cost: poundsText(noAccessPence),
  },
  {
    id: 'red-line',
    item: 'Red Line priority fee',
    note: `Dispatched within ${redlineDispatchMinutes} minutes, ${redlineSlotsPerDay} a day. ${poundsText(priorityFeePence.phone)} by phone.`,
    cost: `${poundsText(priorityFeePence.online)} online`,
  },
] as const

/** Notes under the rates. */
export const priceNotes = [
  'Every price has VAT in it. What you read here is what you pay.',
  'The rate of the call-out is the one at which the engineer arrives. A job that runs on pays each further half hour at the rate at which that begins.',
  `The least that a visit costs is its call-out. Work of up to ${includedMinutes} minutes is in it.`,
  'Bank holidays are those of England, as gov.uk lists them.',
  'Booked online, a usual job has an estimate for your postcode, and its bill is kept to that: more only if you agree first.',
] as const

/** How one can pay (specification 2 section 2, pricing page). */
export const paymentOptions = ['Cash', 'Credit card', 'Debit card', 'Bank transfer'] as const

/** How the bill comes about. */
export const billingDetails = [
  `Time counts from the arrival. After the first ${includedMinutes} minutes it is billed in intervals of ${intervalMinutes}.`,
  'The engineer says what the work will come to before it starts, and asks again before it becomes more.',
  'You pay when the work is done. The bill names each line: call-out, time, materials, parking, fees, VAT.',
  'A bank transfer is made before the engineer leaves, or by the date on the invoice where we have agreed one.',
] as const

/** Guarantees and warranty (specification 2 section 9, guarantees). */
export const guarantees = [
  { id: 'workmanship', figure: '12 months', text: 'on our workmanship. Fails what we made, we come and make it good.' },
  { id: 'late', figure: `${poundsText(lateArrivalCreditPence)} off`, text: 'if the engineer comes after the window that was promised.' },
  { id: 'call-back', figure: '24 hours', text: 'for an emergency call-back after a job of ours.' },
  { id: 'first-time', figure: 'Free return', text: 'if it is not fixed the first time.' },
  { id: 'satisfaction', figure: '100%', text: 'satisfaction, or your money back: tell us within 7 days.' },
] as const

export const pricingCall = `Rather hear it from a person? ${business.emergencyPhone.text}, free, day and night.`
