import type { Transaction } from 'kysely'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { type BillRow, readBalance, readCreditedPence, readLastBill } from '#app/features/payments/bill-balance.server.ts'
import { afterMoney, endPages } from '#app/features/payments/record-bill-payment.server.ts'
import { vatIn } from '#app/features/pricing/bill.ts'
import { requireWithinReturnLimit } from '#app/features/visit/return-limit.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { penceOf, textReader } from '#app/platform/fields.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { nextNumber } from './drafting/bill-numbers.server.ts'
import { EntryWrong } from './drafting/refusals.ts'

interface CreditBill {
  bookingId: string
  /** The id of the user, who is staff. */
  staffId: string
  /** In pounds, as typed. */
  amount: string
  /** Why, as the customer reads it: 1 to 300 characters. */
  reason: string
  /** From the form: sending it twice makes one credit note. */
  key: string
}

const readReason = textReader('The reason', { max: 300, required: 'Give a reason. The customer will see this' })

/**
 * Reduces an issued bill by a numbered credit note; any overpayment is refunded to the card. Never more than the rest of the bill, and
 * within the person's daily limit. Throws `EntryWrong`, `BookingNotFound`, `RefundRefused`, or a refusal if there is no bill.
 */
export async function creditBill(services: Services, { bookingId, staffId, amount, reason: typed, key }: CreditBill): Promise<void> {
  const reason = readReason(typed)
  const amountPence = penceOf(amount) ?? 0
  if (key === '') throw new CodedRefusal(400, 'invalid', 'Reload the page, then issue the credit note again.')
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { now }) => {
    if (await tx.selectFrom('creditNotes').select('id').where('pressKey', '=', key).executeTakeFirst()) return undefined
    const bill = await readLastBill(tx, bookingId)
    if (!bill) throw new CodedRefusal(409, 'no_bill', 'The bill hasn’t been issued yet. Correct it instead.')
    const creditedPence = await readCreditedPence(tx, bill.id)
    const leftPence = bill.totalPence - creditedPence
    const problems = {
      ...((amountPence <= 0 || amountPence > leftPence) && {
        creditAmount: `Enter an amount up to ${poundsText(leftPence)}. That’s the most you can still credit.`,
      }),
      ...('problem' in reason && { creditReason: reason.problem }),
    }
    if (Object.keys(problems).length > 0 || 'problem' in reason) throw new EntryWrong(problems)
    return (await creditBillIn(services, tx, now, { bill, creditedPence, amountPence, staffId, reason: reason.value, key })).change
  })
}

interface Credit {
  bill: BillRow
  /** The sum of its earlier credit notes. */
  creditedPence: number
  amountPence: number
  staffId: string
  reason: string
  key: string
}

/**
 * Issues a credit note in the caller's transaction, which has locked the booking and checked that it is within the bill. Throws
 * `RefundRefused` above the person's daily limit.
 */
export async function creditBillIn(
  services: Services,
  tx: Transaction<Tables>,
  now: Date,
  { bill, creditedPence, amountPence, staffId, reason, key }: Credit,
) {
  const { bookingId } = bill
  await requireWithinReturnLimit(services, tx, staffId, { bookingId, form: 'credit_note', amountPence })
  const { owedPence } = await readBalance(tx, bookingId)
  const id = newId()
  // The VAT of all credit notes together is that of their sum, so a bill credited in parts ends with none left.
  const vatPence = bill.vatPercent === null ? 0 : vatIn(creditedPence + amountPence) - vatIn(creditedPence)
  const numbered = await nextNumber(tx, 'credit_note', now)
  await tx
    .insertInto('creditNotes')
    .values({
      ...{ id, billId: bill.id, ...numbered, issuedAt: toInstant(now), issuedBy: staffId },
      ...{ reason, amountPence, vatPence, pressKey: key },
    })
    .execute()
  await recordAudit(tx, now, {
    ...{ actor: staffId, action: 'bill.credit', subject: bill.id },
    detail: { creditNote: numbered.reference, bill: bill.reference, amountPence },
  })
  const announces = [{ occasion: 'bill_credited' as const, id }, ...(await afterMoney(services, tx, bookingId, amountPence))]
  return {
    change: { set: {}, announces, jobs: await endPages(tx, bookingId) },
    refundPence: Math.max(0, amountPence - Math.max(0, owedPence)),
  }
}
