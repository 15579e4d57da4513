import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { newId } from '#app/platform/ids.ts'
import { median, percentile } from './figures.ts'

/*
 * The bare transaction that a booking is compared with, in a process of its own: a booking, its event and one outbox row into the
 * product's own tables and indexes, as durable as the product's, with the database's own client and prepared statements.
 * Arguments: SQLite's folder or PostgreSQL's address, connections, seconds. Prints its figures as JSON.
 */

export interface BareFigures {
  perSecond: number
  medianMs: number
  p99Ms: number
  /** Processor time of the client, without PostgreSQL's own. */
  cpuMs: number
}

const [place = '', connections = '1', seconds = '5'] = process.argv.slice(2)
const warmUpMs = 1_000
const at = new Date().toISOString()

/** The three rows, in the order of their columns. */
function rows() {
  const [bookingId, unique] = [newId(), randomBytes(32).toString('hex')]
  const booking = {
    id: bookingId,
    reference: `BK-${unique.slice(0, 16)}`,
    idempotency_key: unique.slice(0, 36),
    content_hash: unique,
    status: 'received',
    service_level: 'standard',
    channel: 'online',
    name: 'Visitor',
    phone: '+447700900264',
    email: 'visitor@example.com',
    service: 'Burst Pipe',
    description: 'Water is coming through the kitchen ceiling, the stopcock is stuck',
    address: '12 Whitechapel Road',
    access_notes: '',
    site_contact: '',
    vulnerable_occupant: 0,
    postcode: 'E1 1FR',
    borough: 'Tower Hamlets',
    in_area: 1,
    preferred_date: null,
    slot_starts_at: null,
    slot_ends_at: null,
    promised_from: at,
    promised_until: at,
    estimate_pence: 14250,
    priority_fee_pence: 0,
    frozen_terms: '{}'.padEnd(712),
    late: 0,
    suspected_spam: 0,
    payment_due_at: null,
    tracking_token_hash: unique,
    tracking_key_id: 'bench',
    tracking_revocations: 0,
    triggered_from: 'http://localhost',
    submitted_at: at,
    created_at: at,
  }
  const event = { id: newId(), booking_id: bookingId, at, actor: 'customer', from_status: null, to_status: 'received', note: '' }
  const payload = JSON.stringify({ bookingId })
  const job = {
    id: newId(),
    kind: 'staff-email',
    payload,
    state: 'waiting',
    run_at: at,
    lease_token: null,
    attempts: 0,
    created_at: at,
    finished_at: null,
  }
  return { bookings: booking, booking_events: event, jobs: job }
}

const statements = (placeholder: (at: number) => string) =>
  Object.entries(rows()).map(([table, row]) => {
    const columns = Object.keys(row)
    return {
      table,
      text: `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => placeholder(index + 1)).join(', ')})`,
    }
  })

/** SQLite has one writer, whatever the number of connections. */
function runSqlite(folder: string): BareFigures {
  const db = new SqliteDatabase(join(folder, 'plumbers.sqlite'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  const inserts = statements(() => '?').map(({ text }) => db.prepare(text))
  const store = db.transaction((values: unknown[][]) => {
    for (const [index, insert] of inserts.entries()) insert.run(values[index] ?? [])
  })
  const measured = newMeasure()
  while (measured.goesOn()) measured.time(() => store(Object.values(rows()).map((row) => Object.values(row))))
  db.close()
  return measured.figures()
}

async function runPostgres(url: string): Promise<BareFigures> {
  const inserts = statements((index) => `$${index}`)
  const measured = newMeasure()
  const work = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    while (measured.goesOn()) {
      const values = Object.values(rows())
      const startedAt = performance.now()
      await client.query('begin')
      for (const [index, { table, text }] of inserts.entries())
        await client.query({ name: table, text, values: Object.values(values[index] ?? {}) })
      await client.query('commit')
      measured.add(startedAt)
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: Number(connections) }, work))
  return measured.figures()
}

/** Counts what begins after the warm-up, until the time is over. */
function newMeasure() {
  const from = performance.now() + warmUpMs
  const until = from + Number(seconds) * 1000
  const durations: number[] = []
  let lastAt = from
  let cpuBefore: NodeJS.CpuUsage | undefined
  const add = (startedAt: number) => {
    if (startedAt < from) return
    cpuBefore ??= process.cpuUsage()
    lastAt = performance.now()
    durations.push(lastAt - startedAt)
  }
  return {
    goesOn: () => performance.now() < until,
    add,
    time(work: () => void) {
      const startedAt = performance.now()
      work()
      add(startedAt)
    },
    figures() {
      const { user, system } = process.cpuUsage(cpuBefore)
      return {
        perSecond: durations.length / ((lastAt - from) / 1000),
        medianMs: median(durations),
        p99Ms: percentile(durations, 0.99),
        cpuMs: (user + system) / 1000 / durations.length,
      }
    },
  }
}

console.log(JSON.stringify(place.startsWith('postgres') ? await runPostgres(place) : runSqlite(place)))
