import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { submitBooking } from '#app/features/booking/submit-booking.server.ts'
import { readBoard } from '#app/features/dispatch/board.server.ts'
import { readBoardMark, readBookingPage, searchBookings } from '#app/features/dispatch/board-reads.server.ts'
import { systemClock } from '#app/platform/clock.ts'
import { readConfig } from '#app/platform/config.ts'
import { createServices } from '#app/platform/create-services.ts'
import { type Engine, migrate, openDatabase } from '#app/platform/database.ts'
import { submissionOf } from '#test/support/fresh.ts'
import { fillBookings } from '#test/support/many-bookings.ts'
import { median, percentile, printTable } from './figures.ts'
import { engineLine, machineLine, makeFolder } from './machine.ts'
import { type DurablePostgres, startDurablePostgres } from './postgres.ts'

/* The server's time for what the board's page reads, with many bookings. docs/benchmarks.md says what each column means. */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    bookings: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '200' },
  },
})

const [bookings, rounds] = [Number(options.bookings), Number(options.rounds)]

async function main(): Promise<number> {
  const folder = makeFolder()
  let postgres: DurablePostgres | undefined
  const rows: string[][] = []
  try {
    console.log(`The board with ${bookings} bookings, each read ${rounds} times\n${machineLine()}`)
    for (const engine of options.engines.split(',') as Engine[]) {
      if (engine === 'postgres') postgres ??= await startDurablePostgres(folder.path)
      rows.push(...(await measure(engine, join(folder.path, engine), engine === 'postgres' ? await postgres?.createDatabase() : undefined)))
    }
  } finally {
    await postgres?.stop()
    folder.remove()
  }
  console.log('')
  printTable(['engine', 'what', 'median ms', 'p99 ms', 'worst ms'], rows)
  return 0
}

async function measure(engine: Engine, dataDir: string, databaseUrl: string | undefined): Promise<string[][]> {
  mkdirSync(dataDir, { recursive: true })
  const config = readConfig({
    LOG_LEVEL: 'silent',
    SECRET_KEY: randomUUID(),
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })
  const database = openDatabase(config)
  try {
    await migrate(database)
    console.log(`\n${await engineLine(database)}`)
    const services = createServices(config, database, { clock: systemClock, payments: () => null })
    await submitBooking(services, submissionOf())
    await fillBookings(services.db, bookings)
    const reads: [string, () => Promise<unknown>][] = [
      ['the board', () => readBoard(services, null)],
      ['its mark', () => readBoardMark(services)],
      ['a page of bookings', () => readBookingPage(services)],
      ['search by phone', () => searchBookings(services, '07700 900123')],
      ['search by a part of a name', () => searchBookings(services, 'raman')],
    ]
    const figures: string[][] = []
    for (const [what, read] of reads) {
      const durations: number[] = []
      for (let round = -20; round < rounds; round++) {
        const startedAt = performance.now()
        await read()
        if (round >= 0) durations.push(performance.now() - startedAt)
      }
      const ms = (value: number) => value.toFixed(2)
      figures.push([engine, what, ms(median(durations)), ms(percentile(durations, 0.99)), ms(percentile(durations, 1))])
    }
    return figures
  } finally {
    await database.db.destroy()
  }
}

process.exitCode = await main()
