import { expect, test } from 'vitest'
import { eraseBooking } from '#app/features/booking/erase-bookings.server.ts'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { KeyReused, StepRefused } from '#app/features/booking/refusals.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { addEngineer } from '#app/features/dispatch/save-engineer.server.ts'
import { readOwnJob } from '#app/features/visit/read-own-jobs.server.ts'
import { ActsReport } from '#app/features/visit/reported-acts.server.ts'
import { correctFault } from '#app/features/visit/return-fault.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { takeActs } from '#app/routes/engineer/acts.server.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
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

onOneEngine('A free return visit', (engine) => {
  test('is finished once its engineer has said whether it was the same fault, which staff may correct', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const first = await bookOne(world)
    await first.become('completed')
    const path = await bookReturn(services, {
      ...{ bookingId: first.id, actor: 'customer', clientKey: 'client', key: 'form' },
      ...{ description: 'Dripping again', preferredDate: '', timeSlot: 'ASAP' },
    })
    const { booking } = await readTrackedBooking(services, path.split('/').at(-1) ?? '')
    const visit = followOne(world, booking.id)
    const fields = { name: 'Dan Okoro', phone: '07700 900111', gasSafeNumber: '', base: 'Stratford depot' }
    const engineerId = await addEngineer(services, { staffId: 'owner', sharesPhone: true, fields })
    await assignEngineer(services, { bookingId: visit.id, staffId: 'priya', seen: versionOf(await visit.read()), engineerId })
    clock.advance(minutes(60))
    // All of it waited on the phone.
    const act = (kind: string, minute: number, typed: Record<string, string> = {}) => ({
      ...{ key: newId(), kind, bookingId: visit.id, at: later(clock.now(), -minutes(30 - minute)), fields: typed },
    })
    const report = async (...acts: unknown[]) => {
      const sent = ActsReport.parse({ sentAt: toInstant(clock.now()), acts })
      return (await takeActs(services, { engineerId, userId: 'dan' }, sent)).map(({ state }) => state)
    }
    const other = { sameFault: 'no', faultReason: 'A new leak at the stopcock' }
    expect(await report(act('same-fault', 1, other), act('en_route', 2), act('arrived', 10))).toEqual(['refused', 'done', 'done'])
    const ended = await report(act('completed', 11), act('made_safe', 12), act('same-fault', 13, { sameFault: 'no' }))
    expect(ended).toEqual(['refused', 'refused', 'refused'])
    const said = act('same-fault', 14, other)
    expect(await report(said, said, act('completed', 20))).toEqual(['done', 'done', 'done'])
    const own = await readOwnJob(services, { engineerId, userId: 'dan' }, { bookingId: visit.id, userAgent: '' })
    expect(own.returnVisit).toMatchObject({ answer: { isSameFault: false, reason: other.faultReason } })

    const correct = (typed: Record<string, string>) =>
      correctFault(services, { bookingId: visit.id, staffId: 'priya' }, (name) => typed[name] ?? '')
    await expect(correct({ sameFault: 'no', faultReason: 'x'.repeat(201) })).rejects.toThrow(InvalidEntry)
    await expect(correct({})).rejects.toThrow(InvalidEntry)
    for (const _ of ['once', 'and again']) await correct({ sameFault: 'yes' })
    const view = await readBookingView(services, visit.id)
    expect(view.returnVisit).toMatchObject({ answer: { isSameFault: true } })
    expect(view.history.filter(({ what }) => what.includes('same fault') || what.includes('stopcock'))).toHaveLength(2)
    const audited = await services.db.selectFrom('auditLog').select('actor').where('action', '=', 'booking.fault').execute()
    expect(audited.map(({ actor }) => actor)).toEqual(['dan', 'priya'])

    await services.db.transaction().execute((tx) => eraseBooking(services, tx, visit.id))
    expect(JSON.stringify(await services.db.selectFrom('returnFaults').selectAll().execute())).not.toContain('stopcock')
  })
})
