import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { newId } from '#app/values/ids.ts'

/* The bare transaction that a booking is compared with, in a separate process: a booking, its event and one outbox row into the product's
   own tables and indexes, as durable as the product's, with the database's own client and prepared statements. Arguments: SQLite's folder
   or PostgreSQL's address, connections, seconds; on its input a row of each table, to be copied. Prints how many a second. */

type Row = Record<string, unknown>
export type BareRows = Record<'bookings' | 'booking_events' | 'jobs', Row>

const [place = '', connections = '1', seconds = '5'] = process.argv.slice(2)
const like: BareRows = JSON.parse(await text(process.stdin))
const warmUpMs = 1_000

/** The values of the three rows of one more booking, in the order of their columns. */
function values(): unknown[][] {
  const [id, unique] = [newId(), randomBytes(32).toString('hex')]
  const hashes = { content_hash: unique, tracking_token_hash: unique, short_token_hash: unique }
  const own = { id, reference: `BK-${unique.slice(0, 16)}`, idempotency_key: unique, ...hashes }
  return [
    Object.values({ ...like.bookings, ...own }),
    Object.values({ ...like.booking_events, id: newId(), booking_id: id }),
    Object.values({ ...like.jobs, id: newId() }),
  ]
}

const inserts = (placeholder: (at: number) => string) =>
  Object.entries(like).map(([table, row]) => {
    const columns = Object.keys(row)
    return `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => placeholder(index + 1)).join(', ')})`
  })

/** SQLite has one writer, whatever the number of connections. */
function openSqlite(): (() => void)[] {
  const db = new SqliteDatabase(join(place, 'plumbers.sqlite'))
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) db.pragma(pragma)
  const statements = inserts(() => '?').map((insert) => db.prepare(insert))
  return [
    db.transaction(() => {
      for (const [index, row] of values().entries()) statements[index]?.run(row)
    }),
  ]
}

async function openPostgres(): Promise<(() => Promise<void>)[]> {
  const texts = inserts((index) => `$${index}`)
  const clients = Array.from({ length: Number(connections) }, () => new pg.Client({ connectionString: place }))
  await Promise.all(clients.map((client) => client.connect()))
  return clients.map((client) => async () => {
    await client.query('begin')
    for (const [index, row] of values().entries()) await client.query({ name: `insert-${index}`, text: texts[index] ?? '', values: row })
    await client.query('commit')
  })
}

const workers = place.startsWith('postgres') ? await openPostgres() : openSqlite()
const from = performance.now() + warmUpMs
const until = from + Number(seconds) * 1_000
let done = 0
await Promise.all(
  workers.map(async (work) => {
    while (performance.now() < until) {
      await work()
      if (performance.now() >= from) done++
    }
  }),
)
process.stdout.write(String(done / ((performance.now() - from) / 1_000)), () => process.exit())
