import type { LondonDay } from '#app/platform/day.ts'
import { type EmergencyTypeName, emergencyTypes } from '#content/emergency-types.ts'
import { offers } from '#content/offers.ts'
import { billingTerms, priorityFeePence, rateTiers } from '#content/rates.ts'

/** Base price × borough multiplier, and the steps that led to it (specification 1 section 9). */
export interface Estimate {
  service: EmergencyTypeName
  basePence: number
  borough: string | null
  /** Hundredths: 95 means × 0.95. */
  multiplierPercent: number
  estimatePence: number
}

/** The estimate, VAT included, for the usual job of a type in a borough. */
export function estimateFor(service: EmergencyTypeName, borough: string | null, multiplierPercent: number): Estimate {
  const { basePence } = emergencyTypes.find((type) => type.name === service) ?? emergencyTypes[8]
  return { service, basePence, borough, multiplierPercent, estimatePence: Math.round((basePence * multiplierPercent) / 100) }
}

/** An offer as it applies to a booking. */
export interface AppliedOffer {
  code: string
  name: string
  /** What it takes off the estimate: the offer's call-out against the lowest of the rate card. */
  discountPence: number
  terms: readonly string[]
}

/** The offer that a code names for a type of emergency on a day of London; none when it does not apply (DESIGN 6, offers). */
export function offerFor(code: string | undefined, service: string | undefined, day: LondonDay): AppliedOffer | undefined {
  const offer = offers.find((each) => each.code === code && each.service === service && each.from <= day && day <= each.until)
  if (!offer) return undefined
  return { code: offer.code, name: offer.name, discountPence: rateTiers[0].calloutPence - offer.calloutPence, terms: offer.terms }
}

/** The price rules as they were when a visitor agreed to them, stored with the booking: a later price list does not change it. */
export interface FrozenTerms {
  estimate: Estimate
  priorityFeePence: number
  offer?: AppliedOffer
  rateTiers: typeof rateTiers
  billing: typeof billingTerms
}

/** The terms to freeze with a booking made online. */
export const termsFor = (estimate: Estimate, serviceLevel: 'standard' | 'redline', offer?: AppliedOffer): FrozenTerms => ({
  estimate,
  offer,
  priorityFeePence: serviceLevel === 'redline' ? priorityFeePence.online : 0,
  rateTiers,
  billing: billingTerms,
})

/** What the estimate, the priority fee and the offer come to. */
export const totalPence = ({
  estimate,
  priorityFeePence: feePence,
  offer,
}: Pick<FrozenTerms, 'estimate' | 'priorityFeePence' | 'offer'>): number => estimate.estimatePence + feePence - (offer?.discountPence ?? 0)

/** '£142.50', or '£95' where there are no pence. */
export function poundsText(pence: number): string {
  const pounds = Math.abs(pence) / 100
  const text = Number.isInteger(pounds) ? pounds.toFixed(0) : pounds.toFixed(2)
  return `${pence < 0 ? '−' : ''}£${text}`
}

const [day, evening, night] = rateTiers

/** How the final bill is made, in sentences (DESIGN 5): shown before commitment, in the confirmation, frozen with the booking. */
export const priceRules: readonly string[] = [
  'The estimate is for the usual job of this kind, VAT included. The bill never exceeds it unless you agree to more work first.',
  `Call-out with the first ${billingTerms.includedMinutes} minutes: ${poundsText(day.calloutPence)} Mon to Fri 8am to 6pm, ` +
    `${poundsText(evening.calloutPence)} evenings and Saturdays, ${poundsText(night.calloutPence)} nights, Sundays and bank holidays.`,
  `Further work in ${billingTerms.intervalMinutes}-minute intervals: ${poundsText(day.quarterHourPence)}, ${poundsText(evening.quarterHourPence)} or ` +
    `${poundsText(night.quarterHourPence)} for each 15 minutes. Materials at cost plus ${billingTerms.materialsMarkupPercent}%.`,
  'Parking and the congestion charge are passed on at cost.',
  `${poundsText(billingTerms.noAccessPence)} if we cannot get in within ${billingTerms.noAccessAfterMinutes} minutes of arriving.`,
  `${poundsText(billingTerms.lateArrivalCreditPence)} off if we arrive after the window we promised.`,
]
