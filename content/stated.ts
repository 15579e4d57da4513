import { redlineDispatchMinutes } from './fees.ts'

/**
 * Figures stated by the owner: only here, as prices are only in fees.ts. The ledger (claims.ts) has their dates and evidence; separate,
 * since its words are too large for a phone.
 */

/** At any hour of any day. */
export const openAlways = '24/7'

/** To a door, everywhere; places state minutes of their own (areas). */
export const responseMinutes = 60
/** To a boiler, on average. */
export const boilerResponseMinutes = 60
/**
 * The next ASAP visit is at most this far off, at the end of the promised window. Booking uses this figure too, so the displayed time is
 * the promised one.
 */
export const nextVisitMinutes = 90
export const arrivalWindowMinutes = 45
/** From a booking to a person's call. */
export const contactMinutes = 15
/** An unconfirmed booking's time is kept for this long, even if we are busy. */
export const unprovenMinutes = 30

/** Red Line: from the booking to the door. */
export const redlineArrivalMinutes = { from: redlineDispatchMinutes, until: 2 * redlineDispatchMinutes } as const
/** Red Line: from the payment to the technician's call. */
export const technicianCallMinutes = 5

export const firstVisitFixPercent = 96
export const guaranteeMonths = 12
/** The time for our return if our work becomes an emergency again. */
export const callBackHours = 24
export const satisfactionPercent = 100
/** To ask for a refund; and for us to decide and refund. */
export const refundDays = 7
export const satisfactionAnswerDays = 7

export const insured = { publicLiability: '£2M', indemnity: '£1M', employersLiability: '£10M' } as const

/** Our own rating. Only the ledger shows it until its evidence is filed; then it is beside the guarantees too, with its source and date. */
export const aggregateRating = { stars: '4.9', reviews: 347 } as const

/** The days to confirm and answer a complaint, as the terms say. */
export const complaints = { confirmWorkingDays: 2, answerDays: 14 } as const
/** The days to be back under the guarantee if it can wait; if not, see `callBackHours`. */
export const guaranteeVisitDays = 7

/** To book online. */
export const bookingSeconds = 60
export const bookingSteps = 4

const words: Readonly<Record<number, string>> = {
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  20: 'twenty',
  30: 'thirty',
}

/** 'five', where running text spells a small count. */
export const inWords = (count: number): string => words[count] ?? String(count)

/** The same at the beginning of a sentence. */
export const inWordsFirst = (count: number): string => inWords(count).replace(/^./, (letter) => letter.toUpperCase())
