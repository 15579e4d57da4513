import { boroughs, multiplierOf } from '#content/boroughs.ts'
import { type EmergencyTypeName, emergencyTypes } from '#content/emergency-types.ts'
import type { TierId } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import type { Offer } from '#content/offers.ts'
import type { PriceList } from '#content/price-list.ts'
import { applied } from './applied-offer.ts'
import { estimateFor } from './estimate.ts'
import { mostPence, termsFor } from './frozen-terms.ts'

/* The most that a standard visit costs, for pages that don't know its hour. */

/** In pence, by the rate at the start of the arrival window. */
export type MostByRate = Record<TierId, number>

interface Job {
  service: EmergencyTypeName
  borough?: string | null
  /** The borough's, unless the owner has changed it. */
  multiplierPercent?: number
  offer?: Pick<Offer, 'code' | 'name' | 'callout'>
}

/** The most that a job costs at each rate, with the largest supplement that the owner adds in its hours. */
export function mostByRate(prices: PriceList, { service, borough = null, multiplierPercent = 100, offer }: Job): MostByRate {
  const { nightPence, sundayPence, bankHolidayPence } = prices.supplements
  const nightly = Math.max(nightPence, sundayPence, bankHolidayPence)
  const most = prices.rateTiers.map(({ id, calloutPence }) => {
    const supplement = id === 'night' && nightly > 0 ? { name: 'Supplement', pence: nightly } : undefined
    const estimate = estimateFor(prices, service, borough, multiplierPercent, supplement)
    const of = offer && applied(offer, prices, calloutPence)
    return [id, mostPence(termsFor(prices, estimate, { serviceLevel: 'standard', calloutPence, offer: of }))] as const
  })
  return Object.fromEntries(most) as MostByRate
}

/** The least of these figures at each rate, over all types and boroughs: 'from' for pages about no job in particular. */
export function leastByRate(prices: PriceList): MostByRate {
  const all = emergencyTypes.flatMap(({ name }) =>
    boroughs.map((borough) => mostByRate(prices, { service: name, multiplierPercent: multiplierOf(prices, borough) })),
  )
  const least = (tier: TierId) => Math.min(...all.map((each) => each[tier]))
  return { day: least('day'), evening: least('evening'), night: least('night') }
}

/** '£216'; '£150, £189 nights'; '£119, £149 evenings, £189 nights': one figure for each rate where it differs from the one before. */
export function mostByRateText({ day, evening, night }: MostByRate): string {
  const parts = [
    poundsText(day),
    ...(evening === day ? [] : [`${poundsText(evening)} evenings`]),
    ...(night === evening ? [] : [`${poundsText(night)} nights`]),
  ]
  return parts.join(', ')
}
