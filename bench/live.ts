import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Engine, type OpenDatabase, openDatabase } from '#app/platform/database.ts'
import { londonDay } from '#app/platform/london.ts'
import { freePort } from '#test/support/free-port.ts'
import { median, percentile, printTable } from './figures.ts'
import type { Opened, Told } from './live-listeners.ts'
import { drain, load } from './load.ts'
import { cpuMs, engineLine, machineLine, makeFolder } from './machine.ts'
import { type DurablePostgres, startDurablePostgres } from './postgres.ts'
import { copyBuild, ended, type Line, spawnServer, untilUp } from './server.ts'

/*
 * Thousands of pages that listen to /api/live on one instance: what each costs in memory, how soon the last is told of a slot that was
 * taken, and what becomes of submit-booking beside them. docs/benchmarks.md says what each column means.
 */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    listeners: { type: 'string', default: '5000' },
    connections: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
  },
})

const [listeners, connections, rounds, seconds] = [options.listeners, options.connections, options.rounds, options.seconds].map(Number) as [
  number,
  number,
  number,
  number,
]
const listenersFile = fileURLToPath(new URL('./live-listeners.ts', import.meta.url))
const restMs = 6_000
const slotRounds = 10
const changeEveryMs = 1_000

type Load = Awaited<ReturnType<typeof load>>

interface Cell {
  engine: Engine
  opened: Opened
  openMs: number
  restMb: number
  withMb: number
  peakMb: number
  /** From the commit that took a slot until the first and the last listener knew, in ms. */
  firstMs: number[]
  lastMs: number[]
  /** Processor time of the server for telling them all once. */
  tellMs: number
  alone: Load[]
  beside: Load[]
}

async function main(): Promise<number> {
  const folder = makeFolder()
  let postgres: DurablePostgres | undefined
  try {
    const entry = copyBuild(folder.path)
    console.log(`${listeners} listeners to /api/live, and bookings over ${connections} connections without and with them\n${machineLine()}`)
    const cells: Cell[] = []
    for (const engine of options.engines.split(',') as Engine[]) {
      if (engine === 'postgres') postgres ??= await startDurablePostgres(folder.path)
      cells.push(await measure(entry, join(folder.path, engine), engine, engine === 'postgres' ? postgres : undefined))
    }
    return report(cells)
  } finally {
    await postgres?.stop()
    folder.remove()
  }
}

async function measure(entry: string, folder: string, engine: Engine, postgres?: DurablePostgres): Promise<Cell> {
  const dataDir = join(folder, 'data')
  mkdirSync(folder, { recursive: true })
  const databaseUrl = await postgres?.createDatabase()
  const port = await freePort()
  const env = { DATA_DIR: dataDir, SECRET_KEY: randomUUID(), RATE_LIMIT_SCALE: '1000000', TRUST_PROXY: '1' }
  const server = spawnServer({ entry, port, env: { ...env, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) } })
  const pages = fork(listenersFile)
  process.once('exit', () => pages.kill('SIGKILL'))
  try {
    await untilUp(server, port)
    const database = openDatabase({ databaseUrl, dataDir })
    console.log(`\n${await engineLine(database)}`)
    const cell = await measureWith({ port }, server, pages, database)
    await database.db.destroy()
    return { engine, ...cell }
  } finally {
    pages.kill()
    await ended(server, 'SIGTERM')
  }
}

async function measureWith(line: Omit<Line, 'agent'>, server: ChildProcess, pages: ChildProcess, database: OpenDatabase) {
  const slot = await prepareSlot(line, database)
  const book = async () => {
    const result = await load(line, connections, seconds)
    await drain(database)
    return result
  }
  await book()
  const [alone, beside, firstMs, lastMs]: [Load[], Load[], number[], number[]] = [[], [], [], []]
  let [opened, openMs, withMb, tellMs]: [Opened, number, number, number] = [{ opened: 0, refused: 0 }, 0, 0, 0]
  await delay(restMs)
  const restMb = memoryMb(server.pid, 'VmRSS')
  for (let round = 1; round <= rounds; round++) {
    alone.push(await book())
    const startedAt = performance.now()
    opened = await say<Opened>(pages, { open: listeners, port: line.port })
    openMs = performance.now() - startedAt
    await delay(restMs)
    if (round === 1) {
      withMb = memoryMb(server.pid, 'VmRSS')
      const cpuBefore = cpuMs(server.pid)
      for (let each = 0; each < slotRounds; each++) {
        const left = each % 2 === 0 ? 4 : 5
        await say(pages, { expect: left })
        const answered = once(pages, 'message') as Promise<[Told]>
        // Not always at the same moment of the second in which the server looks.
        await delay((each * changeEveryMs) / slotRounds)
        if (left === 4) await slot.take()
        else await slot.free()
        const committedAt = performance.timeOrigin + performance.now()
        const [told] = await answered
        firstMs.push(told.firstAt - committedAt)
        lastMs.push(told.lastAt - committedAt)
      }
      tellMs = (cpuMs(server.pid) - cpuBefore) / slotRounds
    }
    let taken = false
    const changing = setInterval(() => {
      taken = !taken
      void (taken ? slot.take() : slot.free())
    }, changeEveryMs)
    beside.push(await load(line, connections, seconds))
    clearInterval(changing)
    await drain(database)
    await slot.free()
    await say(pages, { close: true })
    console.log(
      `  round ${round}: ${alone.at(-1)?.perSecond.toFixed(0)} bookings/s alone, ${beside.at(-1)?.perSecond.toFixed(0)} beside them`,
    )
  }
  return { opened, openMs, restMb, withMb, peakMb: memoryMb(server.pid, 'VmHWM'), firstMs, lastMs, tellMs, alone, beside }
}

