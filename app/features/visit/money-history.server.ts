import type { Kysely } from 'kysely'
import { handMethods, isHandMethod, paidInWords } from '#app/features/payments/hand-payments.ts'
import { type RefundReason, staffRefundReason } from '#app/features/payments/refund-reasons.ts'
import type { Instant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { chargeText } from './charge-text.ts'

/** Something that happened to a booking's money. */
interface MoneyEvent {
  id: string
  at: Instant
  /** 'system', 'customer' or the user's id; '' if it wasn't recorded. */
  actor: string
  /** As staff read it after the name. */
  what: string
}

/** Returns a booking's money history: refunds, credits and fees, who made them and why, and withdrawals. */
export async function readMoneyHistory(db: Kysely<Tables>, bookingId: string): Promise<MoneyEvent[]> {
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select([
      'refunds.id',
      'refunds.amountPence',
      'refunds.reason',
      'refunds.note',
      'refunds.askedBy',
      'refunds.state',
      'refunds.createdAt',
    ])
    .where('payments.bookingId', '=', bookingId)
    .limit(200)
    .execute()
  const credits = await db.selectFrom('credits').selectAll().where('bookingId', '=', bookingId).execute()
  const charges = await db.selectFrom('charges').selectAll().where('bookingId', '=', bookingId).limit(200).execute()
  const waived = await db
    .selectFrom('feeQuestions')
    .select(['id', 'amountPence', 'settledAt', 'settledBy'])
    .where('bookingId', '=', bookingId)
    .where('decision', '=', 'waived')
    .execute()
  return [
    ...refunds.map(({ id, createdAt: at, askedBy, reason, ...refund }) => ({
      ...{ id, at },
      actor: askedBy ?? (reason === 'staff' ? '' : 'system'),
      what: refundedText({ ...refund, reason: reason as RefundReason }),
    })),
    ...credits.map(({ id, createdAt: at, reason, amountPence, refundId }) => ({
      ...{ id, at, actor: 'system' },
      what: `recorded a missed promise: ${reason}${amountPence > 0 && !refundId ? `, ${poundsText(amountPence)} off the bill` : ''}`,
    })),
    ...charges.map(({ id, arisenAt: at, arisenBy: actor, ...charge }) => ({
      ...{ id, at, actor },
      what: `added the ${chargeText(charge)}: ${charge.reason}`,
    })),
    ...waived.map(({ id, settledAt, settledBy, amountPence }) => ({
      ...{ id, at: settledAt ?? '', actor: settledBy ?? '' },
      what: `decided not to charge the ${poundsText(amountPence)} no-access fee`,
    })),
    ...(await readBillHistory(db, bookingId)),
    ...credits.flatMap((row) => withdrawal(row, `${poundsText(row.amountPence)} off the bill`)),
    ...charges.flatMap((row) => withdrawal(row, chargeText(row))),
  ]
}

/** Bills, credit notes, and payments recorded by hand. */
async function readBillHistory(db: Kysely<Tables>, bookingId: string): Promise<MoneyEvent[]> {
  const bills = await db
    .selectFrom('bills')
    .select(['id', 'reference', 'issuedAt', 'issuedBy', 'totalPence'])
    .where('bookingId', '=', bookingId)
    .execute()
  if (bills.length === 0) return []
  const notes = await db
    .selectFrom('creditNotes')
    .innerJoin('bills', 'bills.id', 'creditNotes.billId')
    .select(['creditNotes.id', 'creditNotes.reference', 'creditNotes.issuedAt', 'creditNotes.issuedBy', 'creditNotes.amountPence'])
    .select('creditNotes.reason')
    .where('bills.bookingId', '=', bookingId)
    .execute()
  const payments = await db.selectFrom('payments').selectAll().where('bookingId', '=', bookingId).where('billId', 'is not', null).execute()
  return [
    ...bills.map(({ id, issuedAt: at, issuedBy: actor, reference, totalPence }) => ({
      ...{ id, at, actor },
      what: `issued bill ${reference}, ${poundsText(totalPence)}`,
    })),
    ...notes.map(({ id, issuedAt: at, issuedBy: actor, reference, amountPence, reason }) => ({
      ...{ id, at, actor },
      what: `issued credit note ${reference}, ${poundsText(amountPence)}: ${reason}`,
    })),
    ...payments.map(({ id, recordedAt: at, takenBy, provider, amountPence }) => ({
      ...{ id, at, actor: takenBy ?? 'system' },
      what: isHandMethod(provider)
        ? `recorded ${poundsText(amountPence)} ${paidInWords(handMethods[provider])}`
        : `received ${poundsText(amountPence)} by card`,
    })),
    ...payments.flatMap(({ id, voidedAt, voidedBy, voidedReason, amountPence }) =>
      voidedAt
        ? [
            {
              id: `${id}-voided`,
              at: voidedAt,
              actor: voidedBy ?? '',
              what: `voided the payment of ${poundsText(amountPence)}: ${voidedReason}`,
            },
          ]
        : [],
    ),
  ]
}

interface Refund {
  amountPence: number
  reason: RefundReason
  note: string | null
  state: 'waiting' | 'done' | 'failed'
}

function refundedText({ amountPence, reason, note, state }: Refund): string {
  const why = note ?? (reason === 'dashboard' ? 'in the payment provider’s dashboard' : staffRefundReason(reason))
  const text = `refunded ${poundsText(amountPence)}: ${why}`
  return state === 'failed' ? `${text.replace(/\.$/, '')}. The refund failed.` : text
}

interface Withdrawable {
  id: string
  withdrawnAt: Instant | null
  withdrawnBy: string | null
  withdrawnReason: string | null
}

const withdrawal = ({ id, withdrawnAt, withdrawnBy, withdrawnReason }: Withdrawable, owed: string): MoneyEvent[] =>
  withdrawnAt
    ? [{ id: `${id}-withdrawn`, at: withdrawnAt, actor: withdrawnBy ?? '', what: `withdrew the ${owed}: ${withdrawnReason}` }]
    : []

/** A credit or a fee that is owed until the bill includes it, and can be withdrawn. */
interface Owed {
  id: string
  /** '£50 off the bill', '£49 no-access fee'. */
  what: string
  reason: string
}

/** Returns amounts that we or the customer owe on a booking until the bill includes them. */
export async function readOwed(db: Kysely<Tables>, bookingId: string): Promise<Owed[]> {
  const credits = await db
    .selectFrom('credits')
    .select(['id', 'amountPence', 'reason'])
    .where('bookingId', '=', bookingId)
    .where('withdrawnAt', 'is', null)
    .where('refundId', 'is', null)
    .where('amountPence', '>', 0)
    .orderBy('missedAt')
    .execute()
  const charges = await db
    .selectFrom('charges')
    .selectAll()
    .where('bookingId', '=', bookingId)
    .where('withdrawnAt', 'is', null)
    .orderBy('id')
    .execute()
  return [
    ...credits.map(({ id, amountPence, reason }) => ({ id, what: `${poundsText(amountPence)} off the bill`, reason })),
    ...charges.map((charge) => ({ id: charge.id, what: chargeText(charge), reason: charge.reason })),
  ]
}
