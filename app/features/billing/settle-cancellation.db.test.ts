import { expect } from 'vitest'
import { cancelContract, recordCancellation } from '#app/features/aftercare/cancel-contract.server.ts'
import { readContracts } from '#app/features/aftercare/read-contracts.server.ts'
import { readDue } from '#app/features/aftercare/read-due.server.ts'
import { eraseBooking } from '#app/features/booking/erase-bookings.server.ts'
import { ChangeRefused, StepRefused } from '#app/features/booking/refusals.ts'
import { recordHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { days, toInstant } from '#app/values/clock.ts'
import { newId, newToken } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { addRow } from '#test/support/add-row.ts'
import { issue, visited } from '#test/support/billed.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onEachEngine, onOneEngine, type World } from '#test/support/world.ts'
import { settleCancellation } from './settle-cancellation.server.ts'

const form = { contract: 'visit', name: 'Priya Raman', address: '12 Commercial Street' }
const cancel = ({ services }: World, { id }: Booked, change: Partial<typeof form> = {}) =>
  cancelContract(services, { bookingId: id, actor: 'customer', clientKey: newToken() }, { ...form, ...change })
const settle = async (
  { services }: World,
  booked: Booked,
  staffId: string,
  change: Partial<Record<'billed' | 'kept' | 'reasons', string>> = {},
) => {
  const { id } = await services.db.selectFrom('cancellations').select('id').where('bookingId', '=', booked.id).executeTakeFirstOrThrow()
  const act = await booked.act(staffId)
  return settleCancellation(services, { ...act, cancellationId: id, billed: '119', kept: '0', reasons: '', ...change })
}
/** A visit for a later slot, accepted now. */
const forLater = async ({ services }: World, booked: Booked) =>
  services.db
    .updateTable('bookings')
    .set((eb) => ({ slotStartsAt: eb.ref('promisedFrom'), slotEndsAt: eb.ref('promisedUntil') }))
    .where('id', '=', booked.id)
    .execute()
const rightsOf = async ({ services, clock }: World, booked: Booked) =>
  (await readContracts(services.db, await booked.read(), clock.now())).map(({ id, right }) => [id, right.may])

/** Extra work that isn't the urgent repair, which the customer agreed to and asked us to start. */
async function agreed({ services, clock }: World, booked: Booked): Promise<string> {
  const [id, at] = [newId(), toInstant(clock.now())]
  await addRow(services.db, 'extraWorks', {
    ...{ id, bookingId: booked.id, name: 'New stopcock', description: '', amountPence: 14_000, lines: '[]', isUrgentRepair: 0 },
    ...{ contentHash: '', state: 'agreed', revision: 2, proposedAt: at, proposedBy: 'dan', decidedAt: at, decidedBy: 'customer' },
    ...{ way: 'private_link', signerName: 'Priya', signature: null, startAskedAt: at, startText: null },
  })
  return id
}

onOneEngine('The legal right to cancel', (engine, test) => {
  test('of a visit for later is used as usual until an engineer arrives, then by the form, which is confirmed and refunded in time', async () => {
    const { world, services, clock } = await freshWorld(engine, { env: { STAFF_EMAIL: 'staff@example.com' } })
    const owner = await colleague(world, 'Ann Owner', 'owner')
    const booked = await bookOne(world, { email: 'priya@example.com' })
    await expect(cancel(world, booked)).rejects.toThrow(ChangeRefused)
    await forLater(world, booked)
    expect(await rightsOf(world, booked)).toEqual([['visit', true]])
    await expect(cancel(world, booked)).rejects.toThrow(/booking page/)
    for (const step of ['confirmed', 'assigned', 'en_route', 'arrived', 'completed'] as const) await booked.become(step)
    await issue(services, booked)
    await recordHandPayment(services, { bookingId: booked.id, by: 'dan', method: 'cash', amount: '119', key: newId() })
    await expect(cancel(world, booked, { name: ' ' })).rejects.toThrow(InvalidEntry)
    clock.advance(days(13))
    await cancel(world, booked)
    await cancel(world, booked)
    expect(await readDue(services)).toMatchObject([{ what: 'Refund what they cancelled by their legal right', isOverdue: false }])
    await runDueJobs(services, jobHandlers)
    const mails = await services.db.selectFrom('localMail').select(['recipient', 'subject']).execute()
    const to = (recipient: string, subject: RegExp) =>
      mails.filter((mail) => mail.recipient === recipient && subject.test(mail.subject)).length
    expect([to('priya@example.com', /received your cancellation/), to('staff@example.com', /LEGAL RIGHT/)]).toEqual([1, 1])
    clock.advance(days(15))
    expect((await readDue(services)).map(({ isOverdue }) => isOverdue)).toEqual([true])
    await expect(settle(world, booked, owner, { kept: '10', reasons: 'An hour' })).rejects.toThrow(InvalidEntry)
    await expect(settle(world, booked, owner, { billed: '120' })).rejects.toThrow(InvalidEntry)
    await settle(world, booked, owner)
    expect(await services.db.selectFrom('cancellations').select(['mostPence', 'keptPence', 'refundPence']).execute()).toEqual([
      { mostPence: 0, keptPence: 0, refundPence: 11_900 },
    ])
    expect((await readDue(services)).map(({ what }) => what)).toEqual(['Pay back £119 by hand'])
    await expect(settle(world, booked, owner)).rejects.toThrow(StepRefused)
    await services.db.transaction().execute((tx) => eraseBooking(services, tx, booked.id))
    expect(JSON.stringify(await services.db.selectFrom('cancellations').selectAll().execute())).not.toContain('Commercial')
  })

  test('of extra work at the door keeps what was done in proportion, until it is all done', async ({ world, services }) => {
    const owner = await colleague(world, 'Ann Owner', 'owner')
    const booked = await bookOne(world)
    for (const step of ['confirmed', 'assigned', 'en_route', 'arrived'] as const) await booked.become(step)
    const work = await agreed(world, booked)
    expect(await rightsOf(world, booked)).toEqual([
      ['visit', false],
      [work, true],
    ])
    await booked.become('completed')
    expect(await rightsOf(world, booked)).toEqual([
      ['visit', false],
      [work, false],
    ])
    // Part of it waits for another visit.
    const sheet = { revision: 1, found: '', done: '', parkingPence: 0, congestionPence: 0, needsReturn: 'part' as const, returnNote: '' }
    await addRow(services.db, 'jobSheets', { ...sheet, bookingId: booked.id, savedAt: '2026-11-20T10:00:00.000Z', savedBy: 'dan' })
    await recordCancellation(services, { ...form, contract: work, bookingId: booked.id, staffId: owner, seen: await booked.seen() })
    await expect(settle(world, booked, owner, { billed: '100', kept: '101', reasons: 'Most' })).rejects.toThrow(InvalidEntry)
    await expect(settle(world, booked, owner, { billed: '100', kept: '25' })).rejects.toThrow(InvalidEntry)
    await settle(world, booked, owner, { billed: '100', kept: '25', reasons: 'A quarter of the work was done' })
    expect(await services.db.selectFrom('cancellations').select(['mostPence', 'keptPence', 'refundPence']).execute()).toEqual([
      { mostPence: 14_000, keptPence: 2_500, refundPence: 0 },
    ])
    expect(await services.db.selectFrom('creditNotes').select('amountPence').execute()).toEqual([{ amountPence: 7_500 }])
  })
})

onEachEngine('A contract cancelled and refunded twice at the same moment', (_, test) => {
  test('is cancelled once, with one credit note', async (world) => {
    const owner = await colleague(world, 'Ann Owner', 'owner')
    const booked = await visited(world)
    await forLater(world, booked)
    await issue(world.services, booked)
    await Promise.all([cancel(world, booked), cancel(world, booked)])
    const done = await Promise.allSettled([settle(world, booked, owner), settle(world, booked, owner, { reasons: 'Sorry' })])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await world.services.db.selectFrom('creditNotes').select('amountPence').execute()).toEqual([{ amountPence: 11_900 }])
  })
})
