import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Engine, OpenDatabase } from '#app/platform/database.ts'
import type { BareFigures, BareRows } from './bare.ts'
import { median, percentile, printTable, verdict } from './figures.ts'
import { drain, load } from './load.ts'
import { machineLine, makeFolder } from './machine.ts'
import { type DurablePostgres, startDurablePostgres } from './postgres.ts'
import { copyBuild } from './server.ts'
import { openStage } from './stage.ts'

/*
 * submit-booking end to end over HTTP beside the bare three-statement transaction on the same engine and disk, and three instances beside
 * one on PostgreSQL. docs/benchmarks.md says what each column means.
 */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    connections: { type: 'string', default: '1,20,50,200' },
    /** On PostgreSQL, at the greatest number of connections. */
    instances: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    /** A folder for the servers' CPU profiles. */
    profile: { type: 'string' },
    /** Prints every statement with how often it was sent for one booking. */
    texts: { type: 'boolean', default: false },
  },
})

const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)]
const warmUpSeconds = 2
const budget = { ratio: 0.5, ratioConnections: 20, commits: 1.5, statements: 15, spread: 3, spreadConnections: 50, instances: 0.85 }
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

interface Round {
  perSecond: number
  medianMs: number
  p99Ms: number
  drainMs: number
  bare: BareFigures
  /** For one booking and all that it leads to: processor time of the servers, statements and commits. */
  cpuMs: number
  statements: number
  commits: number
  texts: Record<string, number>
  /** The longest that an event loop did nothing else, while the load lasted and until the outbox was empty. */
  stallMs: number
}

interface Setup {
  engine: Engine
  connections: number
  instances: number
}

interface Cell extends Setup {
  rounds: Round[]
  errors: number
  /** Rows in the table and bookings acknowledged: they must be the same. */
  stored: number
  acknowledged: number
}

async function main(): Promise<number> {
  const folder = makeFolder()
  const engines = options.engines.split(',') as Engine[]
  const connectionCounts = options.connections.split(',').map(Number)
  const setups = engines.flatMap((engine) => connectionCounts.map((connections): Setup => ({ engine, connections, instances: 1 })))
  if (engines.includes('postgres') && Number(options.instances) > 1)
    setups.push({ engine: 'postgres', connections: Math.max(...connectionCounts), instances: Number(options.instances) })
  let postgres: DurablePostgres | undefined
  try {
    const entry = copyBuild(folder.path)
    console.log(`submit-booking over HTTP and the bare transaction: ${rounds} rounds of ${seconds} s each, in turn\n${machineLine()}`)
    const cells: Cell[] = []
    for (const setup of setups) {
      if (setup.engine === 'postgres') postgres ??= await startDurablePostgres(folder.path)
      const place = join(folder.path, `${setup.engine}-${setup.connections}-${setup.instances}`)
      cells.push(await measureCell(entry, place, setup, setup.engine === 'postgres' ? postgres : undefined))
    }
    return report(cells)
  } finally {
    await postgres?.stop()
    folder.remove()
  }
}

async function measureCell(entry: string, folder: string, setup: Setup, postgres?: DurablePostgres): Promise<Cell> {
  const stage = await openStage(entry, folder, { instances: setup.instances, postgres, profile: options.profile })
  try {
    const cell: Cell = { ...setup, rounds: [], errors: 0, stored: 0, acknowledged: 0 }
    const warmUp = await load(stage.ports, setup.connections, warmUpSeconds)
    cell.acknowledged += warmUp.durations.length
    await drain(stage.database)
    const rows = await rowsLike(stage.database)
    for (let round = 1; round <= rounds; round++) {
      const before = await stage.used()
      const { durations, errors, perSecond } = await load(stage.ports, setup.connections, seconds)
      cell.acknowledged += durations.length
      cell.errors += errors
      const drainMs = await drain(stage.database)
      const after = await stage.used()
      const each = (name: 'cpuMs' | 'statements' | 'commits') => (after[name] - before[name]) / durations.length
      const bare = await runBare(stage.barePlace, setup.connections, rows)
      const [medianMs, p99Ms] = [median(durations), percentile(durations, 0.99)]
      const texts = Object.fromEntries(
        Object.entries(after.texts).map(([text, count]) => [text, (count - (before.texts[text] ?? 0)) / durations.length]),
      )
      const used = {
        ...{ cpuMs: each('cpuMs'), statements: each('statements'), commits: each('commits') },
        ...{ texts, stallMs: after.stallMs },
      }
      cell.rounds.push({ perSecond, medianMs, p99Ms, drainMs, bare, ...used })
      console.log(`  ${nameOf(setup)}, round ${round}: ${perSecond.toFixed(0)} bookings/s, bare ${bare.perSecond.toFixed(0)}/s`)
    }
    const count = stage.database.db.selectFrom('bookings').select((eb) => eb.fn.countAll<number | string>().as('count'))
    cell.stored = Number((await count.executeTakeFirstOrThrow()).count)
    return cell
  } finally {
    await stage.close()
  }
}

