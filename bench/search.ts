import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
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
import { onEngines, type Place } from './engines.ts'
import { median, percentile, report } from './figures.ts'
import { machineLine, makeFolder } from './machine.ts'

/*
 * How long staff's search takes, with the customers that it leads to and one of their records. The yardstick is a count of all bookings. Then
 * the nightly erasure over them: how long a night takes with nothing due, and with as much due as it erases at a time, and how long customers
 * who book meanwhile wait for it.
 */

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    bookings: { type: 'string', default: '100000' },
  },
})
const rounds = 5

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

async function measure(engine: Engine, place: Place) {
  const config = readConfig({ ...place.env, LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '1000' })
  const database = openDatabase(config)
  await migrate(database)
  const services = createServices(config, database, { clock: systemClock })
  await submitBooking(services, submissionOf())
  await fillBookings(services.db, Number(options.bookings))
  await sql`${sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze')}`.execute(services.db)
  const count = await medianMs(() => sql`select count(*) from bookings where search_text <> ''`.execute(services.db))
  for (const [name, search] of Object.entries(searches))
    rows.push({ name: `${engine}, ${name}`, ms: await medianMs(() => search(services)), count })
  nights.push(await measureNight(services, `${engine}, nothing due`, 730), await measureNight(services, `${engine}, 500 due`, 90))
  await database.db.destroy()
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

const rows: { name: string; ms: number; count: number }[] = []
const nights: Awaited<ReturnType<typeof measureNight>>[] = []
console.log(`Search among ${options.bookings} bookings\n${machineLine()}`)
await onEngines(makeFolder(), options.engines, async (engine, newPlace) => measure(engine, await newPlace()))
report(rows, [
  { heading: 'ms', of: ({ ms }) => ms, most: 1_000 },
  { heading: 'count ms', of: ({ count }) => count },
  { heading: 'RATIO', of: ({ ms, count }) => ms / count, digits: 1 },
])
console.log('\nThe night')
report(nights, [
  { heading: 'ms', of: ({ ms }) => ms },
  { heading: 'a booking ms', of: ({ usual }) => usual },
  { heading: 'p99 ms', of: ({ slow }) => slow },
  { heading: 'waits ms', of: ({ usual, slow }) => slow - usual, most: 100 },
])
