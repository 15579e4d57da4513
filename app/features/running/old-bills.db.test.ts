// @module-tag never-again
import { expect, test } from 'vitest'
import { readBookDifferences } from '#app/features/billing/check-books.server.ts'
import { creditBill } from '#app/features/billing/credit-bill.server.ts'
import { readBalance } from '#app/features/payments/bill-balance.server.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { billed, openBill, paidAt } from '#test/support/billed.ts'
import { colleague } from '#test/support/colleague.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine } from '#test/support/world.ts'
import { carryOutRetention } from './carry-out-retention.server.ts'

onOneEngine('A bill', (engine) => {
  test('is kept as long as tax law asks, to the day, and is then erased with its money and what names its customer', async () => {
    const world = await freshWorld(engine, { payments: true })
    const { services, clock } = world
    const old = await billed(world)
    await paidAt(world, await openBill(services, old), 11_900)
    await creditBill(services, { bookingId: old.id, staffId: 'dana', amount: '19', reason: 'A part was faulty', key: newId() })
    await runDueJobs(services, jobHandlers)
    clock.set('2027-01-05T10:00:00.000Z')
    const newer = await billed(world)
    const kept = async () => ({
      bills: (await services.db.selectFrom('bills').select('bookingId').execute()).map(({ bookingId }) => bookingId),
      names: (await services.db.selectFrom('bookings').select('name').orderBy('createdAt').execute()).map(({ name }) => name),
    })
    // The day before the seven years are over: the customer deleting their account wouldn't remove it either.
    clock.set('2033-11-20T12:00:00.000Z')
    await carryOutRetention(services)
    expect((await kept()).names).toEqual(['Priya Raman', 'Priya Raman'])
    clock.set('2033-11-21T03:30:00.000Z')
    await carryOutRetention(services)
    expect(await kept()).toEqual({ bills: [newer.id], names: ['Deleted customer', 'Priya Raman'] })
    for (const table of ['payments', 'refunds', 'creditNotes', 'checkouts'] as const)
      expect([table, await services.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    expect(await readBalance(services.db, old.id)).toMatchObject({ billedPence: 0, paidPence: 0, owedPence: 0 })
    expect((await readBookDifferences(services)).filter(({ kind }) => kind === 'numbers')).toEqual([])
    const log = await services.db.selectFrom('auditLog').select(['action', 'detail']).where('subject', '=', old.id).execute()
    expect(log).toContainEqual({ action: 'bill.erase', detail: expect.stringContaining('2026-0001') })
  })

  test('goes with the last bill of its booking, also where it was unpaid and the booking erased before', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const booked = await billed(world)
    await colleague(world, 'Dana Price', 'owner', 'dana')
    await creditBill(services, { bookingId: booked.id, staffId: 'dana', amount: '119', reason: 'The wrong address', key: newId() })
    await runDueJobs(services, jobHandlers)
    await services.db.updateTable('bookings').set({ erasedAt: clock.now().toISOString() }).where('id', '=', booked.id).execute()
    const [bill] = await services.db.selectFrom('bills').selectAll().execute()
    if (!bill) throw new Error('there is no bill')
    await services.db
      .insertInto('bills')
      .values({ ...bill, id: newId(), revision: 2, number: 1, year: 2027, reference: '2027-0001', issuedAt: '2027-02-01T10:00:00.000Z' })
      .execute()
    clock.set('2034-01-31T12:00:00.000Z')
    await carryOutRetention(services)
    clock.set('2034-02-02T12:00:00.000Z')
    await carryOutRetention(services)
    expect(await services.db.selectFrom('bills').selectAll().execute()).toEqual([])
  })
})
