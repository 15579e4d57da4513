import { expect, test } from 'vitest'
import { eraseBooking } from '#app/features/booking/erase-bookings.server.ts'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { cancelByStaff } from '#app/features/dispatch/cancel-by-staff.server.ts'
import { addEngineer } from '#app/features/dispatch/save-engineer.server.ts'
import { takeBooking } from '#app/features/dispatch/take-booking.server.ts'
import { readUnbookedParts } from '#app/features/visit/awaited-parts.server.ts'
import { saveJobSheet } from '#app/features/visit/job-sheet.server.ts'
import { readReturnView } from '#app/features/visit/return-fault.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { days } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { handOut } from '#test/support/announced.ts'
import { bookOne } from '#test/support/booked.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { bookingBody, onOneEngine } from '#test/support/world.ts'
import { endAwaitedPart, readAwaitedParts, recordArrival, saveAwaitedPart } from './awaited-parts.server.ts'
import { bookReturn } from './book-return.server.ts'
import { readDue } from './read-due.server.ts'
import { readVisitLinks } from './return-view.server.ts'

onOneEngine('A part that a visit waits for', (engine) => {
  /** A job at whose door the engineer says that a part is needed, and the acts of staff on its parts. */
  async function waiting() {
    const world = await freshWorld(engine)
    const { services } = world
    const booked = await bookOne(world)
    const fields = { name: 'Dan Okoro', phone: '07700 900111', gasSafeNumber: '', base: 'Stratford depot' }
    const engineerId = await addEngineer(services, { staffId: 'owner', sharesPhone: true, fields })
    await services.db.updateTable('bookings').set({ engineerId }).where('id', '=', booked.id).execute()
    await booked.become('arrived')
    const sheet = (revision: number, needsReturn: string, returnNote: string) => {
      const typed: Record<string, string> = { found: 'Worn out', needsReturn, returnNote }
      const act = { bookingId: booked.id, engineerId, userId: 'dan', seen: String(revision), key: newId() }
      return saveJobSheet(services, act, (name) => typed[name] ?? '')
    }
    const act = (partId = '') => ({ bookingId: booked.id, staffId: 'priya', partId })
    const save = (typed: Record<string, string>, partId?: string) => saveAwaitedPart(services, act(partId), (name) => typed[name] ?? '')
    const part = async () => (await readAwaitedParts(services, booked.id))[0]
    let heard = 0
    /** The news the customer has had since the last look. */
    const told = async () => {
      const all = (await handOut(services)).flatMap(({ kind, payload }) => (kind === 'customer-change' ? [JSON.parse(payload).change] : []))
      const news = all.slice(heard)
      heard = all.length
      return news
    }
    return { ...world, booked, sheet, act, save, part, told }
  }

  test('is named on the job sheet, followed by staff, told to the customer, and fitted by the return visit that its arrival leads to', async () => {
    const { services, clock, booked, sheet, act, save, part, told } = await waiting()
    await sheet(0, 'part', 'A cartridge')
    await sheet(1, 'part', 'A thermostatic cartridge')
    expect(await part()).toMatchObject({ name: 'A thermostatic cartridge', forCustomer: { name: 'The part', text: 'We’re ordering it' } })
    await booked.become('completed')
    const id = (await part())?.id ?? ''
    const typed = { partName: 'Cartridge', supplier: 'City Plumbing', orderedOn: '2026-11-20', dueOn: '2026-12-08' }
    for (const wrong of [{ partName: '' }, { dueOn: '2026-11-19' }, { dueOn: 'soon' }, { supplier: 'x'.repeat(101) }])
      await expect(save({ ...typed, ...wrong }, id)).rejects.toThrow(InvalidEntry)
    await told()
    for (const _ of ['once', 'and again']) await save(typed, id)
    expect(await told()).toEqual(['part_due'])
    expect((await part())?.forCustomer).toEqual({ name: 'Cartridge', text: 'Ordered, due Tuesday 8 December' })
    // Midnight in London, of a day that isn't over at noon.
    clock.set('2026-12-08T23:59:00.000Z')
    expect(await readDue(services)).toEqual([])
    clock.set('2026-12-09T00:00:00.000Z')
    expect(await readDue(services)).toMatchObject([{ id, at: 'parts', isOverdue: true }])
    await save({ ...typed, dueOn: '2026-12-10' }, id)
    expect([await told(), await readDue(services)]).toEqual([['part_due'], []])

    expect(await readVisitLinks(services, await booked.read())).toMatchObject({ parts: { isReady: false } })
    for (const _ of ['once', 'and again']) await recordArrival(services, act(id))
    expect(await told()).toEqual(['part_arrived'])
    expect(await readDue(services)).toMatchObject([{ id, dueOn: '2026-12-09', isOverdue: false }])
    expect(await readVisitLinks(services, await booked.read())).toMatchObject({ parts: { isReady: true } })
    const wish = { description: '', preferredDate: '2026-12-11', timeSlot: '10:00 - 12:00' }
    const path = await bookReturn(services, { bookingId: booked.id, actor: 'customer', clientKey: 'client', key: 'form', ...wish })
    const { booking } = await readTrackedBooking(services, path.split('/').at(-1) ?? '')
    expect(booking).toMatchObject({ returnOf: booked.id, estimatePence: 0, promisedFrom: '2026-12-11T10:00:00.000Z' })
    expect(await readReturnView(services.db, booking)).toMatchObject({ parts: ['Cartridge'] })
    expect([await readDue(services), (await part())?.visit?.id]).toEqual([[], booking.id])
    await runDueJobs(services, jobHandlers)
    const mails = services.db.selectFrom('localMail').select('message').where('recipient', '=', booking.email)
    const { message } = await mails.where('subject', 'like', `%${booking.reference}%`).executeTakeFirstOrThrow()
    expect(JSON.parse(message).text).toMatch(/^(?!.*guarantee).*Your part is here.*nothing to pay beyond what you’ve already agreed/s)
    // A return visit that is called off leaves the part to be fitted.
    await cancelByStaff(services, { bookingId: booking.id, staffId: 'priya', seen: String(booking.version), reason: 'Snow' })
    expect(await readDue(services)).toHaveLength(1)
    const input = { ...bookingBody({ timeSlot: 'ASAP' }), returnOf: booked.id, forParts: 'yes' }
    const taken = await takeBooking(services, { staffId: 'priya', idempotencyKey: 'phone', input })
    expect([await readDue(services), (await part())?.visit?.id]).toEqual([[], taken.id])

    await services.db.transaction().execute((tx) => eraseBooking(services, tx, booked.id))
    expect(JSON.stringify(await services.db.selectFrom('awaitedParts').selectAll().execute())).not.toContain('artridge')
  })

  test('is one of several: the customer hears when all have arrived, and a problem that is back meanwhile is under guarantee', async () => {
    const { services, clock, booked, sheet, act, save, told } = await waiting()
    await sheet(0, 'part', 'A pump')
    await sheet(1, '', '')
    expect(await readAwaitedParts(services)).toEqual([])
    await booked.become('completed')
    for (const partName of ['Pump', 'Seal', 'Seal', 'Valve']) await save({ partName })
    const ids = (await readAwaitedParts(services)).map(({ id }) => id)
    expect(ids).toHaveLength(3)
    await recordArrival(services, act(ids[0]))
    await endAwaitedPart(services, act(ids[2]))
    const unbooked = await readUnbookedParts(services.db, booked.id, 'arrived')
    expect([await told(), unbooked, await readDue(services)]).toEqual([[], [], []])
    await expect(recordArrival(services, { ...act(ids[1]), bookingId: 'another' })).rejects.toThrow()
    await expect(recordArrival(services, act('none'))).rejects.toThrow(StepRefused)
    const wish = { description: 'It leaks again', preferredDate: '', timeSlot: 'ASAP' }
    const path = await bookReturn(services, { bookingId: booked.id, actor: 'customer', clientKey: 'client', key: 'form', ...wish })
    const { booking } = await readTrackedBooking(services, path.split('/').at(-1) ?? '')
    expect(await readReturnView(services.db, booking)).toMatchObject({ parts: [] })
    clock.advance(days(1))
    expect((await readAwaitedParts(services)).filter(({ isLast }) => isLast)).toMatchObject([{ id: ids[1] }])
    // Staff choose the time themselves.
    await recordArrival(services, { ...act(ids[1]), staffBook: true })
    expect(await told()).not.toContain('part_arrived')
    expect(await readUnbookedParts(services.db, booked.id, 'arrived')).toHaveLength(2)
  })
})
