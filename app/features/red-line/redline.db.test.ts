import { describe, expect, test } from 'vitest'
import { sellSlot } from '#app/features/capacity/sell-slot.server.ts'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import type { Acknowledgement } from '#app/features/intake/acknowledge.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes } from '#app/values/clock.ts'
import { sellSlots } from '#test/support/booked.ts'
import { tries } from '#test/support/depth.ts'
import { answered, countOutcomes, freshWorld, openPeers, readStored, submissionOf } from '#test/support/fresh.ts'
import { openProcess } from '#test/support/processes.ts'
import { bodyOfVisitor, bookingBody, onEachEngine, onOneEngine, racing, type World } from '#test/support/world.ts'
import { expireHolds } from './expire-holds.server.ts'
import { openCheckout } from './open-checkout.server.ts'

const redline = bookingBody({ serviceLevel: 'redline' })
let visitor = 0
/** One attempt by a new visitor. */
const attempt = (services: Services): Promise<Acknowledgement> => {
  visitor += 1
  const body = bodyOfVisitor(visitor, { serviceLevel: 'redline' })
  const submission = submissionOf({ body, clientKey: `visitor ${visitor}` })
  return answered(() => submitBooking(services, submission))
}
const attempts = (services: readonly Services[], count: number) =>
  Promise.allSettled(Array.from({ length: count }, (_, each) => attempt(services[each % services.length] as Services)))

const slotsLeft = ({ services, clock }: World) => readSlotsLeft(services.db, clock.now())

/**
 * The database after `count` people rushed for a slot of one day: three are held, the first to pay get two, and no one
 * was refused.
 */
async function expectExactlyThree(world: World, count: number, day = '2026-11-20') {
  const { bookings, bookingEvents, redlineSlots, jobs } = await readStored(world.services)
  expect(redlineSlots.map(({ slot }) => slot).sort()).toEqual([1, 2, 3])
  expect(new Set(redlineSlots.map((slot) => slot.day))).toEqual(new Set([day]))
  expect(bookings.map(({ status }) => status)).toEqual(Array(count).fill('awaiting_payment'))
  const ids = bookings.map(({ id }) => id).sort()
  expect(ids).toEqual(expect.arrayContaining(redlineSlots.map(({ bookingId }) => bookingId)))
  expect(bookingEvents.map(({ bookingId, toStatus }) => [bookingId, toStatus]).sort()).toEqual(ids.map((id) => [id, 'awaiting_payment']))
  expect(new Set(jobs.map(({ payload }) => JSON.parse(String(payload)).bookingId))).toEqual(new Set(ids))
  expect(await slotsLeft(world)).toBe(2)
}

onEachEngine('A rush for Red Line', (_, test) => {
  test('holds exactly three slots for many attempts at once, and refuses no one', { payments: true, timeout: 300_000 }, async (world) => {
    const count = tries(60, 600)
    expect(countOutcomes(await attempts(openPeers(world, 4), count))).toEqual({ ok: count })
    await expectExactlyThree(world, count)
  })
})

onOneEngine('Red Line', (engine, test) => {
  test.each([
    ['phone', (each: number) => ({ body: bodyOfVisitor(each, { serviceLevel: 'redline', phone: '+44 7700 900264' }) })],
    ['email', (each: number) => ({ body: bodyOfVisitor(each, { serviceLevel: 'redline', email: 'EVE@example.com' }) })],
    ['client address', () => ({ clientKey: 'one address' })],
  ])('is not sold out unpaid by one %s: one slot is held, and no one is refused', async (_, same) => {
    const world = await freshWorld(racing(engine), { payments: true, env: { RATE_LIMIT_SCALE: '10' } })
    const peers = openPeers(world, 3)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, each) => {
        const body = bodyOfVisitor(each, { serviceLevel: 'redline' })
        const submission = submissionOf({ body, clientKey: `client ${each}`, ...same(each) })
        return answered(() => submitBooking(peers[each % 3] ?? world.services, submission))
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill('awaiting_payment'))
    expect(answers.filter(({ payment }) => payment?.isHeld)).toHaveLength(1)
    expect((await readStored(world.services)).redlineSlots).toHaveLength(1)
    expect(await slotsLeft(world)).toBe(4)
  })

  test('holds another slot for the same person once the first is paid for, or its time is over', { payments: true }, async (world) => {
    const isHeld = async () => (await submitBooking(world.services, submissionOf({ body: redline }))).payment?.isHeld
    expect([await isHeld(), await isHeld()]).toEqual([true, false])
    const [first] = (await readStored(world.services)).redlineSlots
    await world.services.db.transaction().execute((tx) => sellSlot(tx, String(first?.bookingId), world.clock.now(), true))
    expect([await isHeld(), await isHeld()]).toEqual([true, false])
    world.clock.advance(minutes(10))
    expect(await isHeld()).toBe(true)
  })

  test('counts down from five by Red Line alone; the last two are never held: they go to the first to pay', async () => {
    const world = await freshWorld(engine, { payments: true })
    await submitBooking(world.services, submissionOf())
    for (const left of [5, 4, 3, 2]) {
      expect(await slotsLeft(world)).toBe(left)
      expect((await attempt(world.services)).payment?.isHeld).toBe(left > 2)
    }
    await sellSlots(world, 2)
    expect(await slotsLeft(world)).toBe(0)
    await expect(attempt(world.services)).rejects.toMatchObject({ code: 'sold_out' })
  })
})

