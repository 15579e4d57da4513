import type { EmergencyTypeName } from './emergency-types.ts'

/** An offer that can be booked: dated, with its terms. Days are of Europe/London, both included. */
export interface Offer {
  code: string
  name: string
  service: EmergencyTypeName
  /** What the call-out with its first 30 minutes costs with it, instead of the rate card's. VAT included. */
  calloutPence: number
  from: string
  until: string
  terms: readonly string[]
}

/** The home page's boiler offer (specification 2 section 2, home page content). */
export const boilerOffer: Offer = {
  code: 'boiler-65',
  name: 'Boiler repair £65',
  service: 'Boiler Breakdown',
  calloutPence: 6_500,
  from: '2026-11-01',
  until: '2027-01-31',
  terms: [
    'One gas boiler in a home, booked online as Boiler Breakdown with this offer.',
    'Covers the call-out and the first 30 minutes of work, VAT included, at any hour; the rate card says £119, £149 or £189.',
    'Further time, parts, parking and the congestion charge follow the rate card and are agreed with you first.',
    'Not together with another offer. A Red Line priority fee is added if you choose Red Line.',
  ],
}

export const offers: readonly Offer[] = [boilerOffer]
