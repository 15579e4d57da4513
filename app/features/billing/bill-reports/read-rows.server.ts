import type { Kysely } from 'kysely'
import { readNameOf } from '#app/features/booking/history.server.ts'
import { handMethods, isHandMethod } from '#app/features/payments/hand-payments.ts'
import { type RefundReason, staffRefundTexts } from '#app/features/payments/refund-reasons.ts'
import { undoneReason } from '#app/features/visit/charges.server.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Tables } from '#db/tables.ts'
import type { BilledLine } from '../drafting/draft-bill.ts'
import type { BillReport } from '../read-bill-report.server.ts'

/* The rows of a report about a period: from `begin`, before `end`. */

export const readMovements = (db: Kysely<Tables>, begin: string, end: string) =>
  db
    .selectFrom('disputeMovements')
    .innerJoin('disputes', 'disputes.id', 'disputeMovements.disputeId')
    .innerJoin('payments', (join) =>
      join.onRef('payments.provider', '=', 'disputes.provider').onRef('payments.providerPaymentId', '=', 'disputes.providerPaymentId'),
    )
    .select(['disputeMovements.kind', 'disputeMovements.pence'])
    .where('disputeMovements.at', '>=', begin)
    .where('disputeMovements.at', '<', end)
    .execute()

export async function readBills(db: Kysely<Tables>, begin: string, end: string) {
  const rows = await db
    .selectFrom('bills')
    .innerJoin('bookings', 'bookings.id', 'bills.bookingId')
    .leftJoin('engineers', 'engineers.id', 'bills.engineerId')
    .select(['totalPence', 'vatPence', 'taxPoint', 'lines', 'service', 'borough', 'engineers.name as engineer'])
    .where('issuedAt', '>=', begin)
    .where('issuedAt', '<', end)
    .execute()
  return rows.map(({ totalPence: pence, lines, borough, engineer, ...bill }) => ({
    ...bill,
    pence,
    borough: borough ?? 'Not known',
    engineer: engineer ?? 'No engineer',
    offer: (JSON.parse(lines) as BilledLine[]).find(({ id }) => id === 'offer')?.label ?? 'No offer',
  }))
}

export async function readNotes(db: Kysely<Tables>, begin: string, end: string) {
  const rows = await db
    .selectFrom('creditNotes')
    .select(['reference', 'reason', 'amountPence', 'vatPence', 'issuedAt'])
    .where('issuedAt', '>=', begin)
    .where('issuedAt', '<', end)
    .orderBy('id')
    .execute()
  return rows.map(({ amountPence: pence, issuedAt, ...note }) => ({ ...note, pence, day: londonDay(issuedAt) }))
}

const methodOf = (provider: string) => (isHandMethod(provider) ? handMethods[provider] : 'Card')

/** Payments that were kept. */
export async function readPayments(db: Kysely<Tables>, begin: string, end: string) {
  const rows = await db
    .selectFrom('payments')
    .select(['provider', 'amountPence', 'paidAt', 'takenBy'])
    .where('outcome', '=', 'confirmed')
    .where('voidedAt', 'is', null)
    .where('paidAt', '>=', begin)
    .where('paidAt', '<', end)
    .execute()
  return rows.map(({ provider, amountPence: pence, paidAt, takenBy }) => ({
    ...{ pence, takenBy, provider },
    by: methodOf(provider),
    day: londonDay(paidAt),
  }))
}

/** Refunds by the day the money left us, as it is in the accounts: not by the day they were asked for. */
export const refundsMade = (db: Kysely<Tables>, begin: string, end: string) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .leftJoin('bookings', 'bookings.id', 'payments.bookingId')
    .where('refunds.state', '=', 'done')
    .where('refunds.doneAt', '>=', begin)
    .where('refunds.doneAt', '<', end)

/** Refunds that were made, without those of unowed payments. */
export async function readRefunds(db: Kysely<Tables>, begin: string, end: string) {
  const rows = await refundsMade(db, begin, end)
    .select(['refunds.amountPence', 'refunds.reason', 'refunds.note', 'payments.provider', 'bookings.reference'])
    .where('payments.outcome', '=', 'confirmed')
    .orderBy('refunds.id')
    .execute()
  return rows.map(({ amountPence: pence, reason, note, provider, reference }) => ({
    ...{ pence, by: methodOf(provider), reference: reference ?? 'no booking' },
    reason: note ?? staffRefundTexts[reason as RefundReason] ?? reason,
  }))
}

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
