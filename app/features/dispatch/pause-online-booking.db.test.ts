// @module-tag never-again
import { expect, test } from 'vitest'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { OnlineBookingPaused } from '#app/features/capacity/online-pause.ts'
import { readFormOptions } from '#app/features/intake/form-view.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { readLiveView } from '#app/features/live/figures-schema.ts'
import { readLive } from '#app/features/live/read-live.server.ts'
import { rescheduleBooking } from '#app/features/tracking/reschedule-booking.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { hours } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { freshWorld, submissionOf } from '#test/support/fresh.ts'
import { bookingBody, onOneEngine, type World } from '#test/support/world.ts'
import { pauseOnlineBooking, resumeOnlineBooking } from './pause-online-booking.server.ts'
import { planShift } from './plan-shift.server.ts'
import { addEngineer } from './save-engineer.server.ts'
import { takeBooking } from './take-booking.server.ts'

async function staffIn({ services }: World): Promise<string> {
  const user = newUserRow(services, { email: `staff-${newId()}@example.com`, role: 'staff' })
  await services.db.insertInto('authUsers').values(user).execute()
  return user.id
}

const twoHours = { kind: 'paused' as const, pauseFor: '2', time: '', reason: 'All our engineers are out on jobs.' }
const countBookings = async ({ services: { db } }: World) => (await db.selectFrom('bookings').select('id').execute()).length

onOneEngine('While online booking is paused', (engine) => {
  test('nothing is booked online, staff book by phone, and it resumes by itself', async () => {
    const { world, services, clock } = await freshWorld(engine, { payments: true })
    const staffId = await staffIn(world)
    const earlier = submissionOf()
    const { reference } = await submitBooking(services, earlier)
    await pauseOnlineBooking(services, { staffId, ...twoHours })

    for (const serviceLevel of ['standard', 'redline']) {
      const refused = submitBooking(services, submissionOf({ body: bookingBody({ serviceLevel }) }))
      await expect(refused).rejects.toThrow(OnlineBookingPaused)
      await expect(refused).rejects.toThrow(
        'Online booking is paused until 12.20pm today. All our engineers are out on jobs. Nothing has been booked. Call us on 0800 644 2633',
      )
    }
    // The response was lost: the booking is stored and stays booked.
    expect(await submitBooking(services, earlier)).toMatchObject({ reference, replayed: true })
    const options = await readFormOptions(services, {})
    expect(options).toMatchObject({ slotsLeft: 0, asap: 'By phone only until 12.20pm today' })
    expect(options.paused).toMatchObject({ until: '2026-11-20T12:20:00.000Z' })
    expect(options.redlineClosed).toMatch(/paused/)
    expect(options.slots.filter(({ available }) => available)).toEqual([])
    expect(await readLive(services, clock.now(), { viewing: null, recent: null })).toMatchObject({ slots: { left: 0 }, next: null })
    await takeBooking(services, { staffId, input: bookingBody(), idempotencyKey: newId() })
    expect(await countBookings(world)).toBe(2)
    const own = await services.db.selectFrom('bookings').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
    const wish = { bookingId: own.id, actor: 'customer', clientKey: 'client', seen: versionOf(own), ...slotToday('18:00 - 20:00') }
    await expect(rescheduleBooking(services, wish)).rejects.toThrow('To change the time of your visit, call us.')

    clock.advance(hours(2))
    await submitBooking(services, submissionOf({ clientKey: 'another' }))
    expect(await countBookings(world)).toBe(3)
    expect((await readFormOptions(services, {})).paused).toBeUndefined()
  })
})

const sevenPm = { kind: 'next_free' as const, pauseFor: 'today', time: '19:00', reason: '' }
const slotToday = (timeSlot: string) => ({ preferredDate: '2026-11-20', timeSlot })
const atWork = async ({ services }: World) => {
  const fields = { name: 'Dan Price', phone: '07700 900201', gasSafeNumber: '', base: 'Bow' }
  const engineerId = await addEngineer(services, { staffId: 'staff', fields })
  await planShift(services, {
    staffId: 'staff',
    personId: engineerId,
    fields: { day: '2026-11-20', from: '08:00', until: '22:00', kind: 'shift' },
  })
}

