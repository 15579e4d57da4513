import { expect } from 'vitest'
import { BookingOvertaken, ChangeRefused, DearerTime, InvalidBooking, TooManySubmits } from '#app/features/booking/refusals.ts'
import { mostPence } from '#app/features/pricing/frozen-terms.ts'
import { hours, minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { countOutcomes, openPeers } from '#test/support/fresh.ts'
import { mailsTo } from '#test/support/mails-to.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { type RescheduleBooking, rescheduleBooking } from './reschedule-booking.server.ts'

const slot = { preferredDate: '2026-11-24', timeSlot: '14:00 - 16:00' }
const morning = { preferredDate: '2026-11-25', timeSlot: '08:00 - 10:00' }

const press = async (booked: Booked, changes: Partial<RescheduleBooking> = {}): Promise<RescheduleBooking> => ({
  ...(await booked.wish()),
  ...morning,
  ...changes,
})
const move = async ({ services }: World, booked: Booked, changes: Partial<RescheduleBooking> = {}) =>
  rescheduleBooking(services, await press(booked, changes))

onOneEngine('Changing the time of a booking', (_, test) => {
  test('stores the new time and promise, keeps price and terms, and has staff confirm it again', async (world) => {
    const booked = await bookOne(world, { ...slot, service: 'Boiler Breakdown', offer: 'boiler-65' })
    await booked.become('assigned')
    const before = await booked.read()
    world.clock.advance(minutes(5))
    await move(world, booked, { actor: 'a-user-id' })
    expect(await booked.read()).toEqual({
      ...before,
      status: 'received',
      preferredDate: '2026-11-25',
      slotStartsAt: '2026-11-25T08:00:00.000Z',
      slotEndsAt: '2026-11-25T10:00:00.000Z',
      promisedFrom: '2026-11-25T08:00:00.000Z',
      promisedUntil: '2026-11-25T10:00:00.000Z',
      version: before.version + 1,
      revision: 1,
      revisedAt: '2026-11-20T10:25:00.000Z',
    })
    expect((await booked.history()).at(-1)).toMatchObject({
      at: '2026-11-20T10:25:00.000Z',
      actor: 'a-user-id',
      kind: 'rescheduled',
      fromStatus: 'assigned',
      toStatus: 'received',
      note: 'From Tuesday 24 November, 2pm to 4pm, to Wednesday 25 November, 8am to 10am',
    })
  })

  test('mails the new facts with a calendar file of a higher sequence; of two changes in a row only the last one', async (world) => {
    const booked = await bookOne(world, slot)
    const priya = 'priya.raman@example.com'
    await mailsTo(world, priya)
    await world.services.db.deleteFrom('localMail').execute()
    await move(world, booked)
    await move(world, booked, { timeSlot: 'ASAP', preferredDate: '' })
    const [customer, ...more] = await mailsTo(world, priya)
    expect(more).toEqual([])
    const { text = '', html = '', attachments } = customer ?? {}
    for (const part of [text, html]) {
      expect(part).toContain('Your engineer will now arrive today, Friday 20 November')
      expect(part).toContain('10.30am to 11.15am')
    }
    expect(text).toContain('The most you’ll pay is £142.50')
    expect(attachments?.[0]?.content).toMatch(/SEQUENCE:2\r\n[\s\S]*DTSTART:20261120T103000Z/)
    const staff = await mailsTo(world, 'desk@localhost')
    expect(staff.map(({ subject }) => subject)).toEqual(Array(2).fill(expect.stringContaining(': Time changed: Burst Pipe')))
  })

  test('to a dearer hour shows the most it may cost, and is stored once that is agreed; to a cheaper one it costs less', async (world) => {
    const booked = await bookOne(world, slot)
    const most = async () => mostPence(JSON.parse((await booked.read()).frozenTerms))
    expect(await most()).toBe(14_250)
    const sunday = { preferredDate: '2026-11-29', timeSlot: '10:00 - 12:00' }
    const before = await booked.read()
    for (const agreedPence of [undefined, 14_250, 18_800]) {
      const refusal = await move(world, booked, { ...sunday, agreedPence }).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(DearerTime)
      expect(refusal).toMatchObject({ mostPence: 18_900 })
      expect(await booked.read()).toEqual(before)
    }
    await move(world, booked, { ...sunday, agreedPence: 18_900 })
    expect([await most(), (await booked.read()).estimatePence]).toEqual([18_900, 14_250])
    await move(world, booked, morning)
    expect(await most()).toBe(14_250)
  })

  test('pressed twice, in two tabs or on two instances at once, is one change', { races: true }, async (world) => {
    for (let round = 0; round < 3; round++) {
      const booked = await bookOne(world, slot)
      const peers = openPeers(world, 2)
      const same = await press(booked)
      const presses = Array.from({ length: 6 }, (_, each) => ({ ...same, clientKey: `${round} ${each}` }))
      const results = await Promise.allSettled(presses.map((each, at) => rescheduleBooking(peers[at % 2] ?? world.services, each)))
      expect(countOutcomes(results)).toEqual({ ok: 6 })
      expect((await booked.read()).revision).toBe(1)
      expect(await booked.history()).toHaveLength(2)
    }
  })

  test('to two times at once, from two tabs on two instances: one is taken, the other is told', { races: true }, async (world) => {
    for (let round = 0; round < 3; round++) {
      const booked = await bookOne(world, slot)
      const [one, two] = openPeers(world, 2)
      const first = await press(booked, { clientKey: `${round}` })
      const second = { ...first, clientKey: `${round} too`, timeSlot: '10:00 - 12:00' }
      const results = await Promise.allSettled([
        rescheduleBooking(one ?? world.services, first),
        rescheduleBooking(two ?? world.services, second),
      ])
      expect(countOutcomes(results)).toEqual({ BookingOvertaken: 1, ok: 1 })
      const taken = results[0].status === 'fulfilled' ? '08' : '10'
      expect(await booked.read()).toMatchObject({ revision: 1, slotStartsAt: `2026-11-25T${taken}:00:00.000Z` })
    }
  })

  test('does nothing where a dispatcher acted meanwhile', async (world) => {
    const booked = await bookOne(world, slot)
    const asSeen = await press(booked)
    await booked.become('confirmed')
    await expect(rescheduleBooking(world.services, asSeen)).rejects.toBeInstanceOf(BookingOvertaken)
    await booked.become('en_route')
    await expect(rescheduleBooking(world.services, asSeen)).rejects.toBeInstanceOf(ChangeRefused)
    expect(await booked.read()).toMatchObject({ status: 'en_route', revision: 0, slotStartsAt: '2026-11-24T14:00:00.000Z' })
    expect((await booked.history()).map(({ toStatus }) => toStatus)).toEqual(['received', 'confirmed', 'en_route'])
  })

  test('refuses what is no time to come, or the one it has, and says so of the field', async (world) => {
    const booked = await bookOne(world, slot)
    for (const [field, changes] of [
      ['timeSlot', { timeSlot: '' }],
      ['timeSlot', { timeSlot: '09:30 - 11:30' }],
      ['preferredDate', { preferredDate: '2026-11-19' }],
      ['preferredDate', { preferredDate: '2026-02-30' }],
      ['timeSlot', { preferredDate: '2026-11-20', timeSlot: '10:00 - 12:00' }],
      ['timeSlot', slot],
    ] as const) {
      const refusal = await move(world, booked, { ...changes, clientKey: newId() }).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(InvalidBooking)
      expect((refusal as InvalidBooking).fields).toEqual({ [field]: expect.any(String) })
    }
    expect((await booked.read()).revision).toBe(0)
  })

  test('is refused of Red Line, and within the hour before a slot', { payments: true }, async (world) => {
    await expect(move(world, await bookOne(world, { serviceLevel: 'redline' }))).rejects.toBeInstanceOf(ChangeRefused)
    const booked = await bookOne(world, { preferredDate: '2026-11-20', timeSlot: '14:00 - 16:00' })
    world.clock.set('2026-11-20T13:00:00.001Z')
    await expect(move(world, booked)).rejects.toBeInstanceOf(ChangeRefused)
    world.clock.set('2026-11-20T13:00:00.000Z')
    await move(world, booked)
    expect((await booked.read()).revision).toBe(1)
  })

  test('has five tries a minute for each client, and ten changes an hour for each booking', async (world) => {
    const booked = await bookOne(world, slot)
    const back = (each: number) => (each % 2 ? slot : morning)
    for (let each = 0; each < 5; each++) await move(world, booked, back(each))
    await expect(move(world, booked, back(5))).rejects.toBeInstanceOf(TooManySubmits)
    for (let each = 5; each < 10; each++) await move(world, booked, { ...back(each), clientKey: 'another phone' })
    await expect(move(world, booked, { ...back(10), clientKey: 'a third phone' })).rejects.toBeInstanceOf(TooManySubmits)
    world.clock.advance(hours(1))
    await move(world, booked, { ...back(10), clientKey: 'a third phone' })
    expect((await booked.read()).revision).toBe(11)
  })
})
