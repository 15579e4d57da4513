import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Acknowledgement } from '#app/features/booking/acknowledge.server.ts'
import { submitBooking } from '#app/features/booking/submit-booking.server.ts'
import { minutes } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'
import { tries } from '#test/support/depth.ts'
import { countOutcomes, freshWorld, openPeers, readStored, submissionOf } from '#test/support/fresh.ts'
import { bookingBody, onEachEngine, testSecret, type World } from '#test/support/world.ts'
import { expireHolds } from './expire-holds.server.ts'
import { readSlotsLeft } from './reads.server.ts'

const redline = bookingBody({ serviceLevel: 'redline' })
let client = 0
/** One attempt of a visitor never seen before. */
const attempt = (services: Services): Promise<Acknowledgement> =>
  submitBooking(services, submissionOf({ body: redline, clientKey: `visitor ${client++}` }))
const attempts = (services: readonly Services[], count: number) =>
  Promise.allSettled(Array.from({ length: count }, (_, each) => attempt(services[each % services.length] as Services)))

const slotsLeft = ({ services, clock }: World) => readSlotsLeft(services.db, clock.now())

/** What the database says after a rush in which everybody asked for a slot of one day: five have one, nobody else left a trace. */
async function expectExactlyFive(world: World, day = '2026-11-20') {
  const { bookings, bookingEvents, redlineSlots, jobs } = await readStored(world.services)
  expect(redlineSlots.map(({ slot }) => slot).sort()).toEqual([1, 2, 3, 4, 5])
  expect(new Set(redlineSlots.map((slot) => slot.day))).toEqual(new Set([day]))
  expect(bookings.map(({ status }) => status)).toEqual(Array(5).fill('awaiting_payment'))
  const ids = bookings.map(({ id }) => id).sort()
  expect(redlineSlots.map(({ bookingId }) => bookingId).sort()).toEqual(ids)
  expect(bookingEvents.map(({ bookingId, toStatus }) => [bookingId, toStatus]).sort()).toEqual(ids.map((id) => [id, 'awaiting_payment']))
  expect(new Set(jobs.map(({ payload }) => JSON.parse(String(payload)).bookingId))).toEqual(new Set(ids))
  expect(await slotsLeft(world)).toBe(0)
}

onEachEngine('Red Line', (engine) => {
  test('gives exactly five slots to many attempts at once', { timeout: 60_000 }, async () => {
    const world = await freshWorld(engine, { payments: true })
    const count = tries(60, 2_000)
    expect(countOutcomes(await attempts([world.services], count))).toEqual({ SlotsSoldOut: count - 5, ok: 5 })
    await expectExactlyFive(world)
  })

  test('gives exactly five slots however many instances share the day', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 2; round++) {
      const world = await freshWorld(engine, { payments: true, poolSize: 2 })
      expect(countOutcomes(await attempts(openPeers(world, 4), 40))).toEqual({ SlotsSoldOut: 35, ok: 5 })
      await expectExactlyFive(world)
    }
  })

  test('is now, whatever date and slot were sent, and holds its slot for 30 minutes', async () => {
    const { services, clock } = await freshWorld(engine, { payments: true })
    const body = { ...redline, preferredDate: '2026-12-24', timeSlot: '08:00 - 10:00' }
    const answer = await submitBooking(services, submissionOf({ body }))
    expect(answer.status).toBe('awaiting_payment')
    const at = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds).toISOString()
    const { bookings, redlineSlots } = await readStored(services)
    expect(bookings).toMatchObject([
      {
        status: 'awaiting_payment',
        serviceLevel: 'redline',
        preferredDate: null,
        slotStartsAt: null,
        promisedFrom: at(minutes(15)),
        promisedUntil: at(minutes(30)),
        priorityFeePence: 2_999,
        paymentDueAt: at(minutes(30)),
      },
    ])
    expect(redlineSlots).toEqual([{ day: '2026-11-20', slot: 1, bookingId: bookings[0]?.id, heldUntil: at(minutes(30)) }])
  })

  test('tells staff of the unpaid lead at once', async () => {
    const { services } = await freshWorld(engine, { payments: true })
    await attempt(services)
    expect((await readStored(services)).jobs.map(({ kind }) => kind)).toContain('staff-email')
  })

  test('counts down from five, and the count is what a visitor can still get', async () => {
    const world = await freshWorld(engine, { payments: true })
    for (const left of [5, 4, 3, 2, 1]) {
      expect(await slotsLeft(world)).toBe(left)
      await attempt(world.services)
    }
    expect(await slotsLeft(world)).toBe(0)
    await expect(attempt(world.services)).rejects.toMatchObject({ code: 'sold_out' })
  })

  test('does not count standard bookings', async () => {
    const world = await freshWorld(engine, { payments: true })
    await submitBooking(world.services, submissionOf())
    expect(await slotsLeft(world)).toBe(5)
  })
})

