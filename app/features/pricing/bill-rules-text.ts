import type { RateTier } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import type { BillTerms } from './bill.ts'

/**
 * How the final bill is worked out, in sentences: shown before booking and in the confirmation, by the terms frozen with the booking.
 * `capsAtEstimate`: the price cap is the estimate, even below the call-out. On a free visit they are about other work.
 */
export function priceRules(
  { rateTiers: [day, evening, night], billing, capPence }: Pick<BillTerms, 'rateTiers' | 'billing' | 'capPence'>,
  capsAtEstimate: boolean,
): string[] {
  const callout = (tier?: RateTier) => poundsText(tier?.calloutPence ?? 0)
  const interval = (tier?: RateTier) => poundsText(((tier?.quarterHourPence ?? 0) * billing.intervalMinutes) / 15)
  const isFree = capPence === 0
  const cap = [
    `Your price cap is for a typical job of this kind and includes VAT: ${
      capsAtEstimate ? 'it’s our estimate' : 'it’s our estimate, or the call-out when your arrival window starts if that’s more'
    }. You’ll never pay more than that unless you agree to extra work first.`,
  ]
  const rates = [
    `Our rates, which ${isFree ? 'its price' : 'your bill'} is made of: call-out including the first ${billing.includedMinutes} minutes: ${callout(day)} Mon to Fri 8am to 6pm, ` +
      `${callout(evening)} evenings and Saturdays, ${callout(night)} nights, Sundays and bank holidays.`,
    `Further work in ${billing.intervalMinutes}-minute intervals: ${interval(day)}, ${interval(evening)} or ` +
      `${interval(night)} each. Materials at cost plus ${billing.materialsMarkupPercent}%.`,
  ]
  const fees = [
    'Parking and the Congestion Charge are passed on at cost.',
    `${poundsText(billing.noAccessPence)} if we can’t get in within ${billing.noAccessAfterMinutes} minutes of arriving, not counting any time before your window starts.`,
  ]
  const credit = poundsText(billing.lateArrivalCreditPence)
  const late = `${isFree ? `We owe you ${credit}` : `${credit} off`} if we arrive after the window we promised.`
  return [
    ...(isFree ? [] : cap),
    ...rates,
    ...(isFree ? ['We don’t charge for this visit if we can’t get in, or if you cancel.'] : fees),
    late,
  ]
}
