import { sql, type Transaction } from 'kysely'
import { londonDay } from '#app/platform/london.ts'
import { lockKey } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import type { Instant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { caps } from './vitals-and-errors.ts'

/** A measurement and its count in an hour, `YYYY-MM-DDTHH` of UTC. */
export interface CountedMeasure {
  hour: string
  metric: string
  page: string
  detail: string
  bucket: number
  count: number
}

/** An error, cleaned, and how often it was seen lately. */
export interface SeenError {
  fingerprint: string
  kind: string
  message: string
  frame: string
  page: string
  count: number
  firstSeenAt: Instant
  lastSeenAt: Instant
  release: string
  /** The newest first. */
  samples: Record<string, unknown>[]
}

export interface Batch {
  counts: CountedMeasure[]
  metrics: { name: string; value: number; timestamp: Instant; category: 'vitals' | 'fetch'; metadata: Record<string, unknown> }[]
  errors: SeenError[]
}

const rowsAtOnce = 500

/** Instances take turns: otherwise two that write the same rows in different orders could deadlock. */
const takeTurn = (tx: Transaction<Tables>, now: Date) => lockKey(tx, 'monitoring', '', now)

/** Adds a batch to the stored figures, in one transaction, and keeps the caps of metrics and errors. */
export async function storeReports({ db, clock }: Pick<Services, 'db' | 'clock'>, batch: Batch): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await takeTurn(tx, clock.now())
    await addCounts(tx, batch.counts)
    await addMetrics(tx, batch.metrics)
    await addErrors(tx, batch.errors)
  })
}

async function addCounts(tx: Transaction<Tables>, counts: readonly CountedMeasure[]) {
  const rows = new Map<string, Tables['measureCounts']>()
  // London's clocks change by whole hours: an hour lies in one day.
  for (const { hour, count, ...measure } of counts)
    for (const [span, period] of [['hour', hour] as const, ['day', londonDay(`${hour}:00:00.000Z`)] as const]) {
      const key = [span, period, ...Object.values(measure)].join('\n')
      rows.set(key, { span, period, ...measure, count: count + (rows.get(key)?.count ?? 0) })
    }
  const all = [...rows.values()]
  for (let from = 0; from < all.length; from += rowsAtOnce)
    await tx
      .insertInto('measureCounts')
      .values(all.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['span', 'period', 'metric', 'page', 'detail', 'bucket'])
          .doUpdateSet((eb) => ({ count: eb('measureCounts.count', '+', eb.ref('excluded.count')) })),
      )
      .execute()
}

async function addMetrics(tx: Transaction<Tables>, metrics: Batch['metrics']) {
  if (metrics.length === 0) return
  await tx
    .insertInto('performanceMetrics')
    .values(metrics.map((metric) => ({ id: newId(), ...metric, metadata: JSON.stringify(metric.metadata) })))
    .execute()
  const newest = tx.selectFrom('performanceMetrics').select('id').orderBy('id', 'desc').limit(caps.metrics)
  await tx
    .deleteFrom('performanceMetrics')
    .where('id', 'not in', tx.selectFrom(newest.as('newest')).select('newest.id'))
    .execute()
}

async function addErrors(tx: Transaction<Tables>, errors: readonly SeenError[]) {
  if (errors.length === 0) return
  await tx
    .insertInto('errorGroups')
    .values(errors.map((error) => ({ ...error, samples: JSON.stringify(error.samples), resolvedAt: null })))
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet((eb) => ({
        count: eb('errorGroups.count', '+', eb.ref('excluded.count')),
        frame: eb.ref('excluded.frame'),
        lastSeenAt: eb.ref('excluded.lastSeenAt'),
        release: eb.ref('excluded.release'),
        samples: eb.ref('excluded.samples'),
        // An error seen before it was resolved, but written only now, doesn't reopen it.
        resolvedAt: sql<Instant | null>`case when excluded.last_seen_at > error_groups.resolved_at then null else error_groups.resolved_at end`,
      })),
    )
    .execute()
  const newest = tx
    .selectFrom('errorGroups')
    .select('fingerprint')
    .orderBy('lastSeenAt', 'desc')
    .orderBy('fingerprint')
    .limit(caps.errorGroups)
  await tx
    .deleteFrom('errorGroups')
    .where('fingerprint', 'not in', tx.selectFrom(newest.as('newest')).select('newest.fingerprint'))
    .execute()
}

/** Chore: deletes the oldest counts beyond the limit. */
export async function pruneReports({ db, clock }: Pick<Services, 'db' | 'clock'>, mostCounts: number = caps.counts): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await takeTurn(tx, clock.now())
    for (const span of ['hour', 'day'] as const) await pruneCounts(tx, span, mostCounts)
  })
}

/** The oldest of a span go until all rows together are few enough. */
async function pruneCounts(tx: Transaction<Tables>, span: 'hour' | 'day', most: number) {
  for (;;) {
    const { rows } = await tx
      .selectFrom('measureCounts')
      .select((eb) => eb.fn.countAll<number | string>().as('rows'))
      .executeTakeFirstOrThrow()
    if (Number(rows) <= most) return
    const { period } = await tx
      .selectFrom('measureCounts')
      .select((eb) => eb.fn.min('period').as('period'))
      .where('span', '=', span)
      .executeTakeFirstOrThrow()
    if (period === null) return
    await tx.deleteFrom('measureCounts').where('span', '=', span).where('period', '=', period).execute()
  }
}
