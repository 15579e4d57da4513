import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { type HandMethod, handMethods, isHandMethod } from '#app/features/payments/hand-payments.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { toInstant } from '#app/platform/clock.ts'
import { Refusal } from '#app/platform/errors.ts'
import { penceOf } from '#app/platform/fields.ts'
import { newId } from '#app/platform/ids.ts'
import { sanitise } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { poundsText } from '#content/money.ts'
import { readBalance, readStandingBill } from './bill-balance.server.ts'
import { afterMoney, endPages } from './record-bill-payment.server.ts'

/** What is wrong with a payment that was entered, by field. */
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

export interface HandPayment {
  bookingId: string
  /** The id of the user. The caller has checked that they are staff, or the engineer who has the job. */
  by: string
  /** As typed: a name of `handMethods`, and pounds. */
  method: string
  amount: string
  /** From the form, a UUID: sending it twice records one payment. */
  key: string
}

/**
 * Records cash or a bank transfer for the bill of a booking. Cash is never more than is owed, as change is given at the door; too much by
 * transfer is refunded. Throws `PaymentEntryWrong` or `BookingNotFound`.
 */
export async function recordHandPayment(services: Services, { bookingId, by, method, amount, key }: HandPayment): Promise<void> {
  if (!isHandMethod(method)) throw new PaymentEntryWrong({ method: 'Choose how they paid' })
  const amountPence = penceOf(amount)
  if (!amountPence || amountPence > 10_000_000) throw new PaymentEntryWrong({ paidAmount: 'Enter an amount in pounds, like 142.50' })
  await actOnBooking(services, { bookingId, actor: by }, async (tx, { now }) => {
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
    if (owedPence <= 0) throw new PaymentEntryWrong({ paidAmount: 'The bill is paid.' })
    if (method === 'cash' && amountPence > owedPence)
      throw new PaymentEntryWrong({ paidAmount: `They owe ${poundsText(owedPence)}. Enter that or less, and give change for the rest.` })
    const [id, at] = [newId(), toInstant(now)]
    await tx
      .insertInto('payments')
      .values({
        ...{ id, provider: method, providerPaymentId: key, checkoutId: null, bookingId, billId: bill.id, takenBy: by },
        ...{ amountPence, currency: 'gbp', outcome: 'confirmed', paidAt: at, recordedAt: at },
      })
      .execute()
    await recordAudit(tx, now, { actor: by, action: 'payment.record', subject: id, detail: { bill: bill.reference, method, amountPence } })
    return {
      set: {},
      announces: [{ occasion: 'bill_paid', id }, ...(await afterMoney(services, tx, bookingId))],
      also: () => endPages(tx, bookingId),
    }
  })
}

export interface VoidPayment {
  bookingId: string
  paymentId: string
  /** The id of the user, who is staff. */
  by: string
  reason: string
}

/** Voids a payment that was recorded by mistake; its row stays, with who did it and why. Throws `PaymentEntryWrong`. */
export async function voidHandPayment(services: Services, { bookingId, paymentId, by, reason: typed }: VoidPayment): Promise<void> {
  const reason = sanitise(typed.slice(0, 1_500)).replace(/\s+/g, ' ').trim()
  if (reason === '' || reason.length > 300) throw new PaymentEntryWrong({ voidReason: 'Say why, in 300 characters or fewer' })
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
    if (!voided) throw new PaymentEntryWrong({ voidReason: 'It has already been struck out or refunded. Look at the bill again.' })
    await recordAudit(tx, now, {
      ...{ actor: by, action: 'payment.void', subject: paymentId },
      detail: { method: voided.provider, amountPence: voided.amountPence },
    })
    return { set: {} }
  })
}
