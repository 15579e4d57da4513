import type { Transaction } from 'kysely'
import { actOnBooking, type Change, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { Refusal } from '#app/platform/errors.ts'
import { sanitiseLine } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { readBalance, readStandingBill } from './bill-balance.server.ts'
import { type HandMethod, handMethods, readHandPayment } from './hand-payments.ts'
import { endPages } from './record-bill-payment.server.ts'

/** Problems with an entered payment, by field. */
export class PaymentEntryWrong extends Refusal {
  readonly code = 'payment_entry'
  readonly status = 400
  readonly fields: Readonly<Record<string, string>>
  constructor(fields: Record<string, string>) {
    super(Object.values(fields).join(' '))
    this.fields = fields
  }
  override details() {
    return { fields: this.fields }
  }
}

interface HandPayment {
  bookingId: string
  /** The id of the user. The caller has checked that they are staff, or the engineer who has the job. */
  by: string
  /** As typed: a name of `handMethods`, and pounds. */
  method: string
  amount: string
  /** From the form, a UUID: sending it twice records one payment. */
  key: string
  /** Staff have confirmed that it is more than the amount due; undefined for engineers, who never take more. */
  isMore?: boolean
}

/**
 * Records cash or a bank transfer for the bill of a booking. It is never more than is owed, except a transfer that staff have confirmed:
 * the excess is then on their list, since only a person's word shows that the money was received. Throws `PaymentEntryWrong` or
 * `BookingNotFound`.
 */
export async function recordHandPayment(services: Services, { bookingId, by, ...payment }: HandPayment): Promise<void> {
  await actOnBooking(services, { bookingId, actor: by }, (tx, locked) => handPaymentChange(tx, locked, { by, ...payment }))
}

/** The same on a locked booking. `at`: the time of the payment, which a phone may report later; absent: now. Throws `PaymentEntryWrong`. */
export async function handPaymentChange(
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  { by, key, at = toInstant(now), ...typed }: Omit<HandPayment, 'bookingId'> & { at?: Instant },
): Promise<Change | undefined> {
  const bookingId = booking.id
  const read = readHandPayment(typed)
  if ('problems' in read) throw new PaymentEntryWrong(read.problems)
  const { method, amountPence } = read.payment
  const known = await tx
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', method)
    .where('providerPaymentId', '=', key)
    .executeTakeFirst()
  if (known) return undefined
  const bill = await readStandingBill(tx, bookingId)
  if (!bill) throw new PaymentEntryWrong({ paidAmount: 'There’s no bill yet. Issue it first.' })
  const { owedPence } = await readBalance(tx, bookingId)
  const fits = readHandPayment(typed, owedPence)
  if ('problems' in fits) throw new PaymentEntryWrong(fits.problems)
  const id = newId()
  await tx
    .insertInto('payments')
    .values({
      ...{ id, provider: method, providerPaymentId: key, checkoutId: null, bookingId, billId: bill.id, takenBy: by },
      ...{ amountPence, currency: 'gbp', outcome: 'confirmed', paidAt: at, recordedAt: toInstant(now) },
    })
    .execute()
  await recordAudit(tx, now, { actor: by, action: 'payment.record', subject: id, detail: { bill: bill.reference, method, amountPence } })
  return {
    set: {},
    announces: { occasion: 'bill_paid', id },
    jobs: await endPages(tx, bookingId),
  }
}

interface VoidPayment {
  bookingId: string
  paymentId: string
  /** The id of the user, who is staff. */
  by: string
  reason: string
}

/** Voids a payment that was recorded by mistake; its row stays, with who voided it and the reason. Throws `PaymentEntryWrong`. */
export async function voidHandPayment(services: Services, { bookingId, paymentId, by, reason: typed }: VoidPayment): Promise<void> {
  const reason = sanitiseLine(typed.slice(0, 1_500))
  if (reason === '' || reason.length > 300) throw new PaymentEntryWrong({ voidReason: 'Give a reason in 300 characters or fewer' })
  await actOnBooking(services, { bookingId, actor: by }, async (tx, { now }) => {
    const refunds = tx.selectFrom('refunds').select('paymentId').where('state', '!=', 'failed')
    const voided = await tx
      .updateTable('payments')
      .set({ voidedAt: toInstant(now), voidedBy: by, voidedReason: reason })
      .where('id', '=', paymentId)
      .where('bookingId', '=', bookingId)
      .where('provider', 'in', Object.keys(handMethods) as HandMethod[])
      .where('voidedAt', 'is', null)
      .where('id', 'not in', refunds)
      .returning(['amountPence', 'provider'])
      .executeTakeFirst()
    if (!voided) throw new PaymentEntryWrong({ voidReason: 'This payment has already been voided or refunded. Check the bill again.' })
    await recordAudit(tx, now, {
      ...{ actor: by, action: 'payment.void', subject: paymentId },
      detail: { method: voided.provider, amountPence: voided.amountPence },
    })
    return { set: {} }
  })
}
