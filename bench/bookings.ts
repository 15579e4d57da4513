import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { type Engine, migrate, type OpenDatabase, openDatabase } from '#app/platform/database.ts'
import { freePort } from '#test/support/free-port.ts'
import type { BareFigures } from './bare.ts'
import { median, percentile, printTable } from './figures.ts'
import { drain, load } from './load.ts'
import { cpuMs, engineLine, machineLine, makeFolder } from './machine.ts'
import { type DurablePostgres, startDurablePostgres } from './postgres.ts'
import { copyBuild, ended, type Line, spawnServer, untilUp } from './server.ts'

/*
 * submit-booking end to end over HTTP beside the bare three-statement transaction on the same engine and disk (DESIGN 9).
 * docs/benchmarks.md says what each column means.
 */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    connections: { type: 'string', default: '1,20,50' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    /** A folder for the server's CPU profiles. */
    profile: { type: 'string' },
  },
})

const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)]
const warmUpSeconds = 2
const budget = { ratio: 0.5, spread: 10, spreadConnections: 50 }
const bareFile = fileURLToPath(new URL('./bare.ts', import.meta.url))

interface Round {
  perSecond: number
  medianMs: number
  p99Ms: number
  /** The slowest tenth of the connections' first requests took at least this long: what a new visitor waits. */
  firstP90Ms: number
  worstMs: number
  errors: number
  drainMs: number
  barePerSecond: number
  /** Processor time of the server for one booking and all that it leads to, and of the bare transaction's client. */
  cpuMs: number
  bareCpuMs: number
}

interface Cell {
  engine: Engine
  connections: number
  rounds: Round[]
  /** Rows in the table and bookings acknowledged: they must be the same. */
  stored: number
  acknowledged: number
}

/** The server on data of its own, and a second, bare database of the same engine on the same disk. */
interface Stage {
  line: Omit<Line, 'agent'>
  pid: number | undefined
  database: OpenDatabase
  barePlace: string
  close(): Promise<void>
}

async function main(): Promise<number> {
  const folder = makeFolder()
  let postgres: DurablePostgres | undefined
  try {
    const entry = copyBuild(folder.path)
    console.log(`submit-booking over HTTP and the bare transaction: ${rounds} rounds of ${seconds} s each, in turn\n${machineLine()}`)
    const cells: Cell[] = []
    for (const engine of options.engines.split(',') as Engine[]) {
      if (engine === 'postgres') postgres ??= await startDurablePostgres(folder.path)
      for (const connections of options.connections.split(',').map(Number))
        cells.push(await measureCell(entry, join(folder.path, `${engine}-${connections}`), engine, connections, postgres))
    }
    return report(cells)
  } finally {
    await postgres?.stop()
    folder.remove()
  }
}

async function measureCell(entry: string, folder: string, engine: Engine, connections: number, postgres?: DurablePostgres): Promise<Cell> {
  const stage = await openStage(entry, folder, postgres && engine === 'postgres' ? postgres : undefined)
  try {
    const cell: Cell = { engine, connections, rounds: [], stored: 0, acknowledged: 0 }
    const warmUp = await load(stage.line, connections, warmUpSeconds)
    cell.acknowledged += warmUp.durations.length
    await drain(stage.database)
    for (let round = 1; round <= rounds; round++) {
      const cpuBefore = cpuMs(stage.pid)
      const { durations, firsts, errors, perSecond } = await load(stage.line, connections, seconds)
      cell.acknowledged += durations.length
      const drainMs = await drain(stage.database)
      const cpuUsed = cpuMs(stage.pid) - cpuBefore
      const bare = await runBare(stage.barePlace, connections)
      cell.rounds.push({
        perSecond,
        medianMs: median(durations),
        p99Ms: percentile(durations, 0.99),
        firstP90Ms: percentile(firsts, 0.9),
        worstMs: percentile(durations, 1),
        errors,
        drainMs,
        barePerSecond: bare.perSecond,
        cpuMs: cpuUsed / durations.length,
        bareCpuMs: bare.cpuMs,
      })
      console.log(
        `  ${engine}, ${connections} connections, round ${round}: ${perSecond.toFixed(0)} bookings/s, bare ${bare.perSecond.toFixed(0)}/s`,
      )
    }
    const { count } = await stage.database.db
      .selectFrom('bookings')
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    cell.stored = Number(count)
    return cell
  } finally {
    await stage.close()
  }
}

