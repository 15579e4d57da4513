// @module-tag never-again
import { expect } from 'vitest'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { readPhonePrice } from '#app/features/desk/phone-price.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { days, hours, later, minutes } from '#app/values/clock.ts'
import { handOut } from '#test/support/announced.ts'
import { bookOne } from '#test/support/booked.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { bookingBody, onOneEngine } from '#test/support/world.ts'
import { cancelByStaff } from './cancel-by-staff.server.ts'
import { reopenBooking } from './reopen-booking.server.ts'
import { takeBooking } from './take-booking.server.ts'

onOneEngine('A booking that is over', (engine, test) => {
  test('is opened again with a reason and a new window, of which the customer is told; nothing is owed for the old one', async (world) => {
    const { services, clock } = world
    const booked = await bookOne(world)
    for (const status of ['confirmed', 'arrived', 'completed'] as const) await booked.become(status)
    clock.advance(days(2))
    const window = { from: later(clock.now(), hours(1)), until: later(clock.now(), hours(3)) }
    const reopen = async (reason: string, when = window) => reopenBooking(services, { ...(await booked.act()), ...when, reason })
    for (const reason of ['', ' ', 'x'.repeat(10_000)]) await expect(reopen(reason)).rejects.toThrow(InvalidEntry)
    await expect(reopen('Past', { from: later(clock.now(), -hours(2)), until: later(clock.now(), -hours(1)) })).rejects.toThrow(
      InvalidEntry,
    )
    await reopen('Leaks again, 100% <b>sure</b>')
    expect(await booked.read()).toMatchObject({ status: 'confirmed', engineerId: null, promisedFrom: window.from, lateAfter: null })
    const { history } = await readBookingView(services, booked.id)
    expect(history.map(({ what }) => what)).toContain('reopened it: Leaks again, 100% ‹b›sure‹/b›')
    expect((await handOut(services)).filter(({ kind }) => kind === 'customer-change')).toHaveLength(1)
    clock.advance(minutes(30))
    await recordMissedPromises(services)
    expect(await services.db.selectFrom('credits').selectAll().where('promise', '=', 'window').execute()).toEqual([])
    await expect(reopen('Again')).rejects.toThrow(StepRefused)
  })

  test('that was cancelled is opened again, but not one whose Red Line slot was given back', async () => {
    const { world, services, clock } = await freshWorld(engine, { payments: true })
    const window = { from: later(clock.now(), hours(1)), until: later(clock.now(), hours(3)), reason: 'They rang' }
    const [standard, redLine] = [await bookOne(world), await bookOne(world, { serviceLevel: 'redline' })]
    for (const each of [standard, redLine]) await cancelByStaff(services, { ...(await each.act()), reason: 'By mistake' })
    await reopenBooking(services, { ...(await standard.act()), ...window })
    expect(await standard.read()).toMatchObject({ status: 'confirmed', closedAs: null })
    await expect(reopenBooking(services, { ...(await redLine.act()), ...window })).rejects.toThrow('Red Line slot')
  })

  test('is returned to under guarantee for 12 months, at no charge, linked with it both ways', async ({ world, services, clock }) => {
    const booked = await bookOne(world)
    const input = { ...bookingBody({ timeSlot: 'ASAP' }), returnOf: booked.id }
    const take = (key: string, body: Record<string, unknown> = input) =>
      takeBooking(services, { staffId: 'staff', idempotencyKey: key, input: body })
    await expect(take('too early')).rejects.toThrow(StepRefused)
    await booked.become('completed')
    expect(await readPhonePrice(services, input)).toMatchObject({ pence: 0, total: '£0.00' })
    const { id } = await take('return')
    const row = await services.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ returnOf: booked.id, estimatePence: 0, priorityFeePence: 0 })
    expect((await readBookingView(services, booked.id)).linked.returns).toMatchObject([{ id }])
    expect((await readBookingView(services, id)).linked.returnOf).toMatchObject({ id: booked.id })
    // Customers can't book a return visit online.
    const online = await bookOne(world, { returnOf: booked.id })
    expect(await online.read()).toMatchObject({ returnOf: null, estimatePence: 14_250 })
    await expect(take('unknown', { ...input, returnOf: '%' })).rejects.toThrow('can’t find')
    clock.advance(days(367))
    await expect(take('too late', { ...input, preferredDate: '' })).rejects.toThrow(StepRefused)
  })
})
