import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { readFoundCustomers } from '#app/features/desk/found-customers.server.ts'
import { readCustomer } from '#app/features/desk/read-customer.server.ts'
import { searchBookings } from '#app/features/desk/search-bookings.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { carryOutRetention } from '#app/features/running/carry-out-retention.server.ts'
import { readConfig } from '#app/platform/config.ts'
import { createServices } from '#app/platform/create-services.ts'
import { type Engine, migrate, openDatabase } from '#app/platform/database.ts'
import type { Services } from '#app/platform/services.ts'
import { systemClock } from '#app/values/clock.ts'
import { submissionOf } from '#test/support/fresh.ts'
import { fillBookings } from '#test/support/many-bookings.ts'
import { median, percentile, printTable, verdict } from './figures.ts'
import { machineLine, makeFolder } from './machine.ts'
import { startDurablePostgres } from './postgres.ts'

/*
 * How long staff's search takes, with the customers that it leads to and one of their records. The yardstick is a count of all bookings. Then
 * the nightly erasure over them: how long a night takes with nothing due, and with as much due as it erases at a time, and how long customers
 * who book meanwhile wait for it.
 */

const bookings = 100_000
const budgetMs = 1_000
const rounds = 5
/** So long a customer may wait for the nightly erasure. */
const mostHeldMs = 100

const searches: Record<string, (services: Services) => Promise<unknown>> = {
  'part of a phone': found('90512'),
  'part of a name': found('ama'),
  'part of an email': found('er-51234@'),
  'part of an address': found('34 cannon'),
  'part of a postcode': found('se5 8'),
  'four parts, the oldest': found('99999 exam customer 9'),
  'nothing found': found('zzyzx'),
  'a customer’s record': async (services) => {
    const { id } = await services.db.selectFrom('customers').select('id').limit(1).executeTakeFirstOrThrow()
    return readCustomer(services, id)
  },
}

function found(typed: string) {
  return async (services: Services) => readFoundCustomers(services.db, await searchBookings(services, typed))
}

async function medianMs(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await act()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

async function measure(engine: Engine, dataDir: string, databaseUrl: string | undefined) {
  mkdirSync(dataDir)
  const config = readConfig({
    ...{ LOG_LEVEL: 'silent', SECRET_KEY: randomUUID(), DATA_DIR: dataDir, RATE_LIMIT_SCALE: '1000' },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })
  const database = openDatabase(config)
  await migrate(database)
  const services = createServices(config, database, { clock: systemClock })
  await submitBooking(services, submissionOf())
  await fillBookings(services.db, bookings)
  await sql`${sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze')}`.execute(services.db)
  const count = await medianMs(() => sql`select count(*) from bookings where search_text <> ''`.execute(services.db))
  const rows = []
  for (const [name, search] of Object.entries(searches)) rows.push({ engine, name, ms: await medianMs(() => search(services)), count })
  const nights = [await measureNight(services, 'nothing due', 730), await measureNight(services, '500 due', 90)]
  await database.db.destroy()
  return { rows, nights: nights.map((night) => ({ engine, ...night })) }
}

/** A night's erasure, while one customer after another books. `bookingDays`: how long a booking is kept. */
async function measureNight(services: Services, name: string, bookingDays: number) {
  const { published, db } = services
  const now = published.current()
  const kept = { ...services, published: { ...published, current: () => ({ ...now, desk: { ...now.desk, bookingDays } }) } }
  await db.deleteFrom('retentionNights').execute()
  let isOver = false
  const waits: number[] = []
  const customers = async () => {
    for (; !isOver; await setTimeout(20)) {
      const startedAt = performance.now()
      await submitBooking(services, submissionOf({ clientKey: randomUUID(), idempotencyKey: randomUUID() }))
      waits.push(performance.now() - startedAt)
    }
  }
  const booking = customers()
  await setTimeout(500)
  const usual = median(waits)
  waits.length = 0
  const startedAt = performance.now()
  await carryOutRetention(kept)
  const ms = performance.now() - startedAt
  isOver = true
  await booking
  return { name, ms, usual, slow: percentile(waits, 0.99) }
}

const folder = makeFolder()
const postgres = await startDurablePostgres(folder.path)
try {
  console.log(`Search among ${bookings} bookings\n${machineLine()}`)
  const measured = [
    await measure('sqlite', join(folder.path, 'sqlite'), undefined),
    await measure('postgres', join(folder.path, 'files'), await postgres.createDatabase()),
  ]
  const rows = measured.flatMap((each) => each.rows)
  const nights = measured.flatMap((each) => each.nights)
  printTable(
    ['', 'ms', 'count ms', 'RATIO'],
    rows.map(({ engine, name, ms, count }) => [`${engine}, ${name}`, ms.toFixed(0), count.toFixed(0), (ms / count).toFixed(1)]),
  )
  const slowest = Math.max(...rows.map(({ ms }) => ms))
  verdict(slowest <= budgetMs, `the slowest takes ${slowest.toFixed(0)} ms, at most ${budgetMs}`)
  printTable(
    ['The night', 'ms', 'a booking ms', 'p99 ms'],
    nights.map(({ engine, name, ms, usual, slow }) => [`${engine}, ${name}`, ...[ms, usual, slow].map((each) => each.toFixed(0))]),
  )
  const held = Math.max(...nights.map(({ usual, slow }) => slow - usual))
  verdict(held <= mostHeldMs, `a booking waits ${held.toFixed(0)} ms for the night, at most ${mostHeldMs}`)
} finally {
  await postgres.stop()
  folder.remove()
}
