// @module-tag never-again
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordReturn } from '#app/features/payments/confirming.server.ts'
import { recordHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { days, hours, minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { addRow } from '#test/support/add-row.ts'
import { billed, issue, openBill, visited } from '#test/support/billed.ts'
import { freshWorld, openPeers, withPlugin } from '#test/support/fresh.ts'
import { mailsTo } from '#test/support/mails-to.ts'
import { fillBookings } from '#test/support/many-bookings.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { checkBooks, readBookDifferences } from './check-books.server.ts'
import { creditBill } from './credit-bill.server.ts'
import { findOwing, readBillsOf } from './find-bills.server.ts'
import { noteBill } from './note-bill.server.ts'
import { readKeptDifferences } from './read-book-differences.server.ts'
import { readDebts, readPauses } from './read-chasing.server.ts'
import { keptToCall, readToCall } from './read-to-call.server.ts'
import { remindOfBills } from './remind-of-bills.server.ts'

const reminders = async ({ services }: World) => {
  await runDueJobs(services, jobHandlers)
  const mails = await services.db.selectFrom('localMail').select('subject').where('subject', 'like', 'Reminder%').execute()
  return mails.length
}
const note = ({ services }: World, bookingId: string, kind: string) =>
  noteBill(services, { bookingId, staffId: 'dana', kind, text: 'They say the tap still drips', key: newId() })

onOneEngine('A bill that is not paid', (engine, test) => {
  test('is reminded of on days 3, 7 and 14, each once, then it is for a person to call', { races: true }, async (world) => {
    await billed(world)
    const told: [day: number, reminders: number, toCall: number][] = []
    for (let day = 0; day <= 16; day++) {
      const [one, other] = openPeers(world, 2)
      await Promise.all([one, other].map((peer) => peer && remindOfBills(peer)))
      told.push([day, await reminders(world), (await readToCall(world.services)).length])
      world.clock.advance(days(1))
    }
    const changes = told.filter(([, count, calls], at) => at === 0 || count !== told[at - 1]?.[1] || calls !== told[at - 1]?.[2])
    expect(changes).toEqual([
      [0, 0, 0],
      [3, 1, 0],
      [7, 2, 0],
      [14, 3, 1],
    ])
  })

  test('is left alone once it is paid, disputed, or another date was agreed; after an outage one reminder is sent, not all', async () => {
    const world = await freshWorld(engine, { payments: true })
    const [paid, disputed, arranged, owed] = [await billed(world), await billed(world), await billed(world), await billed(world)]
    await recordHandPayment(world.services, { bookingId: paid.id, by: 'dana', method: 'cash', amount: '119', key: newId() })
    await note(world, disputed.id, 'disputed')
    await note(world, arranged.id, 'arranged')
    await expect(note(world, owed.id, 'else')).rejects.toMatchObject({ fields: { noteKind: 'Choose what happened' } })
    world.clock.advance(days(8))
    // A customer who thinks that they have just paid isn't reminded.
    const sessionId = `sandbox_${await openBill(world.services, owed)}`
    await recordReturn(world.services, { bookingId: owed.id, sessionId })
    expect(await remindOfBills(world.services)).toBe(0)
    const lines = await readBillsOf(world.services, [owed.id, paid.id])
    expect([...lines.values()].map(({ line }) => line.replace(/^Bill \S+ /, '')).toSorted()).toEqual([
      '£119.00: paid',
      '£119.00: your payment of £119.00 is being confirmed',
    ])
    world.clock.advance(hours(1))
    expect(await remindOfBills(world.services)).toBe(1)
    expect(await remindOfBills(world.services)).toBe(0)
    expect(await reminders(world)).toBe(1)
    const owing = (await findOwing(world.services)).map(({ reference }) => reference)
    expect([...(await readPauses(world.services.db, owing)).values()].toSorted()).toEqual(['Another date agreed', 'Disputed'])
    await note(world, disputed.id, 'resumed')
    expect([...(await readPauses(world.services.db, owing)).values()]).toEqual(['Another date agreed'])
    expect(await remindOfBills(world.services)).toBe(1)
    world.clock.advance(days(8))
    expect((await readToCall(world.services)).map(({ bookingId }) => bookingId).toSorted()).toEqual([disputed.id, owed.id].toSorted())
    expect(await keptToCall(world.services)).toHaveLength(2)
    await recordHandPayment(world.services, { bookingId: owed.id, by: 'dana', method: 'cash', amount: '119', key: newId() })
    // A payment shows within a minute, a note straight away.
    expect(await keptToCall(world.services)).toHaveLength(2)
    world.clock.advance(minutes(1))
    expect(await keptToCall(world.services)).toMatchObject([{ bookingId: disputed.id, last: 'They say the tap still drips' }])
    await note(world, disputed.id, 'disputed')
    expect(await keptToCall(world.services)).toEqual([])
  })

  test('is shown to staff when its customer books again', async (world) => {
    const owed = await billed(world)
    const again = await visited(world)
    expect(await readDebts(world.services.db, await again.read())).toEqual([
      { id: owed.id, reference: (await owed.read()).reference, owed: '£119' },
    ])
    expect(await readDebts(world.services.db, await owed.read())).toEqual([])
    // An agent's number: all of it, the oldest bill first.
    const bill = await world.services.db.selectFrom('bills').selectAll().executeTakeFirstOrThrow()
    await fillBookings(world.services.db, 51)
    const { phone } = await owed.read()
    const filled = world.services.db.updateTable('bookings').set({ phone }).where('reference', 'like', 'BK-000000__')
    const ids = (await filled.returning('id').execute()).map((row) => row.id).toSorted()
    await addRow(
      world.services.db,
      'bills',
      ids.map((bookingId, at) => ({ ...bill, id: String(200 - at), bookingId, number: 200 - at, reference: `2026-${200 - at}` })),
    )
    const debts = await readDebts(world.services.db, await again.read())
    expect(debts.map((debt) => debt.id)).toEqual([owed.id, ...ids.toReversed()])
  })
})

onOneEngine('The books', (engine) => {
  test('add up after all that happens; what does not is told once, and never corrected', async () => {
    const world = await freshWorld(engine, { env: { STAFF_EMAIL: 'desk@example.co.uk' } })
    const booked = await billed(world)
    expect(await readBookDifferences(world.services)).toEqual([])
    // A bill that is issued between two of its queries is no error.
    const other = await visited(world)
    let isIssued = false
    const overtaken = withPlugin(world.services, {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isIssued || !result.rows.some((row) => 'last' in row)) return result
        isIssued = true
        await issue(world.services, other)
        return result
      },
    })
    expect([await checkBooks(overtaken), isIssued]).toEqual([0, true])
    // Changed directly in the database.
    await sql`update bill_numbers set last = 3`.execute(world.services.db)
    await addRow(world.services.db, 'payments', {
      ...{ id: newId(), provider: 'sandbox', providerPaymentId: 'lost', checkoutId: null, bookingId: booked.id, amountPence: 20_000 },
      ...{ currency: 'gbp', outcome: 'confirmed', paidAt: '2026-11-20T11:00:00.000Z', recordedAt: '2026-11-20T11:00:00.000Z' },
    })
    expect(await checkBooks(world.services)).toBe(0)
    world.clock.advance(hours(1))
    expect(await checkBooks(world.services)).toBe(2)
    world.clock.advance(hours(1))
    expect(await checkBooks(world.services)).toBe(0)
    const mails = await mailsTo(world, 'desk@example.co.uk')
    const told = mails.filter(({ subject }) => subject === '2 sums in the books don’t add up')
    expect(told).toHaveLength(1)
    expect(told[0]?.message).toContain('£81 too much was paid')
    const kept = await readKeptDifferences(world.services.db)
    expect(kept.map(({ text, reference }) => [text, reference !== null])).toContainEqual([
      '£81 too much was paid, but it isn’t being refunded to the card.',
      true,
    ])
    expect(await world.services.db.selectFrom('billNumbers').select('last').execute()).toEqual([{ last: 3 }])
    // All are shown, for as long as they are there.
    const unowed = Array.from({ length: 21 }, newId).map((id) => ({
      ...{ id, provider: 'sandbox', providerPaymentId: id, checkoutId: null, bookingId: null, amountPence: 100, currency: 'gbp' },
      ...{ outcome: 'returned' as const, paidAt: '2026-11-20T11:00:00.000Z', recordedAt: '2026-11-20T11:00:00.000Z' },
    }))
    await addRow(world.services.db, 'payments', unowed)
    world.clock.advance(hours(1))
    expect(await checkBooks(world.services)).toBe(21)
    expect(await readKeptDifferences(world.services.db)).toHaveLength(23)
    await world.services.db.deleteFrom('payments').where('outcome', '=', 'returned').execute()
    world.clock.advance(hours(1))
    expect([await checkBooks(world.services), await readKeptDifferences(world.services.db)]).toEqual([0, kept])
  })

  test('show a visit that was changed after its bill was issued, until a credit note makes up for it; the bill stays', async () => {
    const { world, services } = await freshWorld(engine, { env: { STAFF_EMAIL: 'desk@example.co.uk' } })
    const booked = await billed(world)
    const sheet = { bookingId: booked.id, revision: 1, found: '', done: '', parkingPence: 1_500, congestionPence: 0, needsReturn: null }
    await addRow(services.db, 'jobSheets', { ...sheet, returnNote: '', savedAt: world.clock.now().toISOString(), savedBy: 'dan' })
    const changed = { kind: 'rows', subject: '2026-0001', bookingId: booked.id }
    expect(await readBookDifferences(services)).toEqual([{ ...changed, expectedPence: 11_900, foundPence: 13_400 }])
    expect(await checkBooks(services)).toBe(1)
    const mail = (await mailsTo(world, 'desk@example.co.uk')).at(-1)
    expect(mail?.message).toContain('Bill 2026-0001 is £119, but the visit as recorded now comes to £134.')
    expect((await readKeptDifferences(services.db)).map(({ text }) => text)).toEqual([expect.stringContaining('comes to £134')])
    expect(await services.db.selectFrom('bills').select('totalPence').execute()).toEqual([{ totalPence: 11_900 }])
    // Less than was billed: a credit note for the difference corrects it. A goodwill credit note doesn't.
    await services.db.updateTable('jobSheets').set({ parkingPence: 0 }).execute()
    const setCap = async (capPence: number) => {
      const frozenTerms = JSON.stringify({ ...JSON.parse((await booked.read()).frozenTerms), capPence })
      await booked.set({ frozenTerms })
    }
    await setCap(11_000)
    expect(await readBookDifferences(services)).toEqual([{ ...changed, expectedPence: 11_900, foundPence: 11_000 }])
    await creditBill(services, { bookingId: booked.id, staffId: 'dana', amount: '9', reason: 'The cap was lower', key: newId() })
    expect(await readBookDifferences(services)).toEqual([])
    await setCap(14_250)
    expect(await readBookDifferences(services)).toEqual([])
  })
})
