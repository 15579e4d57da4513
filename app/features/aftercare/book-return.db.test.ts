import { expect, test } from 'vitest'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { KeyReused, StepRefused } from '#app/features/booking/refusals.ts'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { minutes } from '#app/values/clock.ts'
import { handOut } from '#test/support/announced.ts'
import { type Booked, bookOne, followOne } from '#test/support/booked.ts'
import { countOutcomes, freshWorld, openPeers } from '#test/support/fresh.ts'
import { onOneEngine, racing } from '#test/support/world.ts'
import { type BookReturn, bookReturn } from './book-return.server.ts'
import { readDue } from './read-due.server.ts'
import { readVisitLinks } from './return-view.server.ts'

const wish = (booked: Booked, changes: Partial<BookReturn> = {}): BookReturn => ({
  ...{ bookingId: booked.id, actor: 'customer', clientKey: 'client', key: 'form' },
  ...{ description: 'Dripping again. I smell gas too', preferredDate: '2026-11-24', timeSlot: '14:00 - 16:00' },
  ...changes,
})

onOneEngine('The same problem is back', (engine) => {
  test('books a free return visit with a promise of its own, tied to the first one, and one for each form', async () => {
    const world = await freshWorld(engine)
    const { services } = world
    const booked = await bookOne(world, { address: '1 Cable Street', accessNotes: 'Blue door' })
    await expect(bookReturn(services, wish(booked))).rejects.toThrow(StepRefused)
    await booked.become('completed')
    for (const wrong of [{ description: ' ' }, { description: 'x'.repeat(1_001) }, { timeSlot: '' }])
      await expect(bookReturn(services, wish(booked, wrong))).rejects.toThrow(InvalidEntry)
    await handOut(services)
    const path = await bookReturn(services, wish(booked))
    expect(await bookReturn(services, wish(booked))).toBe(path)
    await expect(bookReturn(services, wish(booked, { description: 'Something else' }))).rejects.toThrow(KeyReused)
    await expect(bookReturn(services, wish(booked, { key: 'another' }))).rejects.toThrow('already booked')
    const { booking } = await readTrackedBooking(services, path.split('/').at(-1) ?? '')
    expect(booking).toMatchObject({
      ...{ returnOf: booked.id, status: 'received', channel: 'online', estimatePence: 0, priorityFeePence: 0, dangers: 'gas' },
      ...{ name: 'Priya Raman', address: '1 Cable Street', accessNotes: 'Blue door', promisedFrom: '2026-11-24T14:00:00.000Z' },
    })
    expect(booking.provenAt).not.toBeNull()
    expect(await readVisitLinks(services, booking)).toMatchObject({ first: { reference: (await booked.read()).reference } })
    expect(await readVisitLinks(services, await booked.read())).toMatchObject({ returns: [{ path }], until: undefined })
    const told = await handOut(services)
    expect(told.map(({ kind }) => kind)).toContain('customer-confirmation')
  })

  test('is under guarantee to the last moment of the twelfth month', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const booked = await bookOne(world)
    await booked.become('completed')
    clock.set('2027-11-20T23:59:59.999Z')
    expect(await readVisitLinks(services, await booked.read())).toMatchObject({ until: '2027-11-20' })
    clock.advance(1)
    await expect(bookReturn(services, wish(booked, { preferredDate: '2027-11-24' }))).rejects.toThrow(StepRefused)
  })

  test('leaves staff to pay for a missed window, since there is no bill to take it off', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const booked = await bookOne(world)
    await booked.become('completed')
    const path = await bookReturn(services, wish(booked, { preferredDate: '', timeSlot: 'ASAP' }))
    const { booking } = await readTrackedBooking(services, path.split('/').at(-1) ?? '')
    const visit = followOne(world, booking.id)
    await visit.isCalled()
    clock.set(booking.promisedUntil)
    clock.advance(minutes(30))
    await recordMissedPromises(services)
    expect(await readDue(services)).toEqual([])
    await visit.become('arrived')
    await visit.become('completed')
    expect(await readDue(services)).toMatchObject([{ bookingId: booked.id, what: expect.stringContaining('£50'), dueOn: '2026-12-04' }])
    await services.db
      .updateTable('credits')
      .set({ withdrawnAt: booking.createdAt, withdrawnBy: 'priya', withdrawnReason: 'Agreed' })
      .execute()
    expect(await readDue(services)).toEqual([])
  })

  test('is one visit, however many send it at the same moment', async () => {
    const world = await freshWorld(racing(engine))
    const booked = await bookOne(world)
    await booked.become('completed')
    const book = async (keyOf: (at: number) => string) =>
      countOutcomes(
        await Promise.allSettled(openPeers(world, 4).map((services, at) => bookReturn(services, wish(booked, { key: keyOf(at) })))),
      )
    expect(await book((at) => `tab ${at}`)).toEqual({ ok: 1, StepRefused: 3 })
    await world.services.db.deleteFrom('bookings').where('returnOf', '=', booked.id).execute()
    world.clock.advance(minutes(2))
    expect(await book(() => 'one form')).toEqual({ ok: 4 })
    const returns = await world.services.db.selectFrom('bookings').select('id').where('returnOf', '=', booked.id).execute()
    expect(returns).toHaveLength(1)
  })
})
