import type { Transaction } from 'kysely'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { writeBehind } from '#app/platform/write-behind.ts'
import type { LondonDay } from '#app/values/day.ts'
import type { Tables } from '#db/tables.ts'
import { type Counted, inOther } from './counted-events.ts'

const flushMs = 2_000
/** The most different rows that wait; beyond that, only the event is counted. */
const mostWaiting = 2_000

/** This process's counts in memory, written every few seconds: a crash loses those seconds, a stop loses nothing. */
export interface KeptCounts {
  /** Counts now, by London's day. */
  add(happened: readonly Counted[]): void
  /** Writes the remaining counts; nothing is written afterwards. */
  stop(): Promise<void>
}

/** Begins to keep counts. `flushMs` is the time between two writes. */
export function keepCounts(services: Services, options: { flushMs?: number } = {}): KeptCounts {
  let waiting = new Map<string, CountRow>()

  function put(row: CountRow) {
    const key = countKey(row)
    const there = waiting.get(key)
    if (there) there.count += row.count
    else if (waiting.size < mostWaiting || row.channel === 'other') waiting.set(key, { ...row })
    else put({ ...row, ...inOther(row) })
  }
  const writer = writeBehind({
    everyMs: options.flushMs ?? flushMs,
    what: 'counts',
    log: services.log,
    isWaiting: () => waiting.size > 0,
    async write() {
      const rows = [...waiting.values()]
      waiting = new Map()
      try {
        await writeCounts(services, rows)
      } catch (error) {
        for (const row of rows) put(row)
        throw error
      }
    },
  })

  return {
    add(happened) {
      if (writer.isStopped()) return
      const day = londonDay(services.clock.now())
      for (const counted of happened) put({ ...counted, day, count: 1 })
      writer.soon()
    },
    stop: writer.stop,
  }
}

/** How often an event happened on a day. */
export interface CountRow extends Counted {
  day: LondonDay
  count: number
}

/** The most rows of a day with page and channel; further ones are counted by event alone. */
const mostRowsPerDay = 5_000
/** Rows of one statement: SQLite takes some thirty thousand values. */
const atOnce = 500

/** Equal events share a row of `counts`. */
const countKey = ({ day, event, label, path, channel }: Omit<CountRow, 'count'>): string => [day, event, label, path, channel].join('\n')

/** Adds to the counts of the days, in one transaction, safe with several instances: no count is lost, and no day exceeds its rows. */
export async function writeCounts({ db }: Pick<Services, 'db'>, rows: readonly CountRow[], mostRows = mostRowsPerDay): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const day of [...new Set(rows.map((row) => row.day))].sort())
      await writeDay(
        tx,
        day,
        rows.filter((row) => row.day === day),
        mostRows,
      )
  })
}

async function writeDay(tx: Transaction<Tables>, day: LondonDay, rows: readonly CountRow[], mostRows: number): Promise<void> {
  // Other writers of this day wait here until the transaction ends.
  const { rowCount } = await tx
    .insertInto('countDays')
    .values({ day, rowCount: 0 })
    .onConflict((conflict) => conflict.column('day').doUpdateSet((eb) => ({ rowCount: eb.ref('countDays.rowCount') })))
    .returning('rowCount')
    .executeTakeFirstOrThrow()
  const fitting = rowCount + rows.length <= mostRows ? rows : await withinRoom(tx, day, rows, mostRows - rowCount)
  for (let at = 0; at < fitting.length; at += atOnce)
    await tx
      .insertInto('counts')
      .values(fitting.slice(at, at + atOnce))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'event', 'label', 'path', 'channel'])
          .doUpdateSet((eb) => ({ count: eb('counts.count', '+', eb.ref('excluded.count')) })),
      )
      .execute()
  await tx
    .updateTable('countDays')
    .set((eb) => ({ rowCount: eb.selectFrom('counts').select(eb.fn.countAll<number>().as('rows')).where('day', '=', day) }))
    .where('day', '=', day)
    .execute()
}

/** The rows that fit; the rest is merged by event. */
async function withinRoom(tx: Transaction<Tables>, day: LondonDay, rows: readonly CountRow[], room: number): Promise<CountRow[]> {
  const stored = await tx.selectFrom('counts').select(['event', 'label', 'path', 'channel']).where('day', '=', day).execute()
  const known = new Set(stored.map((row) => countKey({ ...row, day } as CountRow)))
  let left = room
  return sumOf(rows.map((row) => (known.has(countKey(row)) || left-- > 0 ? row : { ...row, ...inOther(row) })))
}

/** The rows with equal keys added up. */
function sumOf(rows: readonly CountRow[]): CountRow[] {
  const sums = new Map<string, CountRow>()
  for (const row of rows) {
    const key = countKey(row)
    sums.set(key, { ...row, count: row.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}
