import { type BookingStatus, mayTake, statuses, steps } from '#app/features/booking/lifecycle.ts'
import type { Instant } from '#app/platform/clock.ts'
import { londonDay } from '#app/platform/london.ts'
import { business } from '#content/business.ts'
import { poundsText } from '#content/money.ts'
import { refundWithinDays } from '#content/rates.ts'

/*
 * Decisions about money: no database, no clock, no fetch (DESIGN 6; specification 1 sections 4, 5, 8).
 */

/** Minutes for which a payment page is asked to stay open after the hold: nobody is cut off while they type. */
export const checkoutGraceMinutes = 2

/** Why money goes back; each at most once for a payment, except by staff. */
export const refundReasons = [
  'late',
  'too_late',
  'twice',
  'cancelled',
  'cancelled_before',
  'over',
  'nothing_to_pay',
  'wrong_amount',
  'not_dispatched',
  'staff',
  'dashboard',
] as const
export type RefundReason = (typeof refundReasons)[number]

/** In the words that the customer reads. */
export const refundTexts: Record<RefundReason, string> = {
  late: 'All of today’s Red Line slots were taken before your payment reached us.',
  too_late: 'Your payment reached us on a later day than the one you booked Red Line for.',
  twice: 'This booking was paid for already.',
  cancelled: 'The booking was cancelled.',
  cancelled_before: 'The booking had been cancelled before your payment came.',
  over: 'The booking was over before your payment came.',
  nothing_to_pay: 'We found no booking that this payment is for.',
  wrong_amount: 'The amount paid is not the priority fee of the booking.',
  not_dispatched: 'We did not dispatch within the time that we promise.',
  staff: 'Our staff returned it.',
  dashboard: 'Our staff returned it.',
}

/** What staff are told of a payment that is not as it should be; `ours` and `theirs` are its two figures in the table of differences. */
export const differenceKinds = ['no_booking', 'unclaimed', 'not_listed', 'amount', 'refunded', 'refund_failed'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** In the words that staff read: what is the matter, and what to do. */
export const differenceText = (kind: DifferenceKind, oursPence: number, theirsPence: number): string => {
  const [ours, theirs] = [poundsText(oursPence), poundsText(theirsPence)]
  return {
    no_booking: `${theirs} came for a booking that we do not know. It goes back by itself. Look up who paid: they may be waiting for somebody.`,
    unclaimed: `${theirs} came by the payment link without a booking. Look up who paid: they may be waiting for somebody. It does not go back by itself.`,
    not_listed: `We have a payment of ${ours} that the payment provider does not list. Look it up in its dashboard.`,
    amount: `We have it as ${ours}, the payment provider as ${theirs}. Look it up in its dashboard.`,
    refunded: `We have ${ours} of it as returned, the payment provider has ${theirs}. Look it up in its dashboard.`,
    refund_failed: `${ours} could not be returned. Look it up in the provider’s dashboard: return it there, or another way, unless that has been done.`,
  }[kind]
}

/** What is told of a refund: how much, why, and when it arrives. `currency`: what was paid, which need not be pounds. */
export function refundText(amountPence: number, reason: RefundReason, currency = 'gbp'): string {
  const amount = currency === 'gbp' ? poundsText(amountPence) : 'all of it'
  return `${refundTexts[reason]} We return ${amount} the way you paid it, within ${refundWithinDays} days.`
}

/** What is told of a refund while it is looked at: also how far it is. */
export const returnText = (amountPence: number, reason: RefundReason, state: 'waiting' | 'done' | 'failed', currency = 'gbp'): string => {
  if (state === 'waiting') return refundText(amountPence, reason, currency)
  const amount = currency === 'gbp' ? poundsText(amountPence) : 'all of it'
  const sent = `${refundTexts[reason]} We have sent ${amount} back the way you paid it: your bank may need some days to show it.`
  const failed = `${refundTexts[reason]} We could not send ${amount} back the way you paid it. Please ring ${business.emergencyPhone.text}: we return it another way.`
  return state === 'done' ? sent : failed
}

interface Paid {
  amountPence: number
  currency: string
}

export interface Payable {
  status: BookingStatus
  priorityFeePence: number
  /** Null: nothing was ever to be paid for it. */
  paymentDueAt: Instant | null
  erasedAt: Instant | null
}

/**
 * What money that came for a booking does: it pays for one that waits for it, whose hold ran out, or that staff took on unpaid (a slot
 * permitting), or goes back whole, and why.
 */
export function judgePayment(booking: Payable | undefined, { amountPence, currency }: Paid, isPaid: boolean): 'confirms' | RefundReason {
  if (!booking || booking.paymentDueAt === null) return 'nothing_to_pay'
  if (isPaid) return 'twice'
  if (booking.status === 'cancelled') return 'cancelled_before'
  // Of one whose customer has had it erased nobody knows where to go.
  if (statuses[booking.status].stage === 'visited' || booking.erasedAt) return 'over'
  if (currency !== 'gbp' || amountPence !== booking.priorityFeePence) return 'wrong_amount'
  return 'confirms'
}

/** Whether a hold counts for the London day of `now`: after that an emergency is another one, and is booked anew. */
export const isOfToday = (paymentDueAt: Instant, now: Date): boolean => londonDay(paymentDueAt) === londonDay(now)

/** Why no slot can be held once more for a booking whose hold ran out unpaid; nothing where one can. */
export function retryProblem(
  { status, paymentDueAt, erasedAt }: { status: BookingStatus; paymentDueAt: Instant | null; erasedAt: Instant | null },
  now: Date,
): string | undefined {
  if (!mayTake('customer', 'retry', status) || !paymentDueAt || erasedAt) return 'There is nothing to pay for this booking now.'
  return isOfToday(paymentDueAt, now) ? undefined : 'This Red Line booking was for another day. Please book again, or ring us.'
}

/** What becomes of a booking's status when its fee is paid: what staff have made of it meanwhile stays. */
export const statusOncePaid = (status: BookingStatus): BookingStatus => (mayTake('payment', 'pay', status) ? steps.pay.to : status)

/** What is wrong with the address of a payment page; nothing where somebody may be sent there (specification 1 section 5). */
export function paymentUrlProblem(url: string, hosts: readonly string[], isSandbox = false): string | undefined {
  if (!URL.canParse(url)) return 'it is no address'
  const { protocol, hostname, username, password } = new URL(url)
  if (!hosts.includes(hostname) || username || password) return 'it is not on an allowed payment domain'
  if (protocol !== 'https:' && !isSandbox) return 'it is not https'
  return undefined
}

/** Whether what is due can be paid at this moment: the hold lives. */
export const isPayable = ({ status, paymentDueAt }: { status: BookingStatus; paymentDueAt: Instant | null }, now: Instant): boolean =>
  status === 'awaiting_payment' && paymentDueAt !== null && paymentDueAt > now
