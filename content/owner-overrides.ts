import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import type { MailTexts } from './customer-mails.ts'
import type { DisputeUse, LegalForm, VatStatus } from './legal-identity.ts'

/* The owner's changes to this folder: business details, fees, offers, evidence. The folder's constants are the defaults; `businessDetails`,
   `priceList` and `claims` give the values in force. */

/** A number of the phone, as people read it and as machines do (E.164). */
interface Phone {
  text: string
  international: string
}

/** The business details; the default for absent ones. */
interface DetailOverrides {
  email?: string
  emergencyPhone?: Phone
  chatPhone?: Phone
  legalForm?: LegalForm
  legalName?: string
  companyNumber?: string
  registeredOffice?: string
  address?: string
  vatStatus?: VatStatus
  vatNumber?: string
  gasSafeNumber?: string
  icoNumber?: string
  disputeProvider?: string
  disputeContact?: string
  disputeUse?: DisputeUse
  bankAccount?: string
}

/** Pence, VAT included. */
interface FeeOverrides {
  redLineOnlinePence?: number
  redLinePhonePence?: number
  makeSafePence?: number
  noAccessPence?: number
  lateArrivalCreditPence?: number
  dayCalloutPence?: number
  dayQuarterHourPence?: number
  eveningCalloutPence?: number
  eveningQuarterHourPence?: number
  nightCalloutPence?: number
  nightQuarterHourPence?: number
}

/** Supplements to an estimate for the hour of a visit, in pence; 0: none. */
export interface Supplements {
  nightPence: number
  sundayPence: number
  bankHolidayPence: number
}

/** Estimates and boroughs are kept under a name without its spaces: 'BurstPipe', 'TowerHamlets'. */
export const overrideKey = (name: string): string => name.replaceAll(' ', '')

/** Arrival slots are kept under the hour they start: 'from08'. */
export const slotKey = (hour: number): string => `from${String(hour).padStart(2, '0')}`

/**
 * Of staff: pence, how many engineers are kept free for Red Line, how many of its slots a day has, what one part of a text
 * costs, and how many days a booking without a bill is kept. */
interface DeskOverrides {
  staffRefundLimitPence?: number
  redlineReserve?: number
  provenPercent?: number
  redlineSlotsPerDay?: number
  textPence?: number
  bookingDays?: number
}

/** The lengths of arrival windows: hours of a slot, and minutes of a visit as soon as possible. */
interface WindowOverrides {
  slotLength?: number
  asapMinutes?: number
}

export interface OfferOverrides {
  isOff?: boolean
  from?: LondonDay
  until?: LondonDay
  pence?: number
  percentOff?: number
}

/** Evidence for a claim, filed by the owner. */
export interface FiledEvidence {
  text: string
  /** The day it is of. */
  day: LondonDay
  /** An https address. */
  link?: string
}

/** Only what differs from the defaults. */
export interface OwnerOverrides {
  readonly details?: DetailOverrides
  readonly fees?: FeeOverrides
  /** The base price of emergency types, in pence. */
  readonly estimates?: Readonly<Record<string, number>>
  /** Supplements to it for the hour of a visit, in pence: `nightPence`, `sundayPence`, `bankHolidayPence`. */
  readonly supplements?: Readonly<Partial<Supplements>>
  /** `capsAtEstimate`: a price cap may be below the call-out. */
  readonly cap?: { capsAtEstimate?: boolean }
  /** Multipliers of boroughs, in hundredths. */
  readonly multipliers?: Readonly<Record<string, number>>
  readonly desk?: DeskOverrides
  /** The boroughs that are not served. */
  readonly closedBoroughs?: Readonly<Record<string, true>>
  /** True for arrival slots that are not offered online, by `slotKey`. */
  readonly closedSlots?: Readonly<Record<string, boolean>>
  readonly windows?: WindowOverrides
  /** By the offer's code. */
  readonly offers?: Readonly<Record<string, OfferOverrides>>
  /** By the claim's id. */
  readonly evidence?: Readonly<Record<string, FiledEvidence>>
  /** The owner's texts before and after ours in emails to customers, by the email's id (customer-mails.ts). */
  readonly mailTexts?: Readonly<Record<string, MailTexts>>
  /** The time the site was first complete on a public address: it is no preview after that, even if details are removed. */
  readonly openedAt?: Instant
}

/**
 * Returns the changes that pages give to their scripts; undefined if there are none. All changes except those that no such script shows: a
 * field not named here is included, so none can be forgotten.
 */
export function overridesForPages({
  evidence: _,
  mailTexts: __,
  openedAt: ___,
  details,
  ...others
}: OwnerOverrides): OwnerOverrides | undefined {
  const { bankAccount: ____, ...shown } = details ?? {}
  const forPages: OwnerOverrides = details ? { ...others, details: shown } : others
  return Object.values(forPages).some((values) => values !== undefined) ? forPages : undefined
}
