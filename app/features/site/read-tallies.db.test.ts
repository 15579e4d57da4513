import { expect, test } from 'vitest'
import { bookReturn } from '#app/features/aftercare/book-return.server.ts'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { rescheduleBooking } from '#app/features/tracking/reschedule-booking.server.ts'
import { correctFault } from '#app/features/visit/return-fault.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { days, hours, later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { bookOne, followOne } from '#test/support/booked.ts'
import { freshWorld, submissionOf } from '#test/support/fresh.ts'
import { bookingBody, onOneEngine } from '#test/support/world.ts'
import { keptTallies, readTallies } from './read-tallies.server.ts'

/** Makes a booking; returns a function that applies steps to it the given number of minutes later. */
async function book(services: Services, changes: Record<string, unknown> = {}) {
  const { reference } = await submitBooking(services, submissionOf({ body: bookingBody(changes), clientKey: newId() }))
  const { id, createdAt } = await services.db
    .selectFrom('bookings')
    .select(['id', 'createdAt'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return async (status: BookingStatus, minute: number) => {
    const event = { id: newId(), bookingId: id, at: later(createdAt, minutes(minute)), actor: 'staff', fromStatus: null, note: '' }
    await services.db
      .insertInto('bookingEvents')
      .values({ ...event, toStatus: status })
      .execute()
    const calledAt = status === 'confirmed' ? event.at : undefined
    await services.db.updateTable('bookings').set({ status, calledAt }).where('id', '=', id).execute()
  }
}

onOneEngine('Our claims, measured', (engine) => {
  test('judge a visit whose time its customer changed by its window alone, not from when it was first booked', async () => {
    const world = await freshWorld(engine)
    const booked = await bookOne(world, { preferredDate: '2026-11-24', timeSlot: '14:00 - 16:00' })
    world.clock.advance(minutes(60))
    const act = { bookingId: booked.id, actor: 'customer', clientKey: 'client', seen: await booked.seen() }
    await rescheduleBooking(world.services, { ...act, preferredDate: '', timeSlot: 'ASAP' })
    world.clock.advance(minutes(45))
    await booked.become('arrived')
    world.clock.advance(minutes(200))
    expect(await readTallies(world.services)).toMatchObject({
      response: { jobs: 0 },
      promise: { jobs: 0 },
      window: { jobs: 1, kept: 1 },
    })
  })

  test('come to what the bookings and their history say, each status by its first time', async () => {
    const { services, clock } = await freshWorld(engine)
    const boiler = await book(services, { service: 'Boiler Breakdown' })
    await boiler('confirmed', 10)
    await boiler('arrived', 50)
    await boiler('arrived', 70)
    await boiler('completed', 120)
    const late = await book(services)
    await late('confirmed', 20)
    await late('arrived', 100)
    clock.advance(minutes(200))
    expect(await readTallies(services)).toEqual({
      response: { jobs: 2, kept: 1 },
      boiler: { jobs: 1, averageMinutes: 50 },
      contact: { jobs: 2, kept: 1 },
      window: { jobs: 2, kept: 1 },
      promise: { jobs: 2, kept: 2 },
      dispatch: { jobs: 0, kept: 0 },
      redLineCall: { jobs: 0, kept: 0 },
      redLineArrival: { jobs: 0, kept: 0 },
      firstVisitFix: { jobs: 1, kept: 1 },
      returns: { jobs: 1, kept: 0 },
      callBack: { jobs: 0, kept: 0 },
    })
  })

  test('count return visits for 12 months: for the same fault unless their engineer said otherwise, and arrivals within 24 hours', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const finish = async () => {
      const job = await bookOne(world)
      await job.become('completed')
      return job
    }
    const claim = async ({ id }: { id: string }, timeSlot: string) => {
      const wish = { description: 'It’s back', preferredDate: '', timeSlot }
      const path = await bookReturn(services, { bookingId: id, actor: 'customer', clientKey: newId(), key: newId(), ...wish })
      const { booking } = await readTrackedBooking(services, path.split('/').at(-1) ?? '')
      return followOne(world, booking.id)
    }
    const say = async ({ id }: { id: string }, sameFault: 'yes' | 'no') =>
      correctFault(services, { bookingId: id, staffId: 'priya' }, (name) => ({ sameFault, faultReason: 'Another tap' })[name] ?? '')
    await finish()
    const waiting = await finish()
    const sheet = {
      revision: 1,
      found: '',
      done: '',
      parkingPence: 0,
      congestionPence: 0,
      needsReturn: 'part' as const,
      returnNote: 'A valve',
    }
    await services.db
      .insertInto('jobSheets')
      .values({ bookingId: waiting.id, ...sheet, savedAt: toInstant(clock.now()), savedBy: 'dan' })
      .execute()
    const [same, other, corrected] = [
      await claim(await finish(), 'ASAP'),
      await claim(await finish(), 'ASAP'),
      await claim(await finish(), '18:00 - 20:00'),
    ]
    await say(other, 'no')
    await say(corrected, 'no')
    await say(corrected, 'yes')
    clock.advance(hours(24))
    await same.become('arrived')
    clock.advance(minutes(1))
    await other.become('arrived')
    const { firstVisitFix, returns, callBack } = await readTallies(services)
    expect({ firstVisitFix, returns, callBack }).toEqual({
      firstVisitFix: { jobs: 5, kept: 2 },
      returns: { jobs: 5, kept: 2 },
      callBack: { jobs: 2, kept: 1 },
    })
    clock.advance(days(367))
    expect((await readTallies(services)).returns).toEqual({ jobs: 0, kept: 0 })
    // The 12 months begin at midnight in London, which is earlier in summer.
    await services.db.updateTable('bookings').set({ promisedFrom: '2027-06-30T23:30:00.000Z' }).where('id', '=', waiting.id).execute()
    clock.set('2028-07-01T10:00:00.000Z')
    expect((await readTallies(services)).returns).toMatchObject({ jobs: 1 })
  })

  test('count nothing that was called off, looks like spam, or is older than 90 days', async () => {
    const { services, clock } = await freshWorld(engine)
    const old = await book(services)
    await old('arrived', 30)
    clock.advance(days(91))
    const cancelled = await book(services)
    await cancelled('cancelled', 5)
    await book(services, { company: 'Robots Ltd' })
    expect((await readTallies(services)).promise).toEqual({ jobs: 0, kept: 0 })
    await book(services)
    const { promise, window } = await readTallies(services)
    expect([promise.jobs, window.jobs]).toEqual([1, 0])
  })

  test('time a Red Line visit from when it is paid', async () => {
    const { services, clock } = await freshWorld(engine, { payments: true })
    const paid = await book(services, { serviceLevel: 'redline' })
    await paid('received', 10)
    await paid('en_route', 24)
    await book(services, { serviceLevel: 'redline' })
    clock.advance(minutes(60))
    expect((await readTallies(services)).dispatch).toEqual({ jobs: 1, kept: 1 })
  })

  test('are read once in five minutes, however often they are asked for', async () => {
    const { services, clock } = await freshWorld(engine)
    const asked = [keptTallies(services), keptTallies(services)]
    expect(asked[0]).toBe(asked[1])
    await asked[0]
    const boiler = await book(services, { service: 'Boiler Breakdown' })
    await boiler('confirmed', 10)
    clock.advance(minutes(4))
    expect(await keptTallies(services)).toEqual(await asked[0])
    clock.advance(minutes(1))
    expect(await keptTallies(services)).toEqual(await readTallies(services))
    expect(await keptTallies(services)).not.toEqual(await asked[0])
  })
})