/** A booking of the server, its event and one of its jobs: what the bare transaction copies. */
async function rowsLike({ db }: OpenDatabase): Promise<BareRows> {
  const rowOf = async (table: string) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} limit 1`.execute(db.withoutPlugins())
    return rows[0] ?? {}
  }
  return { bookings: await rowOf('bookings'), booking_events: await rowOf('booking_events'), jobs: await rowOf('jobs') }
}

async function runBare(place: string, connections: number, rows: BareRows): Promise<BareFigures> {
  const child = spawn(process.execPath, [fileOf('./bare.ts'), place, String(connections), String(seconds)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(rows))
  return JSON.parse(await text(child.stdout))
}

/** Prints the table and the verdicts. Returns the exit code: 1 when an answer failed or a booking is not stored. */
function report(cells: readonly Cell[]): number {
  const of = (cell: Cell, figure: (round: Round) => number) => median(cell.rounds.map(figure))
  const ratio = (cell: Cell) => of(cell, (round) => round.perSecond / round.bare.perSecond)
  const spread = (cell: Cell) => Math.max(...cell.rounds.map((round) => round.p99Ms / round.medianMs))
  const columns: [string, (cell: Cell) => string][] = [
    ['engine', ({ engine }) => engine],
    ['connections', ({ connections }) => String(connections)],
    ['instances', ({ instances }) => String(instances)],
    ['bookings/s', (cell) => of(cell, (round) => round.perSecond).toFixed(0)],
    ['bare tx/s', (cell) => of(cell, (round) => round.bare.perSecond).toFixed(0)],
    ['RATIO', (cell) => ratio(cell).toFixed(2)],
    ['median ms', (cell) => of(cell, (round) => round.medianMs).toFixed(2)],
    ['p99 ms', (cell) => of(cell, (round) => round.p99Ms).toFixed(2)],
    ['worst p99/median', (cell) => spread(cell).toFixed(1)],
    ['statements', (cell) => of(cell, (round) => round.statements).toFixed(1)],
    ['commits', (cell) => of(cell, (round) => round.commits).toFixed(1)],
    ['stall ms', (cell) => Math.max(...cell.rounds.map((round) => round.stallMs)).toFixed(0)],
    ['CPU ms', (cell) => of(cell, (round) => round.cpuMs).toFixed(2)],
    ['bare CPU ms', (cell) => of(cell, (round) => round.bare.cpuMs).toFixed(2)],
    ['drain s', (cell) => of(cell, (round) => round.drainMs / 1000).toFixed(1)],
    ['errors', ({ errors }) => String(errors)],
    ['rows = 201s', ({ stored, acknowledged }) => (stored === acknowledged ? String(stored) : `${stored} != ${acknowledged}`)],
  ]
  console.log('')
  printTable(
    columns.map(([heading]) => heading),
    cells.map((cell) => columns.map(([, figure]) => figure(cell))),
  )
  if (options.texts) for (const cell of cells) printTexts(cell)
  const single = cells.filter(({ instances }) => instances === 1)
  console.log(`\nBudget: at least ${budget.ratio} x the bare transaction at ${budget.ratioConnections} connections`)
  for (const cell of single.filter(({ connections }) => connections === budget.ratioConnections))
    verdict(ratio(cell) >= budget.ratio, `${nameOf(cell)}: ${ratio(cell).toFixed(2)}`)
  console.log(`Budget: at most ${budget.commits} commits on SQLite and ${budget.statements} statements for a booking and its mails`)
  for (const cell of single) {
    const [statements, commits] = [of(cell, (round) => round.statements), of(cell, (round) => round.commits)]
    const met = statements <= budget.statements && (cell.engine !== 'sqlite' || commits <= budget.commits)
    verdict(met, `${nameOf(cell)}: ${commits.toFixed(1)} commits, ${statements.toFixed(1)} statements`)
  }
  console.log(`Budget: p99 at most ${budget.spread} x its median at ${budget.spreadConnections} connections`)
  for (const cell of single.filter(({ connections }) => connections === budget.spreadConnections))
    verdict(spread(cell) <= budget.spread, `${nameOf(cell)}: ${spread(cell).toFixed(1)} in the worst round`)
  for (const many of cells.filter(({ instances }) => instances > 1)) {
    const one = single.find(({ engine, connections }) => engine === many.engine && connections === many.connections)
    if (!one) continue
    const share = of(one, (round) => round.cpuMs) / of(many, (round) => round.cpuMs)
    console.log(`Budget: bookings for a second of the servers' processor time at least ${budget.instances} x those of one instance`)
    verdict(share >= budget.instances, `${nameOf(many)}: ${share.toFixed(2)}`)
  }
  const wrong = cells.filter(({ errors, stored, acknowledged }) => errors > 0 || stored !== acknowledged)
  for (const cell of wrong)
    console.log(`WRONG: ${nameOf(cell)}: ${cell.errors} errors, ${cell.stored} rows for ${cell.acknowledged} answers`)
  console.log(machineLine())
  return wrong.length > 0 ? 1 : 0
}

/** Every statement of the last round with how often it was sent for one booking, the most frequent first. */
function printTexts(cell: Cell): void {
  const texts = Object.entries(cell.rounds.at(-1)?.texts ?? {}).filter(([, perBooking]) => perBooking >= 0.005)
  console.log(`\n${nameOf(cell)}: statements for a booking`)
  for (const [text, perBooking] of texts.sort(([, a], [, b]) => b - a))
    console.log(`  ${perBooking.toFixed(2).padStart(6)}  ${text.replaceAll(/\s+/g, ' ').slice(0, 180)}`)
}

const nameOf = ({ engine, connections, instances }: Setup) =>
  `${engine}, ${connections} connections${instances > 1 ? `, ${instances} instances` : ''}`

process.exitCode = await main()
