import type { BusinessDetails } from '#content/business.ts'
import { refundWithinDays } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'

/** Reasons for refunds, each at most once for a payment, except by staff: in the words that the customer reads. */
const refundTexts = {
  late: 'All of today’s Red Line slots were taken before your payment reached us.',
  too_late: 'Your payment reached us after the day you booked Red Line for.',
  twice: 'This booking had already been paid for.',
  cancelled: 'The booking was cancelled.',
  cancelled_before: 'The booking had been cancelled before your payment reached us.',
  over: 'The booking had ended before your payment reached us.',
  nothing_to_pay: 'We couldn’t find a booking for this payment.',
  wrong_amount: 'The amount paid doesn’t match the booking’s priority fee.',
  overpaid: 'You paid more than your bill came to.',
  not_dispatched: 'We didn’t dispatch an engineer within the time we promised.',
  staff: 'Our team has approved a refund.',
  dashboard: 'Our team has approved a refund.',
} as const

export type RefundReason = keyof typeof refundTexts

/** In the words that staff read. */
export const staffRefundTexts: Record<RefundReason, string> = {
  ...refundTexts,
  late: 'All of that day’s Red Line slots were taken before the customer’s payment reached us.',
  too_late: 'The customer’s payment reached us after the day they booked Red Line for.',
  cancelled_before: 'The booking had been cancelled before the customer’s payment reached us.',
  over: 'The booking had ended before the customer’s payment reached us.',
  overpaid: 'The customer paid more than the bill came to.',
}

/** The same after a colon, in lower case. */
export const staffRefundReason = (reason: RefundReason): string => {
  const text = staffRefundTexts[reason]
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** A payment in another currency is only refunded whole. */
const amountText = (amountPence: number, currency: string) => (currency === 'gbp' ? poundsText(amountPence) : 'all of it')

/** The words for a refund: amount, reason, and when it arrives. `currency`: of the payment, which need not be pounds. */
export const refundText = (amountPence: number, reason: RefundReason, currency: string): string =>
  `${refundTexts[reason]} We’ll refund ${amountText(amountPence, currency)} to the card or account you paid from, within ${refundWithinDays} days.`

/** The same for staff. */
export const staffRefundText = (amountPence: number, reason: RefundReason, currency: string): string =>
  `${staffRefundTexts[reason]} We’ll refund ${amountText(amountPence, currency)} to the card or account they paid from, within ${refundWithinDays} days.`

/** Returns the state of a refund, for staff. */
export function refundStateText({ amountPence, state }: Pick<Returned, 'amountPence' | 'state'>): string {
  const amount = poundsText(amountPence)
  if (state === 'failed') return `Refund of ${amount} failed. Check the payment, and refund it another way.`
  return state === 'done' ? `${amount} refunded` : `${amount} refund on its way`
}

interface Returned {
  amountPence: number
  reason: RefundReason
  state: 'waiting' | 'done' | 'failed'
  currency: string
}

/** The words for a refund with its progress. */
export function returnText({ emergencyPhone }: BusinessDetails, { amountPence, reason, state, currency }: Returned): string {
  if (state === 'waiting') return refundText(amountPence, reason, currency)
  const amount = amountText(amountPence, currency)
  const sent = `${refundTexts[reason]} We’ve refunded ${amount} to the card or account you paid from. It may take a few days to show.`
  const failed = `${refundTexts[reason]} We couldn’t refund ${amount} to the card or account you paid from. Please call ${emergencyPhone.text} and we’ll refund it another way.`
  return state === 'done' ? sent : failed
}
