import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Engine, migrate, type OpenDatabase, openDatabase } from '#app/platform/database.ts'
import { freePort } from '#test/support/free-port.ts'
import type { BareRows } from './bare.ts'
import type { SqlCounts } from './count-sql.ts'
import { median, percentile, printTable, verdict } from './figures.ts'
import { cpuMs, machineLine, makeFolder } from './machine.ts'
import { type DurablePostgres, startDurablePostgres } from './postgres.ts'
import { copyBuild, drain, ended, loadBookings, spawnServer, untilUp } from './server.ts'

/* submit-booking over HTTP, in turn with the bare transaction on the same engine and disk. docs/benchmarks.md explains the columns. */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    connections: { type: 'string', default: '20,50' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
  },
})
const budget = {
  ratio: { sqlite: 0.5, postgres: 0.3 },
  ratioConnections: 20,
  statements: 15,
  commits: 1.5,
  spread: 3,
  spreadConnections: 50,
}
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

interface Cell {
  engine: Engine
  connections: number
  rounds: Awaited<ReturnType<typeof measureRound>>[]
  /** Rows in the table and bookings acknowledged: they must be equal. */
  stored: number
  acknowledged: number
}

async function measureCell(entry: string, folder: string, engine: Engine, connections: number, postgres?: DurablePostgres): Promise<Cell> {
  const [dataDir, bareDir] = [join(folder, 'data'), join(folder, 'bare')]
  mkdirSync(bareDir, { recursive: true })
  const [databaseUrl, bareUrl] = [await postgres?.createDatabase(), await postgres?.createDatabase()]
  const bare = openDatabase({ databaseUrl: bareUrl, dataDir: bareDir })
  await migrate(bare)
  await bare.db.destroy()
  const port = await freePort()
  // Rendering pages in advance would be measured as well, in the first seconds only.
  const env = {
    DATA_DIR: dataDir,
    SECRET_KEY: randomUUID(),
    TRUST_PROXY: '1',
    WARM_PAGES: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const child = spawnServer({ entry, port, env, nodeArgs: ['--import', fileOf('./count-sql.ts')] })
  await untilUp(child, port)
  const database = openDatabase({ databaseUrl, dataDir })
  const used = async () => {
    const answer = once(child, 'message')
    child.send('counts')
    const [counts]: SqlCounts[] = await answer
    return { statements: 0, commits: 0, ...counts, cpuMs: cpuMs(child.pid) }
  }
  try {
    const warmUp = await loadBookings(port, connections, 2)
    await drain(database)
    const rows = await rowsLike(database)
    const rounds: Cell['rounds'] = []
    for (let round = 1; round <= Number(options.rounds); round++) {
      const figures = await measureRound({ port, connections, database, used, bare: () => runBare(bareUrl ?? bareDir, connections, rows) })
      console.log(`  ${engine}, ${connections} connections: ${figures.perSecond.toFixed(0)} bookings/s, bare ${figures.bare.toFixed(0)}/s`)
      rounds.push(figures)
    }
    const { count } = await database.db
      .selectFrom('bookings')
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    const acknowledged = [warmUp, ...rounds].reduce((sum, { durations }) => sum + durations.length, 0)
    return { engine, connections, rounds, stored: Number(count), acknowledged }
  } finally {
    await database.db.destroy()
    await ended(child, 'SIGTERM')
  }
}

interface Stage {
  port: number
  connections: number
  database: OpenDatabase
  used(): Promise<SqlCounts & { cpuMs: number }>
  /** The bare transactions a second. */
  bare(): Promise<number>
}

async function measureRound({ port, connections, database, used, bare }: Stage) {
  const before = await used()
  const { durations, errors, perSecond } = await loadBookings(port, connections, Number(options.seconds))
  await drain(database)
  const after = await used()
  const each = (name: keyof typeof before) => (after[name] - before[name]) / durations.length
  const figures = { statements: each('statements'), commits: each('commits'), cpuMs: each('cpuMs') }
  return { durations, errors, perSecond, bare: await bare(), medianMs: median(durations), p99Ms: percentile(durations, 0.99), ...figures }
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

/** Prints the table and the verdicts. Returns whether every booking was acknowledged and stored. */
function report(cells: readonly Cell[]): boolean {
  const rows = cells.map(({ rounds, ...cell }) => {
    const of = (figure: (round: Cell['rounds'][number]) => number) => median(rounds.map(figure))
    return {
      ...cell,
      name: `${cell.engine}, ${cell.connections} connections`,
      perSecond: of(({ perSecond }) => perSecond),
      bare: of(({ bare }) => bare),
      ratio: of(({ perSecond, bare }) => perSecond / bare),
      medianMs: of(({ medianMs }) => medianMs),
      spread: of(({ p99Ms, medianMs }) => p99Ms / medianMs),
      statements: of(({ statements }) => statements),
      commits: of(({ commits }) => commits),
      cpuMs: of(({ cpuMs }) => cpuMs),
      errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    }
  })
  console.log('')
  printTable(
    ['', 'bookings/s', 'bare tx/s', 'RATIO', 'median ms', 'p99/median', 'statements', 'commits', 'CPU ms', 'errors', 'rows', '201s'],
    rows.map((row) => [
      row.name,
      ...[row.perSecond, row.bare].map((each) => each.toFixed(0)),
      ...[row.ratio, row.medianMs, row.spread].map((each) => each.toFixed(2)),
      ...(row.engine === 'sqlite' ? [row.statements.toFixed(1), row.commits.toFixed(2)] : ['-', '-']),
      row.cpuMs.toFixed(2),
      ...[row.errors, row.stored, row.acknowledged].map(String),
    ]),
  )
  for (const { name, engine, connections, ratio, spread, statements, commits } of rows) {
    if (connections === budget.ratioConnections)
      verdict(ratio >= budget.ratio[engine], `${name}: ${ratio.toFixed(2)} x the bare transaction, at least ${budget.ratio[engine]}`)
    if (connections === budget.spreadConnections)
      verdict(spread <= budget.spread, `${name}: p99 ${spread.toFixed(1)} x the median, at most ${budget.spread}`)
    if (engine === 'sqlite')
      verdict(
        statements <= budget.statements && commits <= budget.commits,
        `${name}: ${statements.toFixed(1)} statements, ${commits.toFixed(2)} commits, at most ${budget.statements} and ${budget.commits}`,
      )
  }
  return rows.every(({ errors, stored, acknowledged }) => errors === 0 && stored === acknowledged)
}

const folder = makeFolder()
let postgres: DurablePostgres | undefined
try {
  const entry = copyBuild(folder.path)
  console.log(`submit-booking and the bare transaction, in turn\n${machineLine()}`)
  const cells: Cell[] = []
  for (const engine of options.engines.split(',') as Engine[]) {
    if (engine === 'postgres') postgres = await startDurablePostgres(folder.path)
    for (const connections of options.connections.split(',').map(Number))
      cells.push(await measureCell(entry, join(folder.path, `${engine}-${connections}`), engine, connections, postgres))
  }
  process.exitCode = report(cells) ? 0 : 1
  console.log(machineLine())
} finally {
  await postgres?.stop()
  folder.remove()
}
