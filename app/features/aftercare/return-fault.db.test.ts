import { expect, test } from 'vitest'
import { eraseBooking } from '#app/features/booking/erase-bookings.server.ts'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { addEngineer } from '#app/features/dispatch/add-engineer.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { readOwnJob } from '#app/features/visit/read-own-jobs.server.ts'
import { ActsReport } from '#app/features/visit/reported-acts.server.ts'
import { correctFault } from '#app/features/visit/return-fault.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { takeActs } from '#app/routes/engineer/acts.server.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { bookOne, followOne } from '#test/support/booked.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine } from '#test/support/world.ts'
import { bookReturn } from './book-return.server.ts'

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
