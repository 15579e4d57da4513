import { poundsText } from './money.ts'

export type TierId = 'day' | 'evening' | 'night'

/** A line of the rate card. */
export interface RateTier {
  id: TierId
  name: string
  /** The hours as the card states them. */
  hours: string
  /** The call-out with its first 30 minutes. */
  calloutPence: number
  quarterHourPence: number
}

export interface BillingTerms {
  includedMinutes: number
  intervalMinutes: number
  materialsMarkupPercent: number
  makeSafePence: number
  noAccessPence: number
  noAccessAfterMinutes: number
  lateArrivalCreditPence: number
}

/** The terms of a bill other than prices; the price list includes them (`price-list.ts`). */
export const billingTerms = {
  includedMinutes: 30,
  intervalMinutes: 30,
  materialsMarkupPercent: 25,
  noAccessAfterMinutes: 30,
} as const satisfies Partial<BillingTerms>

/** The channel that a Red Line visit is booked by: its fee depends on it. */
export type FeeChannel = 'online' | 'phone'

/** The standard rate of VAT, included in every price. */
export const vatPercent = 20

/** '£29.99 online (£95 by phone)': the fee as on every page and email. */
export const priorityFeeText = ({ online, phone }: Record<FeeChannel, number>): string =>
  `${poundsText(online)} online (${poundsText(phone)} by phone)`

/** The Red Line slots of a day by default, and the limits for the owner's number. */
export const redlineSlotsPerDay = 5
export const redlineSlotLimits = [2, 9] as const
/** A slot's time can be changed on the booking's page until this many minutes before it begins; after that by phone. */
export const changeCutoffMinutes = 60
/** Days after the day of the contract to cancel a visit that isn't urgent without charge (the law's, terms). */
export const cancellationRightDays = 14
/** A refund arrives within this many days. */
export const refundWithinDays = 14
/** The last slots of a day are never held unpaid: they go to the first to pay. */
export const redlinePaidOnlySlots = 2
/** Minutes that an unpaid Red Line booking keeps its slot before its payment page is opened. */
export const redlineOpenMinutes = 10
/** Minutes that it keeps the slot from the opening of its payment page; the browser keeps the booking as long. */
export const redlineHoldMinutes = 30
export const redlineDispatchMinutes = 15

/**
 * Transport for London's charge for a vehicle in the Congestion Charge zone on a day, from 2 January 2026, and its hours by London's
 * clocks; none from Christmas Day to New Year's Day's bank holiday. Passed on at cost.
 */
export const congestionCharge = { amountPence: 1_800, weekdayHours: [7, 18], weekendHours: [12, 18] } as const

/** Days from the day of a bill to its due date: 0, due when issued. */
export const billDueDays = 0
/** A VAT invoice issued within this many days of the work sets its time of supply (docs/sources/vat-invoices.md). */
export const billTaxPointDays = 14
/** Days from the due date to each reminder of a bill. After the last, a person calls. */
export const billReminderDays = [3, 7, 14] as const
