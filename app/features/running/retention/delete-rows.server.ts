import { setImmediate } from 'node:timers/promises'
import type { ExpressionBuilder } from 'kysely'
import { skipLocked } from '#app/platform/database.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import type { NamedRule } from '../privacy/kept-for.ts'

/** Few, so that other writers of an embedded database hardly wait. */
const atOnce = 500

type AnyTable = 'enquiries'

/** Returns true for the rows that are due. Every table is treated as one: names of columns come from the rule, which is typed. */
const isDue =
  ({ at, upTo, only, due }: NamedRule, now: Date) =>
  (eb: ExpressionBuilder<Tables, AnyTable>) => {
    const any = eb as unknown as ExpressionBuilder<Tables, keyof Tables>
    return eb.and([due ? due(any, upTo(now)) : eb(at as 'at', '<=', upTo(now)), ...(only ? [only(any)] : [])])
  }

/** Deletes the rows that a rule says are due, in small statements. Returns how many. */
export async function deleteDue({ db, engine, clock }: Pick<Services, 'db' | 'engine' | 'clock'>, rule: NamedRule): Promise<number> {
  const [table, key, due] = [rule.table as AnyTable, rule.key as 'id', isDue(rule, clock.now())]
  for (let count = 0; ; ) {
    const some = skipLocked(engine, db.selectFrom(table).select(key).where(due).limit(atOnce))
    const { numDeletedRows } = await db.deleteFrom(table).where(key, 'in', some).where(due).executeTakeFirstOrThrow()
    count += Number(numDeletedRows)
    if (numDeletedRows < atOnce) return count
    await setImmediate()
  }
}

/** How many rows will be due at a moment. */
export async function countDue({ db }: Pick<Services, 'db'>, rule: NamedRule, at: Date): Promise<number> {
  const { rows } = await db
    .selectFrom(rule.table as AnyTable)
    .select(({ fn }) => fn.countAll<number | string>().as('rows'))
    .where(isDue(rule, at))
    .executeTakeFirstOrThrow()
  return Number(rows)
}
