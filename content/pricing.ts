import type { BusinessDetails } from './business.ts'
import { poundsText } from './money.ts'
import { lateCredit, type PriceList } from './price-list.ts'
import { billingTerms, priorityFeeText, redlineDispatchMinutes, redlineSlotsPerDay, type TierId } from './rates.ts'

/** The pricing page's words. The figures are the rate card's. */

/** What each rate is for, in a line. */
export const tierDescriptions: Record<TierId, string> = {
  day: 'While shops and merchants are open. The cheapest hours for what can wait.',
  evening: 'Weekday evenings and Saturdays. Saturday from 6PM to 10PM has this rate too.',
  night: 'Nights of all days, all of Sunday, and bank holidays from midnight to midnight.',
}

const { includedMinutes, intervalMinutes, materialsMarkupPercent, noAccessAfterMinutes } = billingTerms

/** Additional costs. */
export const additionalCosts = (prices: PriceList) =>
  [
    {
      id: 'materials',
      item: 'Materials',
      note: `What they cost us stands on the bill, and the ${materialsMarkupPercent}%.`,
      cost: `Cost + ${materialsMarkupPercent}%`,
    },
    { id: 'parking', item: 'Parking', note: 'The meter or the permit, with its receipt.', cost: 'At cost' },
    { id: 'congestion', item: 'Congestion Charge', note: 'Only inside the zone, only in its hours.', cost: 'At cost' },
    {
      id: 'make-safe',
      item: 'Make-safe service',
      note: `The repair must wait, the place is safe. On top of the call-out, in place of all time after the first ${includedMinutes} minutes.`,
      cost: poundsText(prices.billingTerms.makeSafePence),
    },
    {
      id: 'no-access',
      item: 'No access',
      note: `Nobody lets us in within ${noAccessAfterMinutes} minutes of arriving. In place of the call-out.`,
      cost: poundsText(prices.billingTerms.noAccessPence),
    },
    {
      id: 'red-line',
      item: 'Red Line priority fee',
      note: `${priorityFeeText(prices.priorityFeePence)}. Dispatched within ${redlineDispatchMinutes} minutes, ${redlineSlotsPerDay} a day.`,
      cost: poundsText(prices.priorityFeePence.online),
    },
  ] as const

/** Notes under the rates. */
export const priceNotes = [
  'VAT is in every price on this page.',
  'The rate when the engineer arrives is that of the call-out. Each further half hour has the rate of the moment at which it begins.',
  `By the rate card the least that a visit costs is its call-out, with up to ${includedMinutes} minutes of work in it.`,
  'Booked online, the usual job has an estimate for your postcode. If the rate card comes to more, you pay the estimate; if it comes to less, you pay less. More work only if you agree first.',
  'On top of an estimate come only parking, the Congestion Charge and a Red Line fee.',
  'Bank holidays are those of England, as gov.uk lists them.',
] as const

/** How one can pay. */
export const paymentOptions = ['Cash', 'Credit card', 'Debit card', 'Bank transfer'] as const

/** How the bill comes about. */
export const billingDetails = [
  `Time counts from the arrival. After the first ${includedMinutes} minutes it is billed in intervals of ${intervalMinutes}.`,
  'The engineer says what the work will come to before it starts, and asks again before it becomes more.',
  'You pay when the work is done, or on a date that we agree. Only a Red Line fee booked online is paid when you book.',
  'The bill names each line: call-out, time, materials, parking, fees, VAT.',
] as const

/** Guarantees and warranty. */
export const guarantees = (prices: PriceList) =>
  [
    { id: 'workmanship', figure: '12 months', text: 'on our workmanship. If what we did fails, we put it right free.' },
    {
      id: 'late',
      figure: `${lateCredit(prices)} off`,
      text: 'if the engineer comes after the window that was promised.',
    },
    { id: 'call-back', figure: '24 hours', text: 'at most until we are back, if our work becomes an emergency again.' },
    { id: 'first-time', figure: 'Free return', text: 'if it is not fixed the first time.' },
    { id: 'satisfaction', figure: '100%', text: 'satisfaction, or your money back: tell us within 7 days.' },
  ] as const

export const pricingCall = ({ emergencyPhone }: BusinessDetails) =>
  `Rather hear it from a person? ${emergencyPhone.text}, free, day and night.`
