import type { LondonDay } from '#app/platform/day.ts'

/*
 * What the owner has put in the place of what this folder says (issue of the settings: business details, fees, offers, evidence).
 * The constants of business.ts, rates.ts, offers.ts and claims.ts look here whenever they are read, so whatever says one of their
 * values must read it when it is asked, never when its module is loaded.
 *
 * On the server it is filled from the database (app/platform/owner-values.ts), in the browser from the page, in which it stands only
 * where something was changed.
 */

/** A number of the phone, as people read it and as machines do (E.164). */
export interface Phone {
  text: string
  international: string
}

/** Of the business: what is absent is as usual. */
export interface ChangedDetails {
  email?: string
  emergencyPhone?: Phone
  chatPhone?: Phone
  legalName?: string
  companyNumber?: string
  registeredOffice?: string
  vatNumber?: string
}

/** Pence, VAT included. */
export interface ChangedFees {
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

export interface ChangedOffer {
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

export interface Changed {
  details?: ChangedDetails
  fees?: ChangedFees
  /** By the offer's code. */
  offers?: Readonly<Record<string, ChangedOffer>>
  /** By the claim's id. */
  evidence?: Readonly<Record<string, FiledEvidence>>
}

/** The element of a page that has the values. */
export const changedElementId = 'changed'

let held: Changed = typeof document === 'undefined' ? {} : inPage()

function inPage(): Changed {
  try {
    return JSON.parse(document.getElementById(changedElementId)?.textContent || '{}')
  } catch {
    return {}
  }
}

/** What holds in the place of the usual. */
export const changed = (): Changed => held

/** From now on these values hold, and of all others the usual. */
export function setChanged(values: Changed): void {
  held = values
}

/**
 * What pages tell their scripts of it; undefined where that is nothing. The company and the evidence stand on pages
 * that have no such script: those are for the server alone.
 */
export function changedForPages(): Changed | undefined {
  const { details, fees, offers } = held
  if (!details && !fees && !offers) return undefined
  const { email, emergencyPhone, chatPhone } = details ?? {}
  return { details: { email, emergencyPhone, chatPhone }, fees, offers }
}

/** What something says without anything of the owner's. */
export function asUsual<Value>(read: () => Value): Value {
  const now = held
  held = {}
  try {
    return read()
  } finally {
    held = now
  }
}
