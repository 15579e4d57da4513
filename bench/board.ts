import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createBoardFeed } from '#app/features/desk/board-feed.server.ts'
import { readBoardMark, readBoardRows } from '#app/features/desk/read-board.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { readConfig } from '#app/platform/config.ts'
import { createServices } from '#app/platform/create-services.ts'
import { type Engine, migrate, openDatabase } from '#app/platform/database.ts'
import { hours, later, systemClock } from '#app/values/clock.ts'
import { submissionOf } from '#test/support/fresh.ts'
import { fillBookings } from '#test/support/many-bookings.ts'
import { median, percentile, printTable } from './figures.ts'
import { engineLine, machineLine, makeFolder } from './machine.ts'
import { type DurablePostgres, startDurablePostgres } from './postgres.ts'

/*
 * Many boards open on one instance: what their mark costs, how soon each hears of a change, and what reading a board costs. In one process,
 * without HTTP. docs/benchmarks.md says what each column means.
 */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    bookings: { type: 'string', default: '10000' },
    boards: { type: 'string', default: '20' },
    times: { type: 'string', default: '200' },
  },
})
const [bookings, boards, times] = [Number(options.bookings), Number(options.boards), Number(options.times)]
const idleMs = 5_000
const changes = 10

async function measure(engine: Engine, dataDir: string, databaseUrl: string | undefined): Promise<string[]> {
  mkdirSync(dataDir, { recursive: true })
  const config = readConfig({
    ...{ LOG_LEVEL: 'silent', SECRET_KEY: randomUUID(), DATA_DIR: dataDir, BACKUP_DIR: 'off', RATE_LIMIT_SCALE: '1000' },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })
  const database = openDatabase(config)
  await migrate(database)
  console.log(await engineLine(database))
  const services = createServices(config, database, { clock: systemClock })
  await submitBooking(services, submissionOf())
  await fillBookings(services.db, bookings)
  const now = systemClock.now()
  const day = { from: later(now, -hours(12)), until: later(now, hours(12)) }
  const markMs = await timed(() => readBoardMark(services))
  const rowsMs = await timed(() => readBoardRows(services, day))
  const { waiting, open } = await readBoardRows(services, day)

  const feed = createBoardFeed(services)
  let told = 0
  const leave = Array.from({ length: boards }, () => feed.subscribe(() => told++))
  await delay(1_000)
  const before = process.cpuUsage()
  await delay(idleMs)
  const { user, system } = process.cpuUsage(before)
  const heardMs: number[] = []
  for (let each = 0; each < changes; each++) {
    told = 0
    await submitBooking(services, submissionOf({ clientKey: randomUUID() }))
    const startedAt = performance.now()
    while (told < boards) await delay(1)
    heardMs.push(performance.now() - startedAt)
  }
  for (const end of leave) end()
  await feed.stop()
  await database.db.destroy()
  const cpuMs = (user + system) / idleMs
  const figures = [median(markMs), percentile(markMs, 0.99), cpuMs, median(heardMs), Math.max(...heardMs), median(rowsMs)]
  return [`${engine}, ${waiting.length + open.length} open`, ...figures.map((each) => each.toFixed(2))]
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = []
  for (let time = 0; time < times; time++) {
    const startedAt = performance.now()
    await work()
    durations.push(performance.now() - startedAt)
  }
  return durations
}

async function main(): Promise<void> {
  const folder = makeFolder()
  let postgres: DurablePostgres | undefined
  try {
    console.log(`${boards} boards open on ${bookings} bookings\n${machineLine()}`)
    const rows: string[][] = []
    for (const engine of options.engines.split(',') as Engine[]) {
      if (engine === 'postgres') postgres ??= await startDurablePostgres(folder.path)
      rows.push(await measure(engine, join(folder.path, engine), engine === 'postgres' ? await postgres?.createDatabase() : undefined))
    }
    console.log('')
    printTable(['', 'mark ms', 'p99 ms', 'CPU ms a second', 'all heard ms', 'at most ms', 'board read ms'], rows)
    console.log(machineLine())
  } finally {
    await postgres?.stop()
    folder.remove()
  }
}

await main()
