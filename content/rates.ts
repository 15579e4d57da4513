import { type ChangedFees, changed } from './changed.ts'
import { poundsText } from './money.ts'

/** What the owner charges, else the usual (changed.ts). */
const feePence = (name: keyof ChangedFees, usualPence: number): number => changed().fees?.[name] ?? usualPence

export type TierId = 'day' | 'evening' | 'night'

/** A line of the rate card (specification 2 section 3, rate tier). */
export interface RateTier {
  id: TierId
  name: string
  /** The hours as the card states them. */
  hours: string
  /** The call-out with its first 30 minutes. */
  calloutPence: number
  quarterHourPence: number
}

/** The rate card, VAT included (specification 2 section 9). Prices change here and in the owner's settings, nowhere else. */
export const rateTiers = [
  {
    id: 'day',
    name: 'Day',
    hours: 'Mon-Fri 8AM-6PM',
    get calloutPence() {
      return feePence('dayCalloutPence', 11_900)
    },
    get quarterHourPence() {
      return feePence('dayQuarterHourPence', 3_500)
    },
  },
  {
    id: 'evening',
    name: 'Evening/Saturday',
    hours: 'Mon-Fri 6PM-10PM and Sat 8AM-6PM',
    get calloutPence() {
      return feePence('eveningCalloutPence', 14_900)
    },
    get quarterHourPence() {
      return feePence('eveningQuarterHourPence', 4_200)
    },
  },
  {
    id: 'night',
    name: 'Night/Sunday/Bank Holiday',
    hours: '10PM-8AM, Sun 8AM-10PM, bank holidays',
    get calloutPence() {
      return feePence('nightCalloutPence', 18_900)
    },
    get quarterHourPence() {
      return feePence('nightQuarterHourPence', 4_900)
    },
  },
] as const satisfies readonly RateTier[]

export interface BillingTerms {
  includedMinutes: number
  intervalMinutes: number
  materialsMarkupPercent: number
  makeSafePence: number
  noAccessPence: number
  noAccessAfterMinutes: number
  lateArrivalCreditPence: number
}

export const billingTerms = {
  includedMinutes: 30,
  intervalMinutes: 30,
  materialsMarkupPercent: 25,
  get makeSafePence() {
    return feePence('makeSafePence', 9_900)
  },
  get noAccessPence() {
    return feePence('noAccessPence', 4_900)
  },
  noAccessAfterMinutes: 30,
  get lateArrivalCreditPence() {
    return feePence('lateArrivalCreditPence', 5_000)
  },
} as const satisfies BillingTerms

/** '£50': what a late arrival takes off the bill. */
export const lateCredit = (): string => poundsText(billingTerms.lateArrivalCreditPence)

/** What is in every price: the standard rate of VAT. */
export const vatPercent = 20

/** Red Line priority fee, by the channel it is booked through (DESIGN 6, fee). Added to the bill. */
export const priorityFeePence = {
  get online() {
    return feePence('redLineOnlinePence', 2_999)
  },
  get phone() {
    return feePence('redLinePhonePence', 9_500)
  },
}
/** What a booking that staff took by phone says of its fee. */
export const phoneFeeText = (pence: number): string => `${poundsText(pence)}, booked by phone`
/** '£29.99 online (£95 by phone)': the fee as every page and mail says it; with what a booking's own terms say, its. */
export const priorityFeeText = (onlinePence: number = priorityFeePence.online, phonePence: number = priorityFeePence.phone): string =>
  `${poundsText(onlinePence)} online (${poundsText(phonePence)} by phone)`

export const redlineSlotsPerDay = 5
/** A slot's time can be changed on the booking's page until so many minutes before it begins; after that by phone. */
export const changeCutoffMinutes = 60
/** Of a visit that is not urgent: days after the day of the contract in which it may be cancelled without charge (the law's, terms). */
export const cancellationRightDays = 14
/** How soon money goes back. */
export const refundWithinDays = 14
/** The last slots of a day are never held unpaid: they go to whoever pays first. */
export const redlinePaidOnlySlots = 2
/** How long an unpaid Red Line booking keeps its slot before its payment page is opened. */
export const redlineOpenMinutes = 10
/** How long it keeps the slot from when its payment page is opened; the browser keeps the booking as long. */
export const redlineHoldMinutes = 30
export const redlineDispatchMinutes = 15

/**
 * What Transport for London charges a vehicle in the Congestion Charge zone on a day, from 2 January 2026, and when, by London's
 * clocks; none from Christmas Day to New Year's Day's bank holiday. Passed on at cost.
 */
export const congestionCharge = { amountPence: 1_800, weekdayHours: [7, 18], weekendHours: [12, 18] } as const
