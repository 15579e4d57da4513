import type { Kysely } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import type { Purchase } from '#app/platform/track.ts'
import type { Instant } from '#app/values/clock.ts'
import { codeFrom } from '#app/values/ids.ts'
import type { BusinessDetails } from '#content/business.ts'
import { poundsText } from '#content/money.ts'
import type { PaymentsTable } from '#db/tables/payments.ts'
import type { Tables } from '#db/tables.ts'
import { readReturnedPence } from './paid-fee.server.ts'
import type { PaymentView } from './payment-view.ts'
import { type RefundReason, returnText } from './refund-reasons.ts'

/**
 * The state of a checkout session's payment, from the provider's messages: the redirect with the session's id confirms nothing. An unknown
 * session has an enquiry reference derived from its id, always the same.
 */
export async function readPayment({ db, published }: Pick<Services, 'db' | 'published'>, sessionId: string | null): Promise<PaymentView> {
  const id = sessionId?.trim()
  if (!id) return { state: 'absent' }
  // Not a provider's session; PostgreSQL doesn't accept such text.
  if (id.includes('\0')) return enquiryOf(id)
  const checkout = await db
    .selectFrom('checkouts')
    .innerJoin('bookings', 'bookings.id', 'checkouts.bookingId')
    .select(['checkouts.id', 'bookings.reference', 'bookings.service', 'bookings.postcode'])
    .where('checkouts.sessionId', '=', id)
    .where('checkouts.billId', 'is', null)
    .executeTakeFirst()
  if (!checkout) return enquiryOf(id)
  const { reference } = checkout
  const payments = await db
    .selectFrom('payments')
    .leftJoin('refunds', 'refunds.paymentId', 'payments.id')
    .select(['payments.id', 'payments.outcome', 'payments.amountPence', 'payments.currency'])
    .select(['refunds.reason', 'refunds.state as refundState', 'refunds.amountPence as refundPence'])
    .where('payments.checkoutId', '=', checkout.id)
    .orderBy('payments.id')
    .orderBy('refunds.id')
    .execute()
  const texts = payments.flatMap((payment) => returnsOf(payment, published.current().details))
  const confirmed = payments.find(({ outcome }) => outcome === 'confirmed')
  // If it is refunded because we were late, the visit continues.
  const isLate = payments.some(({ reason }) => reason === ('not_dispatched' satisfies RefundReason))
  const isReturned = confirmed && !isLate && (await readReturnedPence(db, confirmed.id)) >= confirmed.amountPence
  if (confirmed && !isReturned) {
    const text = texts.length > 0 ? { text: texts.join(' ') } : {}
    return { state: 'paid', reference, purchase: purchaseOf(confirmed, checkout), ...text }
  }
  return payments.length > 0 ? { state: 'returned', reference, text: texts.join(' ') } : { state: 'confirming', reference }
}

interface MaybeReturned {
  currency: string
  reason: string | null
  refundState: 'waiting' | 'done' | 'failed' | null
  refundPence: number | null
}

export const returnsOf = ({ currency, reason, refundState, refundPence }: MaybeReturned, details: BusinessDetails): string[] =>
  reason && refundState && refundPence
    ? [returnText(details, { amountPence: refundPence, reason: reason as RefundReason, state: refundState, currency })]
    : []

/** A refund on a booking's page. */
export interface RefundView {
  id: string
  /** '£29.99'; undefined if it was not paid in pounds. */
  amount?: string
  state: 'waiting' | 'done' | 'failed'
  askedAt: Instant
  /** The time it was sent to the customer's bank. */
  doneAt?: Instant
  /** Why, and when it arrives. */
  text: string
}

/** The refunds of a booking, in the order they were asked for. */
export async function readRefunds({ db, published }: Pick<Services, 'db' | 'published'>, bookingId: string): Promise<RefundView[]> {
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.id', 'refunds.amountPence', 'refunds.reason', 'refunds.state', 'refunds.createdAt', 'refunds.doneAt'])
    .select('payments.currency')
    .where('payments.bookingId', '=', bookingId)
    .orderBy('refunds.id')
    .execute()
  const { details } = published.current()
  return refunds.map(({ id, amountPence, reason, state, createdAt, doneAt, currency }) => ({
    id,
    ...(currency === 'gbp' && { amount: poundsText(amountPence) }),
    state,
    askedAt: createdAt,
    ...(doneAt && { doneAt }),
    text: returnText(details, { amountPence, reason: reason as RefundReason, state, currency }),
  }))
}

/** The enquiry reference of an unknown session, for calling us. */
export const enquiryOf = (sessionId: string): PaymentView => ({
  state: 'confirming',
  reference: `BK-${codeFrom(`enquiry ${sessionId}`, 8)}`,
})

/** The purchase data for analytics: only the outward code of the place, and an id that identifies no one. */
function purchaseOf(
  { id, amountPence }: Pick<PaymentsTable, 'id' | 'amountPence'>,
  booked: { service: string; postcode: string },
): Purchase {
  return {
    currency: 'GBP',
    value: amountPence / 100,
    serviceType: booked.service,
    urgency: 'redline',
    transactionId: `T${codeFrom(`transaction ${id}`, 10)}`,
    location: /^([A-Z]{1,2}\d[A-Z\d]?)( |$)/.exec(booked.postcode)?.[1] ?? '',
  }
}

/** Returns true if a refund of a booking was begun at `since` or later. */
export async function hasRefundSince(db: Kysely<Tables>, bookingId: string, since: string): Promise<boolean> {
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select('refunds.id')
    .where('payments.bookingId', '=', bookingId)
    .where('refunds.createdAt', '>=', since)
    .executeTakeFirst()
  return refund !== undefined
}
