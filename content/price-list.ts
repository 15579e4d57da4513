import { type EmergencyTypeName, emergencyTypes } from './emergency-types.ts'
import {
  type BillingTerms,
  billingTerms,
  type FeeChannel,
  priorityFeeText,
  type RateTier,
  redlineSlotsPerDay,
  type TierId,
} from './fees.ts'
import { poundsText } from './money.ts'
import { type BoilerOffer, boilerOffer, type CalloutOffer, calloutOffer } from './offers.ts'
import { type OwnerOverrides, overrideKey, type Supplements } from './owner-overrides.ts'

/** All charges and offers, VAT included; immutable. */
export interface PriceList {
  /** Estimates of the usual job of each type, before the borough's multiplier. */
  basePence: Readonly<Record<EmergencyTypeName, number>>
  /** Boroughs' multipliers in hundredths that the owner has changed, by `overrideKey`; the others are those of `boroughs.ts`. */
  multipliers: Readonly<Record<string, number>>
  /** None by default. */
  supplements: Readonly<Supplements>
  /** The estimate is the price cap even if the call-out alone costs more; otherwise no cap is below the call-out, the minimum charge. */
  capsAtEstimate: boolean
  /** The rate card: by day, by evening, by night. */
  rateTiers: readonly [RateTier, RateTier, RateTier]
  billingTerms: BillingTerms
  /** Red Line priority fee, by the channel it is booked through. Added to the bill. */
  priorityFeePence: Readonly<Record<FeeChannel, number>>
  /** The Red Line slots for sale each London day. */
  redlineSlotsPerDay: number
  boilerOffer: BoilerOffer
  calloutOffer: CalloutOffer
}

/** The price list in force: the owner's prices and offers, or the defaults. Defaults change here and in offers.ts, nowhere else. */
export function priceList({
  fees = {},
  offers = {},
  estimates = {},
  multipliers = {},
  supplements,
  cap = {},
  desk = {},
}: OwnerOverrides): PriceList {
  const rateTiers: PriceList['rateTiers'] = [
    {
      id: 'day',
      name: 'Day',
      hours: 'Mon-Fri 8AM-6PM',
      calloutPence: fees.dayCalloutPence ?? 11_900,
      quarterHourPence: fees.dayQuarterHourPence ?? 3_500,
    },
    {
      id: 'evening',
      name: 'Evening/Saturday',
      hours: 'Mon-Fri 6PM-10PM and Sat 8AM-6PM',
      calloutPence: fees.eveningCalloutPence ?? 14_900,
      quarterHourPence: fees.eveningQuarterHourPence ?? 4_200,
    },
    {
      id: 'night',
      name: 'Night/Sunday/Bank Holiday',
      hours: '10PM-8AM, Sun 8AM-10PM, bank holidays',
      calloutPence: fees.nightCalloutPence ?? 18_900,
      quarterHourPence: fees.nightQuarterHourPence ?? 4_900,
    },
  ]
  const { includedMinutes, intervalMinutes, materialsMarkupPercent, noAccessAfterMinutes } = billingTerms
  return {
    basePence: Object.fromEntries(
      emergencyTypes.map(({ name, basePence }) => [name, estimates[overrideKey(name)] ?? basePence]),
    ) as PriceList['basePence'],
    multipliers,
    supplements: { nightPence: 0, sundayPence: 0, bankHolidayPence: 0, ...supplements },
    capsAtEstimate: cap.capsAtEstimate ?? false,
    rateTiers,
    billingTerms: {
      includedMinutes,
      intervalMinutes,
      materialsMarkupPercent,
      makeSafePence: fees.makeSafePence ?? 9_900,
      noAccessPence: fees.noAccessPence ?? 4_900,
      noAccessAfterMinutes,
      lateArrivalCreditPence: fees.lateArrivalCreditPence ?? 5_000,
    },
    priorityFeePence: { online: fees.redLineOnlinePence ?? 2_999, phone: fees.redLinePhonePence ?? 9_500 },
    redlineSlotsPerDay: desk.redlineSlotsPerDay ?? redlineSlotsPerDay,
    boilerOffer: boilerOffer(offers['boiler-65']),
    calloutOffer: calloutOffer(offers['callout-25']),
  }
}

/** If the owner has changed nothing. */
export const defaultPrices: PriceList = priceList({})

/** A phone booking's words about its fee. */
export const phoneFeeText = (pence: number): string => `${poundsText(pence)}, booked by phone`

/** A booking's words about its Red Line fee; older bookings have the default phone fee. */
export const bothFeesText = (online: number, phone = defaultPrices.priorityFeePence.phone): string => priorityFeeText({ online, phone })

/** All bookable offers, including those switched off. */
export const offersIn = ({ boilerOffer: boiler, calloutOffer: callout }: PriceList) => [boiler, callout] as const

/** Returns the call-out charge at one rate: '£119'. */
export const calloutText = ({ rateTiers }: Pick<PriceList, 'rateTiers'>, tier: TierId): string =>
  poundsText(rateTiers.find(({ id }) => id === tier)?.calloutPence ?? 0)

/** Returns the call-out charges by day, in the evening and at night: '£119, £149 or £189'. */
export const calloutTexts = ({ rateTiers }: Pick<PriceList, 'rateTiers'>): string => {
  const [day, evening, night] = rateTiers.map(({ calloutPence }) => poundsText(calloutPence))
  return `${day}, ${evening} or ${night}`
}

/** Returns the least that the countdown's offer takes off: '£29.75'. */
export const leastOff = ({ calloutOffer: { callout }, rateTiers }: PriceList): string =>
  poundsText(Math.min(...rateTiers.map(({ calloutPence }) => calloutPence - Math.round((calloutPence * (100 - callout.percentOff)) / 100))))

/** Returns the amount off the bill for a late arrival: '£50'. */
export const lateCredit = ({ billingTerms: { lateArrivalCreditPence } }: PriceList): string => poundsText(lateArrivalCreditPence)
