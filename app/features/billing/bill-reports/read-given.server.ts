import type { Kysely } from 'kysely'
import { readNameOf } from '#app/features/booking/history.server.ts'
import { undoneReason } from '#app/features/visit/charges.server.ts'
import type { Tables } from '#db/tables.ts'
import type { BillReport } from '../read-bill-report.server.ts'

/** Reads refunds and reductions by people in a period, by when they decided. An automatic refund has its rule in the list of refunds. */
export async function readGiven(db: Kysely<Tables>, begin: string, end: string): Promise<BillReport['given']> {
  const notes = await db
    .selectFrom('creditNotes')
    .select(['issuedBy as by', 'reference', 'reason', 'amountPence as pence'])
    .where('issuedAt', '>=', begin)
    .where('issuedAt', '<', end)
    .orderBy('id')
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .leftJoin('bookings', 'bookings.id', 'payments.bookingId')
    .select(['askedBy as by', 'bookings.reference', 'refunds.note as reason', 'refunds.amountPence as pence'])
    .where('askedBy', 'is not', null)
    .where('refunds.state', '!=', 'failed')
    .where('refunds.createdAt', '>=', begin)
    .where('refunds.createdAt', '<', end)
    .orderBy('refunds.id')
    .execute()
  const fees = await db
    .selectFrom('charges')
    .innerJoin('bookings', 'bookings.id', 'charges.bookingId')
    .select(['withdrawnBy as by', 'bookings.reference', 'withdrawnReason as reason', 'charges.amountPence as pence'])
    .where('withdrawnAt', '>=', begin)
    .where('withdrawnAt', '<', end)
    .where('withdrawnReason', '!=', undoneReason)
    .orderBy('withdrawnAt')
    .execute()
  const reductions = await db
    .selectFrom('billCorrections')
    .innerJoin('bookings', 'bookings.id', 'billCorrections.bookingId')
    .select(['madeBy as by', 'bookings.reference', 'billCorrections.reason', 'billCorrections.amountPence as pence'])
    .where('kind', '=', 'reduction')
    .where('withdrawnAt', 'is', null)
    .where('madeAt', '>=', begin)
    .where('madeAt', '<', end)
    .orderBy('madeAt')
    .execute()
  const rows = [
    ...notes.map((row) => ({ ...row, what: `Credit note ${row.reference}` })),
    ...refunds.map((row) => ({ ...row, what: `Refund, ${row.reference ?? 'no booking'}` })),
    ...fees.map((row) => ({ ...row, what: `Fee withdrawn, ${row.reference}` })),
    ...reductions.map((row) => ({ ...row, what: `Taken off before billing, ${row.reference}` })),
  ]
  const nameOf = await readNameOf(
    db,
    rows.map(({ by }) => by),
  )
  return rows.map(({ by, what, reason, pence }) => ({ who: nameOf(by), what, reason: reason ?? '', pence }))
}
