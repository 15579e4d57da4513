import type { Kysely, Selectable } from 'kysely'
import type { Purchase } from '#app/features/analytics/track.ts'
import type { FeeView } from '#app/features/booking/fee-view.ts'
import { isPayable, retryProblem } from '#app/features/booking/priority-fee.ts'
import { hasSlot } from '#app/features/capacity/slots-left.server.ts'
import { toInstant } from '#app/platform/clock.ts'
import { codeFrom } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import type { BusinessDetails } from '#content/business.ts'
import type { BookingsTable, PaymentsTable, Tables } from '#db/tables.ts'
import type { PaidFee } from './paid-fee.ts'
import type { PaymentView } from './payment-view.ts'
import { type RefundReason, returnText } from './refund-reasons.ts'

/**
 * How the payment of a checkout session stands, by what the provider has told us: the redirect that brought the session's id confirms
 * nothing. One that we do not know has an enquiry reference derived from it, the same whenever it is asked for.
 */
export async function readPayment({ db, published }: Pick<Services, 'db' | 'published'>, sessionId: string | null): Promise<PaymentView> {
  const id = sessionId?.trim()
  if (!id) return { state: 'absent' }
  // No provider's session; PostgreSQL takes no such text.
  if (id.includes('\0')) return enquiryOf(id)
  const checkout = await db
    .selectFrom('checkouts')
    .innerJoin('bookings', 'bookings.id', 'checkouts.bookingId')
    .select(['checkouts.id', 'bookings.reference', 'bookings.service', 'bookings.postcode'])
    .where('checkouts.sessionId', '=', id)
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
  const isReturned = confirmed && (await readReturnedPence(db, confirmed.id)) >= confirmed.amountPence
  if (confirmed && !isReturned) {
    const text = texts.length > 0 ? { text: texts.join(' ') } : {}
    return { state: 'paid', reference, purchase: purchaseOf(confirmed, checkout), ...text }
  }
  return payments.length > 0 ? { state: 'returned', reference, text: texts.join(' ') } : { state: 'confirming', reference }
}

/** What of a payment has gone back or is on its way, in pence. */
export async function readReturnedPence(db: Kysely<Tables>, paymentId: string): Promise<number> {
  const { returned } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('amountPence'), eb.val(0)).as('returned'))
    .where('paymentId', '=', paymentId)
    .where('state', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(returned)
}

/** The Red Line fee that was paid for a booking; undefined where none was. */
export async function readPaidFee(db: Kysely<Tables>, bookingId: string): Promise<PaidFee | undefined> {
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'amountPence', 'paidAt', 'recordedAt'])
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'confirmed')
    .executeTakeFirst()
  if (!payment) return undefined
  const { id, amountPence, paidAt, recordedAt } = payment
  // The provider's clock may be ahead of ours, and word of a payment may come late: the customer's minutes ran all the same.
  return { paidAt: [paidAt, recordedAt].toSorted()[0] ?? paidAt, leftPence: amountPence - (await readReturnedPence(db, id)) }
}

/** Differences by their ids, oldest first, with the booking where there is one. */
export const readDifferences = ({ db }: Pick<Services, 'db'>, ids: readonly string[]) =>
  db
    .selectFrom('paymentDifferences')
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.provider', '=', 'paymentDifferences.provider')
        .onRef('payments.providerPaymentId', '=', 'paymentDifferences.providerPaymentId'),
    )
    .leftJoin('bookings', 'bookings.id', 'payments.bookingId')
    .select(['paymentDifferences.provider', 'paymentDifferences.providerPaymentId', 'kind', 'oursPence', 'theirsPence', 'foundAt'])
    .select('bookings.reference')
    .where('paymentDifferences.id', 'in', ids)
    .orderBy('paymentDifferences.id')
    .execute()

/**
 * How the priority fee of a booking stands at this moment, for whoever has its private link; undefined where none was to be paid
 * online. A hold that has run out counts as expired, whether or not it has been taken down yet.
 */
export async function readFee({ db, clock, payments: provider, published }: FeeServices, booking: Feed): Promise<FeeView | undefined> {
  const { id, status, paymentDueAt, priorityFeePence } = booking
  if (!paymentDueAt) return undefined
  const now = clock.now()
  const at = toInstant(now)
  const payments = await db
    .selectFrom('payments')
    .leftJoin('refunds', 'refunds.paymentId', 'payments.id')
    .select([
      'payments.outcome',
      'payments.currency',
      'refunds.reason',
      'refunds.state as refundState',
      'refunds.amountPence as refundPence',
    ])
    .where('payments.bookingId', '=', id)
    .orderBy('payments.id')
    .orderBy('refunds.id')
    .execute()
  const view = {
    isHeld: await hasSlot(db, id),
    amountPence: priorityFeePence,
    dueAt: paymentDueAt,
    at,
    returns: payments.flatMap((payment) => returnsOf(payment, published.current().details)),
    mayRetry: provider !== null && !retryProblem(booking, now),
  }
  if (status === 'cancelled') return { state: 'cancelled', ...view }
  if (status === 'awaiting_payment' || status === 'expired') return { state: isPayable(booking, at) ? 'due' : 'expired', ...view }
  return payments.some(({ outcome }) => outcome === 'confirmed') ? { state: 'paid', ...view } : undefined
}

type FeeServices = Pick<Services, 'db' | 'clock' | 'payments' | 'published'>
type Feed = Pick<Selectable<BookingsTable>, 'id' | 'status' | 'paymentDueAt' | 'priorityFeePence' | 'erasedAt'>

interface MaybeReturned {
  currency: string
  reason: string | null
  refundState: 'waiting' | 'done' | 'failed' | null
  refundPence: number | null
}

const returnsOf = ({ currency, reason, refundState, refundPence }: MaybeReturned, details: BusinessDetails): string[] =>
  reason && refundState && refundPence
    ? [returnText(details, { amountPence: refundPence, reason: reason as RefundReason, state: refundState, currency })]
    : []

/** A session that nobody has told us of: something to ring with. */
export const enquiryOf = (sessionId: string): PaymentView => ({
  state: 'confirming',
  reference: `BK-${codeFrom(`enquiry ${sessionId}`, 8)}`,
})

/** What analytics is told of a payment: of the place the outward code alone, and a number that leads to nobody (specification 1 section 9). */
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
