import { expect } from 'vitest'
import { contractView } from '#app/features/aftercare/contract-view.ts'
import { readAftercareLinks } from '#app/features/aftercare/read-aftercare-links.server.ts'
import { readContracts } from '#app/features/aftercare/read-contracts.server.ts'
import { eraseBooking } from '#app/features/booking/erase-bookings.server.ts'
import { ChangeRefused, StepRefused } from '#app/features/booking/refusals.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { editBooking } from '#app/features/dispatch/edit-booking.server.ts'
import { takeBooking } from '#app/features/dispatch/take-booking.server.ts'
import { readTrackView } from '#app/features/tracking/track-view.server.ts'
import { hours, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { engineer } from '#test/support/roster.ts'
import { bookingBody, onOneEngine, type World } from '#test/support/world.ts'
import { askToStart, recordAskedToStart } from './ask-to-start.server.ts'
import { readOwnJob } from './read-own-jobs.server.ts'

const slot = { preferredDate: '2026-11-21', timeSlot: '14:00 - 16:00' }
const asks = ({ services }: World, { id }: Booked) => askToStart(services, { bookingId: id, actor: 'customer', clientKey: newId() })
const visitOf = async ({ services, clock }: World, booked: Booked) => {
  const [visit] = await readContracts(services.db, await booked.read(), clock.now())
  return visit && contractView(visit)
}
const pageOf = (world: World, { token }: Booked) => readTrackView(world.services, token, { step: 'overview' })

onOneEngine('A request to start within the period in which a visit can be cancelled', (_, test) => {
  test('made with the booking is kept with its time, for a visit at a slot alone, and ends the right once all is done', async (world) => {
    const { services, clock } = world
    const urgent = await bookOne(world, { startAsked: true, forBusiness: 'yes' })
    expect(await urgent.read()).toMatchObject({ startAskedAt: null, startAskedBy: null, forBusiness: 1 })
    const booked = await bookOne(world, { ...slot, startAsked: 'yes', phone: '07700 900222', email: 'olu@example.com' })
    expect(await booked.read()).toMatchObject({ startAskedAt: toInstant(clock.now()), startAskedBy: 'customer', forBusiness: 0 })
    for (const step of ['confirmed', 'arrived'] as const) await booked.become(step)
    expect((await visitOf(world, booked))?.text).toContain('at most')
    await booked.become('completed')
    expect(await visitOf(world, booked)).toMatchObject({ mayCancel: false, text: expect.stringContaining('asked us to start') })
    await services.db.transaction().execute((tx) => eraseBooking(services, tx, booked.id))
    expect(await booked.read()).toMatchObject({ startAskedAt: null, startAskedBy: null })
  })

  test('can be made on their page before the visit, once, if it falls into the period', async ({ world, services, clock }) => {
    const booked = await bookOne(world, { ...slot, phone: '07700 900222', email: 'olu@example.com' })
    const far = await bookOne(world, { ...slot, preferredDate: '2026-12-20', phone: '07700 900333', email: 'ana@example.com' })
    expect((await pageOf(world, far)).mayAskToStart).toBe(false)
    await expect(asks(world, far)).rejects.toThrow(ChangeRefused)
    const { mark, mayAskToStart } = await pageOf(world, booked)
    expect(mayAskToStart).toBe(true)
    const seen = await booked.seen()
    const askedAt = toInstant(clock.now())
    await asks(world, booked)
    clock.advance(minutes(1))
    await asks(world, booked)
    const page = await pageOf(world, booked)
    expect([page.mayAskToStart, page.mark === mark, page.booking.startAskedAt]).toEqual([false, false, askedAt])
    // An act that staff are about to do isn't held up.
    expect(await booked.seen()).toBe(seen)
    const { history, details } = await readBookingView(services, booked.id)
    expect(history.filter(({ by, what }) => by === 'The customer' && what.startsWith('asked us to start'))).toHaveLength(1)
    expect(details.start).toContain('Asked for')
  })

  test('is recorded by the engineer at the door, through the phone’s queue, at the time it was made', async (world) => {
    const { services, clock } = world
    const engineerId = await engineer(world)
    const booked = await bookOne(world, slot)
    await booked.set({ engineerId })
    clock.advance(hours(27))
    for (const step of ['confirmed', 'en_route'] as const) await booked.become(step)
    const own = { bookingId: booked.id, engineerId, userId: 'dan' }
    const job = () => readOwnJob(services, own, { bookingId: booked.id, userAgent: '' })
    await expect(recordAskedToStart(services, own)).rejects.toThrow(StepRefused)
    await booked.become('arrived')
    expect((await job()).mayAskToStart).toBe(true)
    const at = toInstant(clock.now())
    clock.advance(minutes(20))
    const act = { ...own, key: newId(), phone: { at, sentAt: toInstant(clock.now()) } }
    await recordAskedToStart(services, act)
    await recordAskedToStart(services, act)
    expect(await booked.read()).toMatchObject({ startAskedAt: at, startAskedBy: 'dan' })
    expect((await job()).mayAskToStart).toBe(false)
  })

  test('by phone is recorded with whose it is; a business has no right, is asked nothing, and can be corrected', async (world) => {
    const { services, clock } = world
    const staffId = await colleague(world, 'Ann Owner', 'owner')
    const input = bookingBody({ ...slot, startAsked: 'yes' })
    const { id } = await takeBooking(services, { staffId, idempotencyKey: newId(), input })
    const taken = await services.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(taken).toMatchObject({ startAskedAt: toInstant(clock.now()), startAskedBy: staffId, forBusiness: 0 })
    const booked = await bookOne(world, { ...slot, forBusiness: true, phone: '07700 900222', email: 'olu@example.com' })
    for (const step of ['confirmed', 'en_route'] as const) await booked.become(step)
    expect(await pageOf(world, booked)).toMatchObject({ mayAskToStart: false, cancellation: { chargePence: 4_900 } })
    expect(await visitOf(world, booked)).toMatchObject({ mayCancel: false, text: expect.stringContaining('business') })
    expect((await readAftercareLinks(services.db, await booked.read(), clock.now())).map(({ page }) => page)).not.toContain('cancel-rights')
    const { name, phone, email, service, description, address, postcode } = await booked.read()
    const edit = { name, phone, email, service, description, address, postcode }
    await editBooking(services, { ...(await booked.act(staffId)), fields: edit })
    expect(await pageOf(world, booked)).toMatchObject({ mayAskToStart: true, cancellation: { chargePence: 0 } })
  })
})