async function openStage(entry: string, folder: string, postgres?: DurablePostgres): Promise<Stage> {
  const [dataDir, bareDir] = [join(folder, 'data'), join(folder, 'bare')]
  mkdirSync(bareDir, { recursive: true })
  const [databaseUrl, bareUrl] = [await postgres?.createDatabase(), await postgres?.createDatabase()]
  const bare = openDatabase({ databaseUrl: bareUrl, dataDir: bareDir })
  await migrate(bare)
  await bare.db.destroy()
  const port = await freePort()
  const server = spawnServer({
    entry,
    port,
    env: {
      DATA_DIR: dataDir,
      SECRET_KEY: randomUUID(),
      RATE_LIMIT_SCALE: '1000000',
      TRUST_PROXY: '1',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
    nodeArgs: options.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(options.profile)}`] : [],
  })
  await untilUp(server, port)
  const database = openDatabase({ databaseUrl, dataDir })
  console.log(`\n${await engineLine(database)}`)
  const close = async () => {
    await database.db.destroy()
    await ended(server, 'SIGTERM')
  }
  return { line: { port }, pid: server.pid, database, barePlace: bareUrl ?? bareDir, close }
}

async function runBare(place: string, connections: number): Promise<BareFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [bareFile, place, String(connections), String(seconds)])
  return JSON.parse(stdout)
}

/** Prints the table and the verdicts. Answers the exit code: 1 when an answer failed or a booking is not stored. */
function report(cells: readonly Cell[]): number {
  const of = (cell: Cell, figure: (round: Round) => number) => median(cell.rounds.map(figure))
  const ratio = (cell: Cell) => of(cell, (round) => round.perSecond / round.barePerSecond)
  const spreadOf = (round: Round) => round.p99Ms / round.medianMs
  const spread = (cell: Cell) => of(cell, spreadOf)
  const worst = (cell: Cell, figure: (round: Round) => number) => Math.max(...cell.rounds.map(figure))
  const errorsOf = (cell: Cell) => cell.rounds.reduce((sum, round) => sum + round.errors, 0)
  console.log('')
  printTable(
    [
      'engine',
      'connections',
      'bookings/s',
      'bare tx/s',
      'RATIO',
      'median ms',
      'p99 ms',
      'p99/median',
      'worst round',
      'first p90 ms',
      'worst ms',
      'errors',
      'rows = 201s',
      'drain s',
      'CPU ms',
      'bare CPU ms',
    ],
    cells.map((cell) => [
      cell.engine,
      String(cell.connections),
      of(cell, (round) => round.perSecond).toFixed(0),
      of(cell, (round) => round.barePerSecond).toFixed(0),
      ratio(cell).toFixed(2),
      of(cell, (round) => round.medianMs).toFixed(2),
      of(cell, (round) => round.p99Ms).toFixed(2),
      spread(cell).toFixed(1),
      worst(cell, spreadOf).toFixed(1),
      worst(cell, (round) => round.firstP90Ms).toFixed(0),
      worst(cell, (round) => round.worstMs).toFixed(0),
      String(errorsOf(cell)),
      cell.stored === cell.acknowledged ? String(cell.stored) : `${cell.stored} != ${cell.acknowledged}`,
      of(cell, (round) => round.drainMs / 1000).toFixed(1),
      of(cell, (round) => round.cpuMs).toFixed(2),
      of(cell, (round) => round.bareCpuMs).toFixed(2),
    ]),
  )
  console.log(`\nBudget: at least ${budget.ratio} x the bare transaction`)
  for (const cell of cells) verdict(cell, `ratio ${ratio(cell).toFixed(2)}`, ratio(cell) >= budget.ratio)
  console.log(`Budget: p99 at most ${budget.spread} x its median at ${budget.spreadConnections} connections`)
  for (const cell of cells.filter(({ connections }) => connections === budget.spreadConnections))
    verdict(
      cell,
      `p99/median ${spread(cell).toFixed(1)}, in the worst round ${worst(cell, spreadOf).toFixed(1)}`,
      worst(cell, spreadOf) <= budget.spread,
    )
  const wrong = cells.filter((cell) => errorsOf(cell) > 0 || cell.stored !== cell.acknowledged)
  for (const cell of wrong)
    console.log(
      `WRONG: ${cell.engine}, ${cell.connections} connections: ${errorsOf(cell)} errors, ${cell.stored} rows for ${cell.acknowledged} answers`,
    )
  console.log(machineLine())
  return wrong.length > 0 ? 1 : 0
}

const verdict = (cell: Cell, figure: string, met: boolean) =>
  console.log(`  ${met ? 'met   ' : 'missed'}  ${cell.engine}, ${cell.connections} connections: ${figure}`)

process.exitCode = await main()
