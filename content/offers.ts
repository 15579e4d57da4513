import type { LondonDay } from '#app/platform/day.ts'
import { changed } from './changed.ts'
import type { EmergencyTypeName } from './emergency-types.ts'
import { poundsText } from './money.ts'
import { rateTiers } from './rates.ts'

/** An offer that can be booked: dated, with its terms. Days are of Europe/London, both included. */
export interface Offer {
  code: string
  /** The owner has switched it off: it is said nowhere, and nobody gets it. */
  isOff: boolean
  name: string
  /** The type of emergency it is for; all where there is none. */
  service?: EmergencyTypeName
  /** What the call-out with its first 30 minutes costs with it, VAT included, or what it takes off the rate card's. */
  callout: { pence: number } | { percentOff: number }
  from: string
  until?: string
  /** For what is booked between these hours of London, for that very day; all hours where there are none. */
  hours?: readonly (readonly [from: number, until: number])[]
  terms: readonly string[]
}

const ownersOf = (code: string) => changed().offers?.[code]

/** The home page's boiler offer (specification 2 section 2, home page content). */
export const boilerOffer = {
  code: 'boiler-65',
  get isOff(): boolean {
    return ownersOf('boiler-65')?.isOff ?? false
  },
  get name(): string {
    return `Boiler repair ${poundsText(boilerOffer.callout.pence)}`
  },
  service: 'Boiler Breakdown',
  get callout(): { pence: number } {
    return { pence: ownersOf('boiler-65')?.pence ?? 6_500 }
  },
  get from(): LondonDay {
    return ownersOf('boiler-65')?.from ?? '2026-11-01'
  },
  get until(): LondonDay {
    return ownersOf('boiler-65')?.until ?? '2027-01-31'
  },
  get terms(): readonly string[] {
    const [day, evening, night] = rateTiers.map(({ calloutPence }) => poundsText(calloutPence))
    return [
      'One gas boiler in a home, booked online as Boiler Breakdown with this offer.',
      `Covers the call-out and the first 30 minutes of work, VAT included, at any hour; the rate card says ${day}, ${evening} or ${night}.`,
      'Further time, parts, parking and the congestion charge follow the rate card and are agreed with you first.',
      'Not together with another offer. A Red Line priority fee is added if you choose Red Line.',
    ]
  },
} as const satisfies Offer

/** The countdown's offer (specification 1 section 4, urgency; DESIGN 6, offers). */
export const calloutOffer = {
  code: 'callout-25',
  get isOff(): boolean {
    return ownersOf('callout-25')?.isOff ?? false
  },
  get name(): string {
    return `${calloutOffer.callout.percentOff}% off call-out fee today`
  },
  get callout(): { percentOff: number } {
    return { percentOff: ownersOf('callout-25')?.percentOff ?? 25 }
  },
  get from(): LondonDay {
    return ownersOf('callout-25')?.from ?? '2026-11-01'
  },
  get until(): LondonDay | undefined {
    return ownersOf('callout-25')?.until
  },
  hours: [
    [6, 10],
    [12, 16],
  ],
  get terms(): readonly string[] {
    return [
      'Every day, booked online with this offer from 6AM to 10AM or from 12PM to 4PM, for a visit on the same day. It counts when the booking reaches us.',
      `Takes ${calloutOffer.callout.percentOff}% off the call-out with its first 30 minutes, at the rate of the hour at which we arrive.`,
      'Further time, materials, parking and the congestion charge follow the rate card.',
      'Not together with another offer. A Red Line priority fee is added if you choose Red Line.',
    ]
  },
} as const satisfies Offer

export const offers: readonly Offer[] = [boilerOffer, calloutOffer]

/** '6–10AM and 12–4PM', or with another word between: the hours of an offer; '' where it has all of them. */
export const offerHoursText = ({ hours = [] }: Pick<Offer, 'hours'>, between = 'and'): string =>
  hours.map(([from, until]) => `${from < 12 === until < 12 ? hourOf(from) : clockHour(from)}–${clockHour(until)}`).join(` ${between} `)

const hourOf = (hour: number) => hour % 12 || 12
const clockHour = (hour: number) => `${hourOf(hour)}${hour < 12 ? 'AM' : 'PM'}`
