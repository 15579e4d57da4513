import type { Kysely, Selectable } from 'kysely'
import type { EngineersTable, ShiftsTable, Tables } from '#db/tables.ts'

export type Engineer = Selectable<EngineersTable>
export type Shift = Selectable<ShiftsTable>

/** Engineers by their names; those who have left only where asked for. */
export async function readEngineers(db: Kysely<Tables>, withRetired = false): Promise<Engineer[]> {
  const all = db.selectFrom('engineers').selectAll().orderBy('name').orderBy('id')
  return (withRetired ? all : all.where('retiredAt', 'is', null)).execute()
}

/** Shifts that touch the time from one instant to another, by their beginning. */
export const readShifts = (db: Kysely<Tables>, from: string, until: string): Promise<Shift[]> =>
  db.selectFrom('shifts').selectAll().where('endsAt', '>', from).where('startsAt', '<', until).orderBy('startsAt').orderBy('id').execute()
