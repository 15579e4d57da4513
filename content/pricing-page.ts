import { multiplierRange } from './boroughs.ts'
import { billingTerms, priorityFeeText, redlineDispatchMinutes, type TierId } from './fees.ts'
import { poundsText } from './money.ts'
import { lateCredit, type PriceList } from './price-list.ts'
import { inWords } from './stated.ts'

/** The pricing page's words. The figures are the rate card's. */

/** The use of each rate, in a line. */
export const tierDescriptions: Record<TierId, string> = {
  day: 'Our cheapest rate: if it can wait, it’ll cost you less.',
  evening: 'Saturday evening until 10PM, too.',
  night: 'Sundays and bank holidays: all day.',
}

const { includedMinutes, materialsMarkupPercent, noAccessAfterMinutes } = billingTerms

/** Additional costs. */
export const additionalCosts = (prices: PriceList) =>
  [
    {
      id: 'materials',
      item: 'Materials',
      note: 'Your bill shows the cost price and the mark-up.',
      cost: `Cost + ${materialsMarkupPercent}%`,
    },
    { id: 'parking', item: 'Parking', note: 'The meter or permit, with a receipt.', cost: 'At cost' },
    { id: 'congestion', item: 'Congestion Charge', note: 'Only inside the zone, during charging hours.', cost: 'At cost' },
    {
      id: 'make-safe',
      item: 'Make-safe service, if we can’t finish',
      note: 'We add this to the call-out, instead of charging for any further time.',
      cost: poundsText(prices.billingTerms.makeSafePence),
    },
    {
      id: 'no-access',
      item: `No access within ${noAccessAfterMinutes} minutes of arrival`,
      note: 'You pay this instead of the call-out charge. Time before your window starts doesn’t count.',
      cost: poundsText(prices.billingTerms.noAccessPence),
    },
    {
      id: 'red-line',
      item: 'Red Line priority fee',
      note: `Dispatched within ${redlineDispatchMinutes} minutes, up to ${inWords(prices.redlineSlotsPerDay)} a day.`,
      cost: priorityFeeText(prices.priorityFeePence),
    },
  ] as const

/** Notes under the rates. `holidays`: the next bank holidays, in words. */
export const priceNotes = (prices: Pick<PriceList, 'multipliers'>, holidays: readonly string[]) => [
  'All prices on this page include VAT.',
  `Each borough has a figure, from ${multiplierRange(prices)}: we multiply our estimate by it. The table above is for a borough whose figure is 1. Your price cap is never less than the call-out.`,
  'The call-out is charged at the rate that applies when we arrive, and each further half hour at the rate that applies when it starts.',
  `The minimum charge is the call-out, which includes up to ${includedMinutes} minutes of work.`,
  'Before you book, online or by phone, you get a price cap for your postcode and time: our estimate for a typical job, or the call-out if that’s more. You’ll never pay more unless you agree to extra work first, and if our rates come to less, you pay less.',
  'The only possible extras are parking, the Congestion Charge and a Red Line fee.',
  `Bank holidays are those in England (see gov.uk). The next: ${holidays.join(', ')}.`,
]

/** The ways to pay. */
export const paymentOptions = ['Cash', 'Credit card', 'Debit card', 'Bank transfer'] as const

/** How we bill. */
export const billingDetails = [
  'The clock starts when we arrive.',
  'Your engineer will give you a price before starting and check with you before doing anything extra.',
  'You pay when the work is done, or on a date we agree. You only pay in advance if you choose Red Line online.',
  'Your bill itemises call-out, time, materials, parking, fees and VAT.',
] as const

/** Guarantees and warranty. */
export const guarantees = (prices: PriceList) =>
  [
    { id: 'workmanship', name: '12 months', text: 'guarantee on our workmanship. If our work fails, we’ll put it right for free.' },
    {
      id: 'late',
      name: `${lateCredit(prices)} off`,
      text: 'if we miss your arrival window.',
    },
    { id: 'call-back', name: '24 hours', text: 'or less until we’re back, if the same problem becomes an emergency again.' },
    { id: 'first-time', name: 'Free return', text: 'if it’s not fixed the first time.' },
    { id: 'satisfaction', name: '100%', text: 'satisfaction, or your money back: tell us within 7 days.' },
  ] as const

export const pricingCall = 'Prefer to talk? Calls are free, day or night.'
