import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Engine, migrate, type OpenDatabase, openDatabase } from '#app/platform/database.ts'
import type { BareRows } from './bare.ts'
import type { SqlCounts } from './count-sql.ts'
import { onEngines, type Place } from './engines.ts'
import { median, medians, percentile, report, verdict } from './figures.ts'
import { cpuMs, machineLine, makeFolder } from './machine.ts'
import { drain, ended, loadBookings, type Server, startServer } from './server.ts'

/* submit-booking over HTTP, in turn with the bare transaction on the same engine and disk. docs/benchmarks.md explains the columns. */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    connections: { type: 'string', default: '20,50' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
  },
})
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** One row of the report: medians of all rounds, and how many bookings there are. */
async function measureRow(engine: Engine, connections: number, newPlace: () => Promise<Place>) {
  const [place, bare] = [await newPlace(), await newPlace()]
  const bareTables = openDatabase(bare)
  await migrate(bareTables)
  await bareTables.db.destroy()
  // Rendering pages in advance would be measured as well, in the first seconds only.
  const env = { ...place.env, TRUST_PROXY: '1', WARM_PAGES: 'off' }
  const server = await startServer(env, ['--import', fileOf('./count-sql.ts')])
  const database = openDatabase(place)
  const { durations: warmUp } = await loadBookings(server.port, connections, 2)
  await drain(database)
  const rows = await rowsLike(database)
  const [rounds, counts] = [[] as Awaited<ReturnType<typeof measureRound>>['figures'][], { errors: 0, acknowledged: warmUp.length }]
  for (let round = 1; round <= Number(options.rounds); round++) {
    const { figures, errors, acknowledged } = await measureRound(server, connections, database, () =>
      runBare(bare.databaseUrl ?? bare.dataDir, connections, rows),
    )
    console.log(`  ${engine}, ${connections} connections: ${figures.perSecond.toFixed(0)} bookings/s, bare ${figures.bare.toFixed(0)}/s`)
    rounds.push(figures)
    counts.errors += errors
    counts.acknowledged += acknowledged
  }
  const { stored } = await database.db
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<number | string>().as('stored'))
    .executeTakeFirstOrThrow()
  await database.db.destroy()
  await ended(server.child)
  const name = `${engine}, ${connections} connections`
  return { name, engine, connections, ...medians(rounds), ...counts, stored: Number(stored) }
}

/** `runBare`: returns the bare transactions a second. */
async function measureRound({ port, child }: Server, connections: number, database: OpenDatabase, runBare: () => Promise<number>) {
  const used = async () => {
    const answer = once(child, 'message')
    child.send('counts')
    const [counts]: SqlCounts[] = await answer
    return { statements: 0, commits: 0, ...counts, cpuMs: cpuMs(child.pid) }
  }
  const before = await used()
  const { durations, errors, perSecond } = await loadBookings(port, connections, Number(options.seconds))
  await drain(database)
  const after = await used()
  const bare = await runBare()
  const each = (name: keyof typeof before) => (after[name] - before[name]) / durations.length
  const medianMs = median(durations)
  const figures = {
    ...{ perSecond, bare, ratio: perSecond / bare, medianMs, spread: percentile(durations, 0.99) / medianMs },
    ...{ statements: each('statements'), commits: each('commits'), cpuMs: each('cpuMs') },
  }
  return { figures, errors, acknowledged: durations.length }
}

/** A stored booking, its event and a job, which the bare transaction copies. */
async function rowsLike({ db }: OpenDatabase): Promise<BareRows> {
  const rowOf = async (table: string) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} limit 1`.execute(db.withoutPlugins())
    return rows[0] ?? {}
  }
  return { bookings: await rowOf('bookings'), booking_events: await rowOf('booking_events'), jobs: await rowOf('jobs') }
}

async function runBare(place: string, connections: number, rows: BareRows): Promise<number> {
  const args = [fileOf('./bare.ts'), place, String(connections), options.seconds]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(rows))
  return Number(await text(child.stdout))
}

const folder = makeFolder()
console.log(`submit-booking and the bare transaction, in turn\n${machineLine()}`)
const rows: Awaited<ReturnType<typeof measureRow>>[] = []
await onEngines(folder, options.engines, async (engine, newPlace) => {
  for (const connections of options.connections.split(',').map(Number)) rows.push(await measureRow(engine, connections, newPlace))
})
/** Only SQLite's statements are counted. */
const onSqlite = (engine: Engine, figure: number) => (engine === 'sqlite' ? figure : Number.NaN)
report(rows, [
  { heading: 'bookings/s', of: ({ perSecond }) => perSecond },
  { heading: 'bare tx/s', of: ({ bare }) => bare },
  {
    heading: 'RATIO',
    of: ({ ratio }) => ratio,
    digits: 2,
    least: ({ engine, connections }) => (connections === 20 ? { sqlite: 0.5, postgres: 0.3 }[engine] : undefined),
  },
  { heading: 'median ms', of: ({ medianMs }) => medianMs, digits: 2 },
  { heading: 'p99/median', of: ({ spread }) => spread, digits: 2, most: ({ connections }) => (connections === 50 ? 3 : undefined) },
  { heading: 'statements', of: ({ engine, statements }) => onSqlite(engine, statements), digits: 1, most: 15 },
  { heading: 'commits', of: ({ engine, commits }) => onSqlite(engine, commits), digits: 2, most: 1.5 },
  { heading: 'CPU ms', of: (row) => row.cpuMs, digits: 2 },
  { heading: 'errors', of: ({ errors }) => errors },
  { heading: 'rows', of: ({ stored }) => stored },
  { heading: '201s', of: ({ acknowledged }) => acknowledged },
])
const isWhole = rows.every(({ errors, stored, acknowledged }) => errors === 0 && stored === acknowledged)
verdict(isWhole, 'no errors, and as many rows as 201s')
console.log(machineLine())
process.exitCode = isWhole ? 0 : 1
