import { expect, test } from 'vitest'
import { BookingNotFound, BookingOvertaken, ChangeRefused, TooManySubmits } from '#app/features/booking/refusals.ts'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { minutes } from '#app/values/clock.ts'
import { handOut } from '#test/support/announced.ts'
import { payRedLine } from '#test/support/billed.ts'
import { type Booked, bookOfStranger, bookOne } from '#test/support/booked.ts'
import { countOutcomes, freshWorld, openPeers } from '#test/support/fresh.ts'
import { mailsTo } from '#test/support/mails-to.ts'
import { onEachEngine, onOneEngine, racing, type World } from '#test/support/world.ts'
import { type CancelBooking, cancelBooking } from './cancel-booking.server.ts'
import { rescheduleBooking } from './reschedule-booking.server.ts'

const slot = { preferredDate: '2026-11-24', timeSlot: '14:00 - 16:00' }
const webhookEnv = { WEBHOOK_URL: 'https://hooks.zapier.com/hooks/catch/1/abc', WEBHOOK_SECRET: `whsec_${'c2VjcmV0'.repeat(4)}` }

const press = async (booked: Booked, changes: Partial<CancelBooking> = {}): Promise<CancelBooking> => ({
  ...(await booked.wish()),
  toldPence: 0,
  ...changes,
})
const cancel = async ({ services }: World, booked: Booked, changes: Partial<CancelBooking> = {}) =>
  cancelBooking(services, await press(booked, changes))

onOneEngine('Cancelling a booking', (engine, test) => {
  test('ends it, says so in its history, and tells customer, staff and the webhook once', async () => {
    const world = await freshWorld(engine, { env: { STAFF_EMAIL: 'desk@example.com', ...webhookEnv } })
    const booked = await bookOne(world, slot)
    const before = (await handOut(world.services)).map(({ id }) => id)
    world.clock.advance(minutes(5))
    await cancel(world, booked)
    expect(await booked.read()).toMatchObject({ status: 'cancelled', revision: 1, revisedAt: '2026-11-20T10:25:00.000Z' })
    const event = (await booked.history()).at(-1)
    expect(event).toMatchObject({
      at: '2026-11-20T10:25:00.000Z',
      actor: 'customer',
      kind: 'cancelled',
      fromStatus: 'received',
      toStatus: 'cancelled',
      note: 'Cancelling is free.',
    })
    const told = (await handOut(world.services)).filter(({ id }) => !before.includes(id))
    expect(told.map(({ kind }) => kind)).toEqual(['customer-change', 'staff-change-email', 'staff-change-webhook'])
    for (const { payload } of told)
      expect(JSON.parse(String(payload))).toEqual({ bookingId: booked.id, change: 'cancelled', id: event?.id, revision: 1 })
  })

  test('emails the customer what was agreed and a calendar file that removes the visit, and staff the number to call', async (world) => {
    const booked = await bookOne(world, slot)
    const [first] = await mailsTo(world, 'priya.raman@example.com')
    await booked.become('assigned')
    await cancel(world, booked)
    const customer = (await mailsTo(world, 'priya.raman@example.com')).at(-1)
    const staff = (await mailsTo(world, 'desk@localhost')).at(-1)
    const { reference } = await booked.read()
    expect(customer?.subject).toBe(`Booking cancelled (${reference})`)
    for (const part of [customer?.text, customer?.html]) expect(part).toContain('Cancelling is free.')
    const [calendar, before] = [customer, first].map((mail) => mail?.attachments?.[0])
    expect(calendar?.contentType).toContain('method=CANCEL')
    for (const line of ['METHOD:CANCEL', 'SEQUENCE:1', 'STATUS:CANCELLED']) expect(calendar?.content).toContain(`${line}\r\n`)
    expect(before?.content).toContain('SEQUENCE:0\r\n')
    const uids = [calendar, before].map((each) => /UID:(.+)\r\n/.exec(each?.content ?? '')?.[1])
    expect(uids).toEqual([expect.any(String), uids[0]])
    expect(staff?.subject).toBe(`${reference}: CANCELLED: Burst Pipe, Tower Hamlets`)
    expect(staff?.text).toMatch(/An engineer was assigned to this job\.[\s\S]*07700 900264/)
  })

  test('pressed twice, in two tabs or on two instances at once, is one cancellation', { races: true }, async (world) => {
    for (let round = 0; round < 5; round++) {
      const booked = await bookOne(world, slot)
      const seen = await booked.seen()
      const peers = openPeers(world, 2)
      const presses = Array.from({ length: 8 }, (_, each) => ({
        ...{ bookingId: booked.id, actor: 'customer', seen, toldPence: 0 },
        clientKey: `${round} ${each}`,
      }))
      const results = await Promise.allSettled(presses.map((each, at) => cancelBooking(peers[at % 2] ?? world.services, each)))
      expect(countOutcomes(results)).toEqual({ ok: 8 })
      expect((await booked.history()).filter(({ toStatus }) => toStatus === 'cancelled')).toHaveLength(1)
      const jobs = (await handOut(world.services)).filter(({ payload }) => payload.includes(`${booked.id}","change`))
      expect(jobs.map(({ kind }) => kind)).toEqual(['customer-change', 'staff-change-email'])
    }
  })

  test('and a change of time at the same moment, on two instances: one of them happens, the other sees it', async () => {
    const world = await freshWorld(racing(engine))
    for (let round = 0; round < 5; round++) {
      const booked = await bookOne(world, slot)
      const seen = await booked.seen()
      const [one, two] = openPeers(world, 2)
      const act = { bookingId: booked.id, actor: 'customer', clientKey: `round ${round}`, seen }
      const acts = [
        () => cancelBooking(one ?? world.services, { ...act, toldPence: 0 }),
        () => rescheduleBooking(two ?? world.services, { ...act, preferredDate: '2026-11-25', timeSlot: '08:00 - 10:00' }),
      ]
      const results = await Promise.allSettled((round % 2 ? acts : acts.reverse()).map((each) => each()))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { status, revision } = await booked.read()
      const loser = results.find((result) => result.status === 'rejected')?.reason
      expect(loser).toBeInstanceOf(status === 'cancelled' ? ChangeRefused : BookingOvertaken)
      expect(revision).toBe(1)
      expect(await booked.history()).toHaveLength(2)
    }
  })

  test('does nothing where a dispatcher acted meanwhile, nor for more than was said', async (world) => {
    const booked = await bookOne(world)
    const asSeen = await press(booked)
    await booked.become('en_route')
    await expect(cancelBooking(world.services, asSeen)).rejects.toBeInstanceOf(BookingOvertaken)
    await expect(cancel(world, booked)).rejects.toBeInstanceOf(BookingOvertaken)
    expect((await booked.read()).status).toBe('en_route')
    expect((await booked.history()).map(({ toStatus }) => toStatus)).toEqual(['received', 'en_route'])
    await cancel(world, booked, { toldPence: 4_900 })
    expect((await booked.history()).at(-1)?.note).toBe('Your engineer has set off, so we’ll charge up to £49.')
  })

  test('is refused once the engineer is there or the visit is over, and of a booking that is not', async (world) => {
    for (const status of ['arrived', 'completed', 'no_access', 'expired'] as const) {
      const booked = await bookOne(world)
      await booked.become(status)
      await expect(cancel(world, booked, { clientKey: status }), status).rejects.toBeInstanceOf(ChangeRefused)
      expect((await booked.read()).status).toBe(status)
    }
    const booked = await bookOne(world)
    await expect(cancel(world, booked, { bookingId: 'nobody’s' })).rejects.toBeInstanceOf(BookingNotFound)
  })

  test('has five tries a minute for each client', async (world) => {
    const booked = await bookOne(world)
    for (let tries = 0; tries < 5; tries++) await expect(cancel(world, booked, { seen: 'old' })).rejects.toBeInstanceOf(BookingOvertaken)
    await expect(cancel(world, booked)).rejects.toBeInstanceOf(TooManySubmits)
    await cancel(world, booked, { clientKey: 'somebody else' })
    expect((await booked.read()).status).toBe('cancelled')
  })
})

