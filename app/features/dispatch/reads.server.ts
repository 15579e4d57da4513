import type { Kysely, Selectable } from 'kysely'
import { readNames } from '#app/features/booking/history.server.ts'
import type { EngineersTable, ShiftsTable, Tables } from '#db/tables.ts'

export type Engineer = Selectable<EngineersTable>
export type Shift = Selectable<ShiftsTable>

/** What staff noted about a booking, oldest first, with the name of whoever did. */
export async function readNotes(db: Kysely<Tables>, bookingId: string) {
  const notes = await db.selectFrom('bookingNotes').selectAll().where('bookingId', '=', bookingId).orderBy('id').execute()
  const names = await readNames(
    db,
    notes.map(({ actor }) => actor),
  )
  return notes.map(({ id, at, actor, text }) => ({ id, at, text, by: names.get(actor) ?? 'A colleague' }))
}

/** Engineers by their names; those who have left only where asked for. */
export async function readEngineers(db: Kysely<Tables>, withRetired = false): Promise<Engineer[]> {
  const all = db.selectFrom('engineers').selectAll().orderBy('name').orderBy('id')
  return (withRetired ? all : all.where('retiredAt', 'is', null)).execute()
}

/** Shifts that touch the time from one instant to another, by their beginning. */
export const readShifts = (db: Kysely<Tables>, from: string, until: string): Promise<Shift[]> =>
  db.selectFrom('shifts').selectAll().where('endsAt', '>', from).where('startsAt', '<', until).orderBy('startsAt').orderBy('id').execute()

/** Whether money of a booking went on its way back at `since` or later. */
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
