import { CompiledQuery, sql, type Updateable } from 'kysely'
import { expect } from 'vitest'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { hours, later, minutes } from '#app/values/clock.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import { submissionOf } from '#test/support/fresh.ts'
import { bookingBody, onOneEngine, type World } from '#test/support/world.ts'
import { editionsOf } from './figures.ts'
import { readRecent, recentJobs } from './read-live.server.ts'

const day = '2026-11-20'
const nine = `${day}T09:00:00.000Z`
let client = 0

/** A booking from the form, then changed as time or staff would change it. */
async function book({ services }: World, createdAt: string, changes: Updateable<BookingsTable> = {}, body: Record<string, unknown> = {}) {
  const clientKey = `client ${client++}`
  const { reference } = await submitBooking(services, submissionOf({ body: bookingBody(body), clientKey }))
  await services.db
    .updateTable('bookings')
    .set({ createdAt, ...changes })
    .where('reference', '=', reference)
    .execute()
}

const recentAt = ({ services }: World, at: string) => readRecent(services.db, new Date(at))

onOneEngine('Recent jobs', (engine, test) => {
  test('are up to four real bookings, newest first: borough, type, and when, to five minutes', async (world) => {
    for (const ago of [7, 96, 185, 240, 300]) await book(world, later(nine, -minutes(ago)))
    await book(world, later(nine, -minutes(30)), {}, { service: 'Leak Repair', postcode: 'SW9 8JX' })
    expect(await recentAt(world, nine)).toEqual({
      jobs: [
        { borough: 'Tower Hamlets', service: 'Burst Pipe', at: `${day}T08:50:00.000Z` },
        { borough: 'Lambeth', service: 'Leak Repair', at: `${day}T08:30:00.000Z` },
        { borough: 'Tower Hamlets', service: 'Burst Pipe', at: `${day}T07:20:00.000Z` },
        { borough: 'Tower Hamlets', service: 'Burst Pipe', at: `${day}T05:55:00.000Z` },
      ],
      at: nine,
    })
  })

  test('are those of the last list, until the next one is made', async (world) => {
    const [, second = ''] = editionsOf(day)
    await book(world, later(nine, -minutes(10)))
    await book(world, later(nine, 1), {}, { service: 'Blocked Drain' })
    const services = async (at: string) => (await recentAt(world, at))?.jobs.map(({ service }) => service)
    expect(await recentAt(world, later(nine, -1))).toBeNull()
    expect(await services(nine)).toEqual(['Burst Pipe'])
    expect(await services(later(second, -1))).toEqual(['Burst Pipe'])
    expect(await services(second)).toEqual(['Blocked Drain', 'Burst Pipe'])
    const last = editionsOf(day).at(-1) ?? ''
    await book(world, later(last, 1), {}, { service: 'Boiler Breakdown' })
    expect(await services('2026-11-21T08:59:59.999Z')).toEqual(['Blocked Drain', 'Burst Pipe'])
    expect(await services('2026-11-21T09:00:00.000Z')).toEqual(['Boiler Breakdown', 'Blocked Drain', 'Burst Pipe'])
  })

  test('are not older than 48 hours when the list is made', async (world) => {
    await book(world, later(nine, -hours(48) - 1))
    expect(await recentAt(world, nine)).toBeNull()
    await book(world, later(nine, -hours(48)))
    expect((await recentAt(world, nine))?.jobs).toHaveLength(1)
  })

  test('are never suspected spam, outside our boroughs, or what came to nothing', async (world) => {
    const at = later(nine, -minutes(20))
    await book(world, at, {}, { company: 'filled by a robot' })
    await book(world, at, {}, { postcode: 'HA1 1AA' })
    await book(world, at, { borough: null })
    await book(world, at, { inArea: 0 })
    for (const status of ['awaiting_payment', 'cancelled', 'no_access', 'expired'] as const)
      await book(world, at, { status, paymentDueAt: later(at, minutes(30)) })
    expect(await recentAt(world, nine)).toBeNull()
    for (const status of ['received', 'confirmed', 'assigned', 'en_route', 'arrived', 'completed'] as const) {
      await world.services.db
        .updateTable('bookings')
        .set({ createdAt: later(at, -hours(72)) })
        .where('status', '=', 'received')
        .execute()
      await book(world, at, { status })
      expect((await recentAt(world, nine))?.jobs.length, status).toBeGreaterThan(0)
      await world.services.db
        .updateTable('bookings')
        .set({ createdAt: later(at, -hours(72)) })
        .where('status', '=', status)
        .execute()
    }
  })

  test('never show what a stranger typed, of a booking made now or of a row from before', async (world) => {
    const fraud = 'CLOSED DOWN. We moved: ring 0900 123 4567 or https://evil.example/pay'
    const at = later(nine, -minutes(20))
    await book(world, at, {}, { postcode: 'n/a', borough: fraud })
    await book(world, at, {}, { postcode: '', borough: fraud, service: 'Leak Repair' })
    await book(world, at, { borough: fraud, inArea: 1 })
    expect(await recentAt(world, nine)).toBeNull()
    await book(world, at, {}, { postcode: 'n/a', borough: 'brixton' })
    expect((await recentAt(world, nine))?.jobs.map(({ borough }) => borough)).toEqual(['Lambeth'])
    // Staff still see the location as it was typed.
    const { address } = await world.services.db
      .selectFrom('bookings')
      .select('address')
      .where('service', '=', 'Leak Repair')
      .executeTakeFirstOrThrow()
    expect(address).toBe(fraud)
  })

  test('and visits are found by an index', async ({ services }) => {
    const { db } = services
    const visits = db.selectFrom('liveVisits').select('day').where('seenAt', '>', nine)
    const planOf = async ({ sql: text, parameters }: CompiledQuery) =>
      db.transaction().execute(async (tx) => {
        // PostgreSQL would scan a table this small.
        if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(tx)
        const explain = engine === 'postgres' ? 'explain' : 'explain query plan'
        return JSON.stringify((await tx.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))).rows)
      })
    // Two indexes start with the booking's time; either skips the rows of other days.
    expect(await planOf(recentJobs(db, nine).compile())).toMatch(/bookings_(created|search).*\(+created_at *[<>]/)
    expect(await planOf(visits.compile())).toContain('live_visits_seen')
  })
})
