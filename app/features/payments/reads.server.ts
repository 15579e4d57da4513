import type { Kysely } from 'kysely'
import type { Purchase } from '#app/features/analytics/track.ts'
import type { PaidFee } from '#app/features/booking/rules.ts'
import { codeFrom } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import type { PaymentsTable, Tables } from '#db/tables.ts'
import { type RefundReason, refundText } from './rules.ts'
import type { PaymentView } from './schema.ts'

/**
 * How the payment of a checkout session stands, by what the provider has told us: the redirect that brought the session's id confirms
 * nothing. One that we do not know has an enquiry reference derived from it, the same whenever it is asked for (DESIGN 6).
 */
export async function readPayment({ db }: Pick<Services, 'db'>, sessionId: string | null): Promise<PaymentView> {
  const id = sessionId?.trim()
  if (!id) return { state: 'absent' }
  const checkout = await db
    .selectFrom('checkouts')
    .innerJoin('bookings', 'bookings.id', 'checkouts.bookingId')
    .select(['checkouts.id', 'bookings.reference', 'bookings.service', 'bookings.postcode'])
    .where('checkouts.sessionId', '=', id)
    .executeTakeFirst()
  if (!checkout) return enquiryOf(id)
  const { reference } = checkout
  const payments = await db.selectFrom('payments').selectAll().where('checkoutId', '=', checkout.id).orderBy('id').execute()
  const confirmed = payments.find(({ outcome }) => outcome === 'confirmed')
  if (confirmed) return { state: 'paid', reference, purchase: purchaseOf(confirmed, checkout) }
  const returned = payments.at(-1)
  if (!returned) return { state: 'confirming', reference }
  const refund = await db.selectFrom('refunds').selectAll().where('paymentId', '=', returned.id).executeTakeFirst()
  return {
    state: 'returned',
    reference,
    text: refund ? refundText(refund.amountPence, refund.reason as RefundReason, returned.currency) : '',
  }
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
