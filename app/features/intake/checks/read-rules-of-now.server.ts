import { type Kysely, sql, type Transaction } from 'kysely'
import { firstHours } from '#app/features/capacity/read-working-hours.server.ts'
import { compiledOnce } from '#app/platform/compiled-queries.ts'
import type { Pause } from '#app/platform/online-pause.ts'
import { storedValues } from '#app/platform/published.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import type { PublishedValues } from '#content/published.ts'
import type { Tables } from '#db/tables.ts'

/** The rules that apply to a booking at the moment it is stored. */
export interface RulesOfNow {
  /** The owner's details and prices. */
  published: PublishedValues
  /** Staff's pause or next free time, while it applies (`readOnlineLimit`). */
  limit: Pause | undefined
  /** True if sales depend on planned hours (`hasPlannedHours`). */
  isPlanned: boolean
}

/** Reads them in the caller's transaction, so changes made on any instance count: in one statement. */
export async function readRulesOfNow({ published }: Pick<Services, 'published'>, tx: Transaction<Tables>, now: Date): Promise<RulesOfNow> {
  const rows = await readRows(tx, { now: toInstant(now) })
  const of = (what: string) => rows.filter((row) => row.what === what)
  const [pause] = of('pause')
  return {
    published: published.valuesOf(of('value').map(({ name, value, at }) => ({ name, value, updatedAt: at ?? '' }))),
    limit: pause && { kind: pause.name as Pause['kind'], reason: pause.value, until: pause.at ?? '' },
    isPlanned: of('hours').some(({ at }) => at !== null),
  }
}

const readRows = compiledOnce((db: Kysely<Tables>, { now }: { now: Instant }) =>
  db
    .selectFrom(storedValues(db).as('stored'))
    .select([sql.lit('value').as('what'), 'name', 'value', sql<Instant | null>`updated_at`.as('at')])
    .unionAll(
      db
        .selectFrom('onlinePauses')
        .select([sql.lit('pause').as('what'), sql<string>`kind`.as('name'), 'reason as value', 'until as at'])
        .where('until', '>', now),
    )
    .unionAll(
      db
        .selectFrom(firstHours(db).as('firsts'))
        .select([sql.lit('hours').as('what'), sql.lit('').as('name'), sql.lit('').as('value'), 'first as at']),
    ),
)
