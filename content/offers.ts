import type { LondonDay } from '#app/values/day.ts'
import type { EmergencyTypeName } from './emergency-types.ts'
import { poundsText } from './money.ts'
import type { OfferOverrides } from './owner-overrides.ts'

/** An offer that can be booked, and its dates; `offerTerms` has its terms. Days are of Europe/London, both included. */
export interface Offer {
  code: string
  /** The owner has switched it off: it isn't shown, and no one gets it. */
  isOff: boolean
  name: string
  /** The type of emergency it is for; all if absent. */
  service?: EmergencyTypeName
  /** The price of the call-out with its first 30 minutes, VAT included, or the reduction of the rate card's. */
  callout: { pence: number } | { percentOff: number }
  from: LondonDay
  until?: LondonDay
  /** For bookings between these hours of London, for the same day; all hours if absent. */
  hours?: readonly (readonly [from: number, until: number])[]
}

const boilerOfferCode = 'boiler-65'
const calloutOfferCode = 'callout-25'
export const offerCodes = [boilerOfferCode, calloutOfferCode] as const

/** The home page's boiler offer: a price for the call-out, until a day. */
export type BoilerOffer = Offer & { service: EmergencyTypeName; callout: { pence: number }; until: LondonDay }

/** Returns the boiler offer with the owner's changes. */
export function boilerOffer(overrides: OfferOverrides = {}): BoilerOffer {
  const { isOff = false, pence = 6_500, from = '2026-11-01', until = '2027-01-31' } = overrides
  return {
    code: boilerOfferCode,
    isOff,
    name: `Boiler call-out ${poundsText(pence)}`,
    service: 'Boiler Breakdown',
    callout: { pence },
    from,
    until,
  }
}

/** The countdown's offer: a share of the call-out, in some hours of each day. */
export type CalloutOffer = Offer & { callout: { percentOff: number }; hours: typeof calloutOfferHours }

const calloutOfferHours = [
  [6, 10],
  [12, 16],
] as const

/** Returns the countdown's offer with the owner's changes. */
export function calloutOffer(overrides: OfferOverrides = {}): CalloutOffer {
  const { isOff = false, percentOff = 25, from = '2026-11-01', until } = overrides
  return {
    code: calloutOfferCode,
    isOff,
    name: `${percentOff}% off call-out fee today`,
    callout: { percentOff },
    from,
    until,
    hours: calloutOfferHours,
  }
}

/** Returns the hours of an offer: '6–10AM and 12–4PM', or with another word between; '' if it is always on. */
export const offerHoursText = ({ hours = [] }: Pick<Offer, 'hours'>, between = 'and'): string =>
  hours.map(([from, until]) => `${from < 12 === until < 12 ? hourOf(from) : clockHour(from)}–${clockHour(until)}`).join(` ${between} `)

const hourOf = (hour: number) => hour % 12 || 12
const clockHour = (hour: number) => `${hourOf(hour)}${hour < 12 ? 'AM' : 'PM'}`