onOneEngine('A hold', (engine, test) => {
  const allHeld = async (on = engine) => {
    const world = await freshWorld(on, { payments: true })
    for (let slot = 1; slot <= 3; slot++) await attempt(world.services)
    return world
  }

  test('keeps its slot for the whole 10 minutes and not a millisecond longer', async () => {
    const world = await allHeld()
    await sellSlots(world, 2)
    world.clock.advance(minutes(10) - 1)
    expect(await slotsLeft(world)).toBe(0)
    expect(await expireHolds(world.services)).toBe(0)
    await expect(attempt(world.services)).rejects.toMatchObject({ code: 'sold_out' })
    world.clock.advance(1)
    expect(await slotsLeft(world)).toBe(3)
    await attempt(world.services)
    expect(await slotsLeft(world)).toBe(2)
  })

  test('lasts 30 minutes from when the payment page is opened, however often that is asked for', { payments: true }, async (world) => {
    const { reference } = await attempt(world.services)
    const { id } = await world.services.db.selectFrom('bookings').select('id').where('reference', '=', reference).executeTakeFirstOrThrow()
    world.clock.advance(minutes(9))
    const opened = world.clock.now().getTime()
    await openCheckout(world.services, id, 'http://localhost:3000/track/x')
    world.clock.advance(minutes(29))
    await openCheckout(world.services, id, 'http://localhost:3000/track/x')
    const until = new Date(opened + minutes(30)).toISOString()
    const { bookings, redlineSlots } = await readStored(world.services)
    expect([bookings[0]?.paymentDueAt, redlineSlots[0]?.heldUntil]).toEqual([until, until])
    expect(await slotsLeft(world)).toBe(4)
    world.clock.advance(minutes(1))
    expect(await slotsLeft(world)).toBe(5)
    await expect(openCheckout(world.services, id, 'http://localhost:3000/track/x')).rejects.toMatchObject({ code: 'nothing_to_pay' })
  })

  test('that ran out gives its slot to the next visitor even before anyone cleaned up', async () => {
    const world = await allHeld(racing(engine))
    world.clock.advance(minutes(10))
    expect(countOutcomes(await attempts(openPeers(world, 3), 60))).toEqual({ ok: 60 })
    const { redlineSlots, bookings } = await readStored(world.services)
    expect(redlineSlots.map(({ slot }) => slot).sort()).toEqual([1, 2, 3])
    const holders = new Set(redlineSlots.map(({ bookingId }) => bookingId))
    expect(holders.size).toBe(3)
    const late = bookings.filter(({ id }) => holders.has(id))
    expect(late.map(({ createdAt }) => createdAt)).toEqual(Array(3).fill(world.clock.now().toISOString()))
  })

  test('that ran out ends its booking with an event, once, however many instances clean up', async () => {
    const world = await allHeld(racing(engine))
    // Bookings that wait without a hold end too.
    await attempt(world.services)
    world.clock.advance(minutes(5))
    await submitBooking(world.services, submissionOf({ clientKey: 'standard' }))
    world.clock.advance(minutes(5))
    const peers = openPeers(world, 4)
    const counts = await Promise.all(Array.from({ length: 12 }, (_, each) => expireHolds(peers[each % 4] ?? world.services)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(4)
    const { bookings, bookingEvents } = await readStored(world.services)
    expect(bookings.map(({ serviceLevel, status, revision }) => `${serviceLevel} ${status} ${revision}`).sort()).toEqual([
      ...Array(4).fill('redline expired 1'),
      'standard received 0',
    ])
    const ended = bookingEvents.filter(({ toStatus }) => toStatus === 'expired')
    expect(new Set(ended.map(({ bookingId }) => bookingId)).size).toBe(4)
    expect(ended).toHaveLength(4)
    expect(ended[0]).toMatchObject({ actor: 'system', fromStatus: 'awaiting_payment', at: world.clock.now().toISOString() })
    expect(await expireHolds(world.services)).toBe(0)
  })

  test('is not ended while it runs, and never once it was paid', { payments: true }, async (world) => {
    const paid = await attempt(world.services)
    world.clock.advance(minutes(8))
    const running = await attempt(world.services)
    // Paid: the slot is sold, the booking is received.
    const { id } = await world.services.db
      .updateTable('bookings')
      .set({ status: 'received' })
      .where('reference', '=', paid.reference)
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.services.db.transaction().execute((tx) => sellSlot(tx, id, world.clock.now(), true))
    world.clock.advance(minutes(8))
    expect(await expireHolds(world.services)).toBe(0)
    const { bookings } = await readStored(world.services)
    const statusOf = (reference: string) => bookings.find((booking) => booking.reference === reference)?.status
    expect([statusOf(paid.reference), statusOf(running.reference)]).toEqual(['received', 'awaiting_payment'])
    expect(await slotsLeft(world)).toBe(3)
    world.clock.advance(minutes(15))
    await attempts([world.services], 20)
    const { redlineSlots } = await readStored(world.services)
    expect(redlineSlots.find(({ bookingId }) => bookingId === id)).toMatchObject({ heldUntil: null })
    expect(redlineSlots).toHaveLength(3)
  })
})

onOneEngine('Midnight in London', (engine) => {
  test.each([
    ['in winter', '2026-11-20T23:59:59.999Z', '2026-11-20', '2026-11-21'],
    ['in summer time', '2026-07-01T22:59:59.999Z', '2026-07-01', '2026-07-02'],
    ['on the night that summer time begins', '2026-03-28T23:59:59.999Z', '2026-03-28', '2026-03-29'],
    ['on the day that summer time begins', '2026-03-29T22:59:59.999Z', '2026-03-29', '2026-03-30'],
    ['on the day that summer time ends', '2026-10-25T23:59:59.999Z', '2026-10-25', '2026-10-26'],
  ])('gives five new slots %s', async (_, lastMoment, day, nextDay) => {
    const world = await freshWorld(engine, { payments: true, now: lastMoment })
    await attempts([world.services], 7)
    await expectExactlyThree(world, 7, day)
    await sellSlots(world, 2)
    world.clock.advance(1)
    expect(await slotsLeft(world)).toBe(5)
    await attempts([world.services], 7)
    await sellSlots(world, 2)
    const { redlineSlots } = await readStored(world.services)
    expect(redlineSlots.filter((slot) => slot.day === nextDay)).toHaveLength(5)
    expect(redlineSlots.filter((slot) => slot.day === day)).toHaveLength(5)
    // In summer the London day is an hour old when the day begins in UTC: only the three that were held are free again.
    world.clock.advance(minutes(60))
    expect(await slotsLeft(world)).toBe(3)
  })

  test('does not give someone who still has a hold of yesterday another one', async () => {
    const world = await freshWorld(engine, { payments: true, now: '2026-11-20T23:59:59.999Z' })
    await submitBooking(world.services, submissionOf({ body: redline }))
    world.clock.advance(1)
    expect((await submitBooking(world.services, submissionOf({ body: redline }))).payment?.isHeld).toBe(false)
    expect(await slotsLeft(world)).toBe(5)
  })
})

describe('Three processes on PostgreSQL', () => {
  const attemptsOfEach = tries(40, 667)
  const open = (world: World, each: number) =>
    openProcess(world, 'redline-attempts.ts', { ATTEMPTS: String(attemptsOfEach), PREFIX: `process ${each}` })

  test('hold exactly three slots for many attempts at once', { timeout: 300_000 }, async () => {
    const world = await freshWorld('postgres', { payments: true, poolSize: 2 })
    const processes = await Promise.all([1, 2, 3].map((each) => open(world, each)))
    const counts = await Promise.all(processes.map((each) => each.run()))
    const total = (outcome: string) => counts.reduce((sum, count) => sum + (count[outcome] ?? 0), 0)
    expect(total('ok'), JSON.stringify(counts)).toBe(3 * attemptsOfEach)
    await expectExactlyThree(world, 3 * attemptsOfEach)
  })
})