/** Takes and frees one of today's slots, as a hold that was taken and one that ran out do. */
async function prepareSlot(line: Omit<Line, 'agent'>, { db }: OpenDatabase) {
  await load(line, 1, 0.1)
  const { id: bookingId } = await db.selectFrom('bookings').select('id').limit(1).executeTakeFirstOrThrow()
  return {
    take: () =>
      db
        .insertInto('redlineSlots')
        .values({ day: londonDay(new Date()), slot: 1, bookingId, heldUntil: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    free: () => db.deleteFrom('redlineSlots').execute(),
  }
}

/** Sends the listeners a message and waits for what they answer. */
async function say<Answer>(pages: ChildProcess, message: object): Promise<Answer> {
  const answer = once(pages, 'message')
  pages.send(message)
  return (await answer)[0] as Answer
}

/** Of a process, by /proc; 0 where that does not tell. */
function memoryMb(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number {
  try {
    return Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return 0
  }
}

/** Prints the tables. Answers the exit code: 1 when a listener was refused or a booking failed. */
function report(cells: readonly Cell[]): number {
  console.log('')
  printTable(
    [
      'engine',
      'listeners',
      'opened in s',
      'rest MB',
      'with them MB',
      'KB each',
      'peak MB',
      'first told ms',
      'last told ms',
      'worst ms',
      'CPU ms for all',
    ],
    cells.map((cell) => [
      cell.engine,
      String(cell.opened.opened),
      (cell.openMs / 1000).toFixed(1),
      cell.restMb.toFixed(0),
      cell.withMb.toFixed(0),
      (((cell.withMb - cell.restMb) * 1024) / cell.opened.opened).toFixed(1),
      cell.peakMb.toFixed(0),
      median(cell.firstMs).toFixed(0),
      median(cell.lastMs).toFixed(0),
      Math.max(...cell.lastMs).toFixed(0),
      cell.tellMs.toFixed(0),
    ]),
  )
  const of = (loads: readonly Load[], figure: (each: Load) => number) => median(loads.map(figure))
  const p99 = ({ durations }: Load) => percentile(durations, 0.99)
  const middle = ({ durations }: Load) => median(durations)
  const ratio = (cell: Cell, figure: (each: Load) => number) => (of(cell.beside, figure) / of(cell.alone, figure)).toFixed(2)
  console.log('')
  printTable(
    ['engine', 'bookings/s alone', 'beside', 'RATIO', 'median ms alone', 'beside', 'RATIO', 'p99 ms alone', 'beside', 'RATIO', 'errors'],
    cells.map((cell) => [
      cell.engine,
      of(cell.alone, (each) => each.perSecond).toFixed(0),
      of(cell.beside, (each) => each.perSecond).toFixed(0),
      ratio(cell, (each) => each.perSecond),
      of(cell.alone, middle).toFixed(1),
      of(cell.beside, middle).toFixed(1),
      ratio(cell, middle),
      of(cell.alone, p99).toFixed(1),
      of(cell.beside, p99).toFixed(1),
      ratio(cell, p99),
      String(errorsOf(cell)),
    ]),
  )
  console.log(machineLine())
  const wrong = cells.filter((cell) => errorsOf(cell) > 0 || cell.opened.refused > 0)
  for (const { engine, opened } of wrong) console.log(`WRONG: ${engine}: ${opened.refused} listeners refused, or bookings failed`)
  return wrong.length > 0 ? 1 : 0
}

const errorsOf = ({ alone, beside }: Cell) => [...alone, ...beside].reduce((sum, { errors }) => sum + errors, 0)

process.exitCode = await main()