onOneEngine('Where staff say from when an engineer is free', (engine) => {
  test.each([
    ['no shift is planned', { isPlanned: false, resumed: '11.15am' }],
    ['shifts are planned', { isPlanned: true, resumed: '11.05am' }],
  ])('nothing is sold before then, with the time said everywhere, while %s', async (_, { isPlanned, resumed }) => {
    const { world, services, clock } = await freshWorld(engine, { payments: true })
    if (isPlanned) await atWork(world)
    const staffId = await staffIn(world)
    await pauseOnlineBooking(services, { staffId, ...sevenPm })

    const options = await readFormOptions(services, {})
    expect(options).toMatchObject({ slotsLeft: 0, asap: 'Today, 7pm to 7.45pm' })
    expect(options.paused).toBeUndefined()
    expect(options.redlineClosed).toMatch(/^No engineer is free within 15 minutes/)
    expect(options.slots.filter(({ available }) => available)[0]?.text).toBe('20:00 - 22:00')
    const live = await readLive(services, clock.now(), { viewing: null, recent: null })
    expect(live).toMatchObject({ slots: { left: 0, isClosed: true }, next: { minutes: 565, by: '7.45pm' } })
    expect(readLiveView(JSON.stringify({ now: clock.now().toISOString(), ...live }))).toMatchObject(live)

    const { reference } = await submitBooking(services, submissionOf({ clientKey: 'one' }))
    const booking = await services.db.selectFrom('bookings').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
    expect(booking.promisedFrom).toBe('2026-11-20T19:00:00.000Z')
    const early = submitBooking(services, submissionOf({ body: bookingBody(slotToday('14:00 - 16:00')), clientKey: 'two' }))
    await expect(early).rejects.toMatchObject({ fields: { timeSlot: expect.stringContaining('That slot is full now') } })
    const redline = submitBooking(services, submissionOf({ body: bookingBody({ serviceLevel: 'redline' }), clientKey: 'three' }))
    await expect(redline).rejects.toThrow('No engineer is free within 15 minutes. Choose the standard service, or call us.')
    const moved = rescheduleBooking(services, {
      ...{ bookingId: booking.id, actor: 'customer', clientKey: 'one', seen: versionOf(booking) },
      ...slotToday('14:00 - 16:00'),
    })
    await expect(moved).rejects.toMatchObject({ fields: { timeSlot: expect.stringContaining('That slot is full now') } })
    // Staff can still book: they know which engineers they can send.
    await takeBooking(services, { staffId, input: bookingBody(slotToday('14:00 - 16:00')), idempotencyKey: newId() })

    await resumeOnlineBooking(services, staffId)
    expect((await readLive(services, clock.now(), { viewing: null, recent: null })).next?.by).toBe(resumed)
    expect(await readFormOptions(services, {})).toMatchObject({ slotsLeft: 5, asap: expect.stringMatching(`^Today, .+ to ${resumed}$`) })
  })
})

onOneEngine('A pause of online booking', (_, test) => {
  test('is resumed by staff; the log of changes says who did what and when', async ({ world, services }) => {
    const staffId = await staffIn(world)
    await pauseOnlineBooking(services, { staffId, ...twoHours })
    await pauseOnlineBooking(services, { kind: 'paused', staffId, pauseFor: 'tomorrow', time: '07:30', reason: '' })
    expect(services.onlinePause.current()).toEqual({ kind: 'paused', until: '2026-11-21T07:30:00.000Z', reason: '' })
    await resumeOnlineBooking(services, staffId)
    await resumeOnlineBooking(services, staffId)
    expect(services.onlinePause.current()).toBeUndefined()
    await submitBooking(services, submissionOf())
    const log = await services.db.selectFrom('auditLog').select(['actor', 'action', 'at']).where('subject', '=', 'online-booking').execute()
    const at = '2026-11-20T10:20:00.000Z'
    expect(log).toEqual(['online.pause', 'online.pause', 'online.resume'].map((action) => ({ actor: staffId, action, at })))
  })

  test('ends at the time that was chosen, and is not begun by what cannot be read', async ({ world, services, clock }) => {
    const staffId = await staffIn(world)
    for (const [now, wish, until] of [
      ['03:00', { kind: 'paused', pauseFor: 'morning', time: '' }, '2026-11-20T08:00'],
      ['10:20', { kind: 'paused', pauseFor: '4', time: '' }, '2026-11-20T14:20'],
      ['10:20', { kind: 'paused', pauseFor: 'today', time: '18:30' }, '2026-11-20T18:30'],
      ['10:20', { kind: 'next_free', pauseFor: '1', time: '' }, '2026-11-20T11:30'],
      ['10:20', { kind: 'next_free', pauseFor: 'tomorrow', time: '07:30' }, '2026-11-21T07:30'],
      ['10:20', { kind: 'paused', pauseFor: 'morning', time: '' }, '2026-11-21T08:00'],
    ] as const) {
      clock.set(`2026-11-20T${now}:00.000Z`)
      await pauseOnlineBooking(services, { staffId, ...wish, reason: '' })
      expect(services.onlinePause.current()?.until).toContain(until)
    }
    const before = await services.db.selectFrom('onlinePauses').selectAll().execute()
    for (const [wish, field] of [
      [{ pauseFor: 'today', time: '09:00' }, 'time'],
      [{ pauseFor: '25', time: '' }, 'time'],
      [{ reason: 'x'.repeat(101) }, 'reason'],
    ] as const) {
      const refused = await pauseOnlineBooking(services, { staffId, ...twoHours, ...wish }).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(InvalidEntry)
      expect(refused).toMatchObject({ fields: { [field]: expect.any(String) } })
    }
    expect(await services.db.selectFrom('onlinePauses').selectAll().execute()).toEqual(before)
  })
})