onEachEngine('A hold', (engine) => {
  const soldOut = async () => {
    const world = await freshWorld(engine, { payments: true })
    for (let slot = 1; slot <= 5; slot++) await attempt(world.services)
    return world
  }

  test('keeps its slot for the whole 30 minutes and not a millisecond longer', async () => {
    const world = await soldOut()
    world.clock.advance(minutes(30) - 1)
    expect(await slotsLeft(world)).toBe(0)
    expect(await expireHolds(world.services)).toBe(0)
    await expect(attempt(world.services)).rejects.toMatchObject({ code: 'sold_out' })
    world.clock.advance(1)
    expect(await slotsLeft(world)).toBe(5)
    await attempt(world.services)
    expect(await slotsLeft(world)).toBe(4)
  })

  test('that ran out gives its slot to the next visitor even before anybody cleaned up', async () => {
    const world = await soldOut()
    world.clock.advance(minutes(30))
    expect(countOutcomes(await attempts(openPeers(world, 3), 60))).toEqual({ SlotsSoldOut: 55, ok: 5 })
    const { redlineSlots, bookings } = await readStored(world.services)
    expect(redlineSlots.map(({ slot }) => slot).sort()).toEqual([1, 2, 3, 4, 5])
    const holders = new Set(redlineSlots.map(({ bookingId }) => bookingId))
    expect(holders.size).toBe(5)
    const late = bookings.filter(({ id }) => holders.has(id))
    expect(late.map(({ createdAt }) => createdAt)).toEqual(Array(5).fill(world.clock.now().toISOString()))
  })

  test('that ran out ends its booking with an event, once, however many instances clean up', async () => {
    const world = await soldOut()
    world.clock.advance(minutes(20))
    await submitBooking(world.services, submissionOf({ clientKey: 'standard' }))
    world.clock.advance(minutes(10))
    const peers = openPeers(world, 4)
    const counts = await Promise.all(Array.from({ length: 12 }, (_, each) => expireHolds(peers[each % 4] ?? world.services)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(5)
    const { bookings, bookingEvents } = await readStored(world.services)
    expect(bookings.map(({ serviceLevel, status, revision }) => `${serviceLevel} ${status} ${revision}`).sort()).toEqual([
      ...Array(5).fill('redline expired 1'),
      'standard received 0',
    ])
    const ended = bookingEvents.filter(({ toStatus }) => toStatus === 'expired')
    expect(new Set(ended.map(({ bookingId }) => bookingId)).size).toBe(5)
    expect(ended).toHaveLength(5)
    expect(ended[0]).toMatchObject({ actor: 'system', fromStatus: 'awaiting_payment', at: world.clock.now().toISOString() })
    expect(await expireHolds(world.services)).toBe(0)
  })

  test('is not ended while it runs, and never once it was paid', async () => {
    const world = await freshWorld(engine, { payments: true })
    const paid = await attempt(world.services)
    world.clock.advance(minutes(25))
    const running = await attempt(world.services)
    // Paid: the slot is sold, the booking received.
    const { id } = await world.services.db
      .updateTable('bookings')
      .set({ status: 'received' })
      .where('reference', '=', paid.reference)
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.services.db.updateTable('redlineSlots').set({ heldUntil: null }).where('bookingId', '=', id).execute()
    world.clock.advance(minutes(10))
    expect(await expireHolds(world.services)).toBe(0)
    const { bookings } = await readStored(world.services)
    const statusOf = (reference: string) => bookings.find((booking) => booking.reference === reference)?.status
    expect([statusOf(paid.reference), statusOf(running.reference)]).toEqual(['received', 'awaiting_payment'])
    expect(await slotsLeft(world)).toBe(3)
    world.clock.advance(minutes(15))
    await attempts([world.services], 20)
    const { redlineSlots } = await readStored(world.services)
    expect(redlineSlots.find(({ bookingId }) => bookingId === id)).toMatchObject({ heldUntil: null })
    expect(redlineSlots).toHaveLength(5)
  })
})

onEachEngine('Midnight in London', (engine) => {
  test.each([
    ['in winter', '2026-11-20T23:59:59.999Z', '2026-11-20', '2026-11-21'],
    ['in summer time', '2026-07-01T22:59:59.999Z', '2026-07-01', '2026-07-02'],
    ['on the night that summer time begins', '2026-03-28T23:59:59.999Z', '2026-03-28', '2026-03-29'],
    ['on the day that summer time begins', '2026-03-29T22:59:59.999Z', '2026-03-29', '2026-03-30'],
    ['on the day that summer time ends', '2026-10-25T23:59:59.999Z', '2026-10-25', '2026-10-26'],
  ])('gives five new slots %s', async (_, lastMoment, day, nextDay) => {
    const world = await freshWorld(engine, { payments: true, now: lastMoment })
    expect(countOutcomes(await attempts([world.services], 7))).toEqual({ SlotsSoldOut: 2, ok: 5 })
    await expectExactlyFive(world, day)
    world.clock.advance(1)
    expect(await slotsLeft(world)).toBe(5)
    expect(countOutcomes(await attempts([world.services], 7))).toEqual({ SlotsSoldOut: 2, ok: 5 })
    const { redlineSlots } = await readStored(world.services)
    expect(redlineSlots.filter((slot) => slot.day === nextDay)).toHaveLength(5)
    expect(redlineSlots.filter((slot) => slot.day === day)).toHaveLength(5)
  })

  test('in UTC alone gives none: in summer the London day is an hour old by then', async () => {
    const world = await freshWorld(engine, { payments: true, now: '2026-07-01T23:59:59.999Z' })
    for (let slot = 1; slot <= 5; slot++) await attempt(world.services)
    world.clock.advance(1)
    expect(await slotsLeft(world)).toBe(0)
  })
})

describe('Three processes on PostgreSQL', () => {
  const script = fileURLToPath(new URL('../../../test/support/redline-attempts.ts', import.meta.url))
  const attemptsOfEach = tries(60, 667)

  /** A process that is ready to make its attempts. */
  async function openProcess(world: World, each: number) {
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      DATABASE_URL: world.databaseUrl,
      SECRET_KEY: testSecret,
      LOG_LEVEL: 'silent',
      ATTEMPTS: String(attemptsOfEach),
      PREFIX: `process ${each}`,
      NOW: world.clock.now().toISOString(),
    }
    const child = spawn(process.execPath, [script], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    expect((await lines.next()).value).toBe('ready')
    return {
      async attempt(): Promise<Record<string, number>> {
        const closed = once(child, 'close')
        child.stdin.end('go\n')
        const counts = JSON.parse((await lines.next()).value ?? 'null')
        await closed
        return counts
      },
    }
  }

  test('give exactly five slots to many attempts at once', { timeout: 60_000 }, async () => {
    const world = await freshWorld('postgres', { payments: true, poolSize: 2 })
    const processes = await Promise.all([1, 2, 3].map((each) => openProcess(world, each)))
    const counts = await Promise.all(processes.map((each) => each.attempt()))
    const total = (outcome: string) => counts.reduce((sum, count) => sum + (count[outcome] ?? 0), 0)
    expect({ ok: total('ok'), soldOut: total('SlotsSoldOut') }, JSON.stringify(counts)).toEqual({ ok: 5, soldOut: 3 * attemptsOfEach - 5 })
    await expectExactlyFive(world)
  })
})
