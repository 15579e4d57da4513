import type { Instant } from '#app/values/clock.ts'
import { areaServed } from './area-served.ts'
import type { BoroughName } from './borough-names.ts'
import { type BusinessDetails, businessDetails } from './business.ts'
import type { MailTexts } from './customer-mails.ts'
import type { FiledEvidence, OwnerOverrides } from './owner-overrides.ts'
import { type PriceList, priceList } from './price-list.ts'
import { retention } from './retention.ts'
import { type ArrivalWindows, arrivalWindows } from './slot-hours.ts'

/** The values in force of everything the owner may change; immutable. */
export interface PublishedValues {
  details: BusinessDetails
  prices: PriceList
  /**
   * `staffRefundLimitPence`: the most that each of the staff may return to customers in a day without an owner. `redlineReserve`: engineers
   * that the plan keeps free for Red Line if more are at work. `textPence`: the provider's charge for one part of a text. `bookingDays`:
   * the time that a booking is kept if nothing was billed or paid.
   */
  desk: { staffRefundLimitPence: number; redlineReserve: number; provenPercent: number; textPence: number; bookingDays: number }
  /** The boroughs we cover. */
  boroughs: readonly BoroughName[]
  /** The length of the arrival windows offered online, and the starts of the slots among them. */
  windows: ArrivalWindows
  /** The owner's evidence for claims, by the claim's id. */
  evidence: Readonly<Record<string, FiledEvidence>>
  /** The owner's texts before and after ours in emails to customers, by the email's id. */
  mailTexts: Readonly<Record<string, MailTexts>>
  /** The owner's last change of a price that still differs from the default. */
  pricesChangedAt?: Instant
  /** Differences from the defaults. */
  overrides: OwnerOverrides
}

/** The defaults, with an owner's values over them. */
export const publishedWith = (overrides: OwnerOverrides): PublishedValues => ({
  details: businessDetails(overrides),
  prices: priceList(overrides),
  desk: {
    staffRefundLimitPence: overrides.desk?.staffRefundLimitPence ?? 5_000,
    redlineReserve: overrides.desk?.redlineReserve ?? 1,
    provenPercent: overrides.desk?.provenPercent ?? 30,
    textPence: overrides.desk?.textPence ?? 4,
    bookingDays: overrides.desk?.bookingDays ?? retention.bookingDays,
  },
  boroughs: areaServed(overrides),
  windows: arrivalWindows(overrides),
  evidence: overrides.evidence ?? {},
  mailTexts: overrides.mailTexts ?? {},
  overrides,
})

/** If the owner has changed nothing. */
export const defaultPublished: PublishedValues = publishedWith({})
