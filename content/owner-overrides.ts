import type { LondonDay } from '#app/platform/day.ts'

/*
 * What the owner has put in the place of what this folder says: business details, fees, offers, evidence. The constants of the folder
 * are the defaults; `businessDetails`, `priceList` and `claims` say what holds with an owner's values over them.
 */

/** A number of the phone, as people read it and as machines do (E.164). */
export interface Phone {
  text: string
  international: string
}

/** Of the business: what is absent is the default. */
interface DetailOverrides {
  email?: string
  emergencyPhone?: Phone
  chatPhone?: Phone
  legalName?: string
  companyNumber?: string
  registeredOffice?: string
  vatNumber?: string
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

export interface OfferOverrides {
  isOff?: boolean
  from?: LondonDay
  until?: LondonDay
  pence?: number
  percentOff?: number
}

/** What shows a claim, as the owner filed it. */
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
  /** By the offer's code. */
  readonly offers?: Readonly<Record<string, OfferOverrides>>
  /** By the claim's id. */
  readonly evidence?: Readonly<Record<string, FiledEvidence>>
}

/**
 * What pages tell their scripts; undefined where nothing of it was changed. The company and the evidence are on pages that have no
 * such script: those are for the server alone.
 */
export function overridesForPages({ details, fees, offers }: OwnerOverrides): OwnerOverrides | undefined {
  if (!details && !fees && !offers) return undefined
  const { email, emergencyPhone, chatPhone } = details ?? {}
  return { details: { email, emergencyPhone, chatPhone }, fees, offers }
}