onOneEngine('Cancelling a Red Line booking', (engine) => {
  test('gives a held slot back straight away, and one that was paid for with its fee; not once an engineer was sent', async () => {
    const world = await freshWorld(engine, { payments: true })
    const left = () => readSlotsLeft(world.services.db, world.clock.now())
    const [held, paid, sent] = [await bookOfStranger(world), await bookOfStranger(world), await bookOfStranger(world)]
    expect(await left()).toBe(2)
    await cancel(world, held)
    expect(await left()).toBe(3)
    expect((await held.history()).at(-1)?.note).toBe('Cancelling is free.')
    for (const each of [paid, sent]) await payRedLine(world, each)
    await cancel(world, paid)
    expect(await left()).toBe(4)
    expect((await paid.history()).at(-1)?.note).toBe(
      'Cancelling is free. The priority fee of £29.99 will be refunded to the card or account you paid from, within 14 days.',
    )
    world.clock.advance(minutes(15))
    await sent.become('en_route')
    await cancel(world, sent, { toldPence: 4_900 })
    expect(await left()).toBe(4)
    expect((await sent.history()).at(-1)?.note).toBe(
      'Your engineer has set off, so we’ll charge up to £49. The priority fee of £29.99 still applies, because we dispatched an engineer within 15 minutes.',
    )
  })
})

onEachEngine('A refused act', (_, test) => {
  const tables = ['bookings', 'bookingEvents', 'redlineSlots', 'refunds', 'charges', 'jobs', 'auditLog'] as const
  const stored = ({ services: { db } }: World) => Promise.all(tables.map((each) => db.selectFrom(each).selectAll().execute()))
  const count = async (world: World, table: 'rateLimits' | 'redlineSlots' | 'refunds') =>
    (await world.services.db.selectFrom(table).selectAll().execute()).length

  test('leaves none of the rows that were written before it was refused, but its turn is used', { payments: true }, async (world) => {
    const booked = await bookOfStranger(world)
    await payRedLine(world, booked)
    const outdated = await press(booked)
    await booked.become('confirmed')
    const [before, turns] = [await stored(world), await count(world, 'rateLimits')]
    await expect(cancelBooking(world.services, outdated)).rejects.toBeInstanceOf(BookingOvertaken)
    expect(await stored(world)).toEqual(before)
    expect(await count(world, 'rateLimits')).toBe(turns + 1)
    // The same act writes them if it isn't outdated.
    await cancel(world, booked)
    expect([await count(world, 'redlineSlots'), await count(world, 'refunds')]).toEqual([0, 1])
  })
})
