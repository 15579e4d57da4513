import type { Kysely, Selectable } from 'kysely'
import { hours, type Instant, later } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import type { AbsencesTable, EngineersTable, ShiftsTable } from '#db/tables/capacity.ts'
import type { Tables } from '#db/tables.ts'

type Engineer = Selectable<EngineersTable>
type Shift = Selectable<ShiftsTable>

/** Engineers by name; those who have left only if asked for. */
export async function readEngineers(db: Kysely<Tables>, withRetired = false): Promise<Engineer[]> {
  const all = db.selectFrom('engineers').selectAll().orderBy('name').orderBy('id')
  return (withRetired ? all : all.where('retiredAt', 'is', null)).execute()
}

const pageSize = 60

/** A person's shifts from an instant on, a page at a time; `next`: the start of the next page. */
export async function readShiftsOf(
  db: Kysely<Tables>,
  personId: string,
  from: Instant,
): Promise<{ shifts: Shift[]; next: Instant | undefined }> {
  const rows = await db
    .selectFrom('shifts')
    .selectAll()
    .where('personId', '=', personId)
    .where('startsAt', '>', later(from, -hours(26)))
    .where('endsAt', '>', from)
    .orderBy('startsAt')
    .limit(pageSize + 1)
    .execute()
  return { shifts: rows.slice(0, pageSize), next: rows[pageSize]?.startsAt }
}

/** A person's absences that are not over on a day. */
export const readAbsencesOf = (db: Kysely<Tables>, personId: string, today: LondonDay): Promise<Selectable<AbsencesTable>[]> =>
  db
    .selectFrom('absences')
    .selectAll()
    .where('personId', '=', personId)
    .where('lastDay', '>=', today)
    .orderBy('firstDay')
    .orderBy('id')
    .execute()
