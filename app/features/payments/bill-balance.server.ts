import type { Kysely, Selectable } from 'kysely'
import type { BillsTable } from '#db/tables/billing.ts'
import type { Tables } from '#db/tables.ts'
import { handMethods } from './hand-payments.ts'

export type BillRow = Selectable<BillsTable>

/** The bills and payments of a booking. Amounts in pence, VAT included. */
export interface Balance {
  /** The sum of all its bills. */
  billedPence: number
  /** The sum of their credit notes. */
  creditedPence: number
  /** Payments less refunds, the priority fee included. */
  paidPence: number
  /** The part that was refunded, or is being refunded. */
  refundedPence: number
  /** The part that banks returned to the customer against our word. */
  lostPence: number
  /** Amount due; negative if we owe the customer. */
  owedPence: number
}

/** Returns the amount due: bills less credit notes, less payments that were neither refunded nor lost to a dispute. */
const balanceOf = (sums: Omit<Balance, 'owedPence'>): Balance => ({
  ...sums,
  owedPence: sums.billedPence - sums.creditedPence - (sums.paidPence - sums.refundedPence - sums.lostPence),
})

const noBalance = { billedPence: 0, creditedPence: 0, paidPence: 0, refundedPence: 0, lostPence: 0 }

/**
 * The balances of bookings by their ids. A payment that came when nothing was owed is refunded in full and not included; neither is one
 * that was voided.
 */
export async function readBalances(db: Kysely<Tables>, bookingIds: readonly string[]): Promise<Map<string, Balance>> {
  if (bookingIds.length === 0) return new Map()
  const sums = new Map(bookingIds.map((id) => [id, { ...noBalance }]))
  const add = (key: keyof typeof noBalance, rows: readonly { bookingId: string | null; pence: number | string }[]) => {
    for (const { bookingId, pence } of rows) {
      const sum = sums.get(bookingId ?? '')
      if (sum) sum[key] = Number(pence)
    }
  }
  const billed = db
    .selectFrom('bills')
    .select(({ fn }) => ['bookingId', fn.sum<number | string>('totalPence').as('pence')])
    .where('bookingId', 'in', bookingIds)
    .groupBy('bookingId')
  const credited = db
    .selectFrom('creditNotes')
    .innerJoin('bills', 'bills.id', 'creditNotes.billId')
    .select(({ fn }) => ['bills.bookingId', fn.sum<number | string>('creditNotes.amountPence').as('pence')])
    .where('bills.bookingId', 'in', bookingIds)
    .groupBy('bills.bookingId')
  const paid = db
    .selectFrom('payments')
    .select(({ fn }) => ['bookingId', fn.sum<number | string>('amountPence').as('pence')])
    .where('bookingId', 'in', bookingIds)
    .where('outcome', '=', 'confirmed')
    .where('voidedAt', 'is', null)
    .groupBy('bookingId')
  const refunded = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(({ fn }) => ['payments.bookingId', fn.sum<number | string>('refunds.amountPence').as('pence')])
    .where('payments.bookingId', 'in', bookingIds)
    .where('payments.outcome', '=', 'confirmed')
    .where('payments.voidedAt', 'is', null)
    .where('refunds.state', '!=', 'failed')
    .groupBy('payments.bookingId')
  const lost = db
    .selectFrom('disputes')
    .innerJoin('payments', (join) =>
      join.onRef('payments.provider', '=', 'disputes.provider').onRef('payments.providerPaymentId', '=', 'disputes.providerPaymentId'),
    )
    .select(({ fn }) => ['payments.bookingId', fn.sum<number | string>('disputes.amountPence').as('pence')])
    .where('payments.bookingId', 'in', bookingIds)
    .where('payments.outcome', '=', 'confirmed')
    .where('disputes.state', '=', 'lost')
    .groupBy('payments.bookingId')
  add('lostPence', await lost.execute())
  add('billedPence', await billed.execute())
  add('creditedPence', await credited.execute())
  add('paidPence', await paid.execute())
  add('refundedPence', await refunded.execute())
  return new Map([...sums].map(([id, sum]) => [id, balanceOf(sum)]))
}

/** The balance of one booking. */
export const readBalance = async (db: Kysely<Tables>, bookingId: string): Promise<Balance> =>
  (await readBalances(db, [bookingId])).get(bookingId) ?? balanceOf(noBalance)

/**
 * Returns a booking's cash and transfers less refunds, in pence. They are recorded on a person's word alone: they never make a card payment
 * an overpayment, so they lead to no automatic refund.
 */
export async function readKeptByHandPence(db: Kysely<Tables>, bookingId: string): Promise<number> {
  const payments = await db
    .selectFrom('payments')
    .select('amountPence')
    .select((eb) =>
      eb
        .selectFrom('refunds')
        .select(({ fn }) => fn.sum<number | string | null>('refunds.amountPence').as('pence'))
        .whereRef('refunds.paymentId', '=', 'payments.id')
        .where('refunds.state', '!=', 'failed')
        .as('refunded'),
    )
    .where('bookingId', '=', bookingId)
    .where('provider', 'in', Object.keys(handMethods))
    .where('outcome', '=', 'confirmed')
    .where('voidedAt', 'is', null)
    .execute()
  return payments.reduce((sum, { amountPence, refunded }) => sum + amountPence - Number(refunded), 0)
}

/** The last bill of a booking; undefined if none was issued. */
export const readLastBill = (db: Kysely<Tables>, bookingId: string): Promise<BillRow | undefined> =>
  db.selectFrom('bills').selectAll().where('bookingId', '=', bookingId).orderBy('revision', 'desc').limit(1).executeTakeFirst()

/** Returns the amount that we owe the customer of a billed booking, in pence: the maximum of a refund. Undefined if no bill was issued. */
export async function readOverpaidPence(db: Kysely<Tables>, bookingId: string): Promise<number | undefined> {
  if (!(await readLastBill(db, bookingId))) return undefined
  return Math.max(0, -(await readBalance(db, bookingId)).owedPence)
}

/** The credited part of a bill, in pence. */
export async function readCreditedPence(db: Kysely<Tables>, billId: string): Promise<number> {
  const { pence } = await db
    .selectFrom('creditNotes')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number | string>('amountPence'), val(0)).as('pence'))
    .where('billId', '=', billId)
    .executeTakeFirstOrThrow()
  return Number(pence)
}

/** The bill in force: the last one, unless all of it was credited. */
export async function readStandingBill(db: Kysely<Tables>, bookingId: string): Promise<BillRow | undefined> {
  const bill = await readLastBill(db, bookingId)
  if (!bill) return undefined
  const creditedPence = await readCreditedPence(db, bill.id)
  return creditedPence > 0 && creditedPence === bill.totalPence ? undefined : bill
}
