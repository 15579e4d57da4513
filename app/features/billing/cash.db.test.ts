// @module-tag never-again
import { expect, test } from 'vitest'
import { noteBooking } from '#app/features/desk/note-booking.server.ts'
import { recordHandPayment, voidHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { takeActs } from '#app/routes/engineer/acts.server.ts'
import { minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { billed } from '#test/support/billed.ts'
import type { Booked } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { engineer } from '#test/support/roster.ts'
import { onOneEngine, racing } from '#test/support/world.ts'
import { handInCash } from './hand-in-cash.server.ts'
import { billPaid } from './phone-bill.ts'
import { readCash } from './read-cash.server.ts'
import { readRefusedPayments } from './read-refused-payments.server.ts'

onOneEngine('Cash taken at the door', (engine) => {
  test('is held by the person who took it until it is counted, once; a difference is kept with its reason and changes no payment', async () => {
    const { world, services } = await freshWorld(racing(engine))
    const booked = await billed(world)
    const take = (amount: string, by: string, method = 'cash') =>
      recordHandPayment(services, { bookingId: booked.id, by, method, amount, key: newId() })
    await take('40', 'dan')
    await take('19', 'dan')
    await take('10', 'eve')
    await take('20', 'dan', 'transfer')
    const heldBy = async (id: string) => (await readCash(services.db, id)).held.map(({ pence }) => pence)
    expect([await heldBy('dan'), await heldBy('eve'), await heldBy('dana')]).toEqual([[5_900], [1_000], []])
    const handIn = { heldBy: 'dan', receivedBy: 'dana', seenPence: 5_900, counted: '57.50', note: '', key: newId() }
    await expect(handInCash(services, { ...handIn, counted: 'x' })).rejects.toMatchObject({ problems: { counted: expect.any(String) } })
    await expect(handInCash(services, handIn)).rejects.toMatchObject({ problems: { note: expect.stringContaining('It should be £59') } })
    await expect(handInCash(services, { ...handIn, seenPence: 4_000, note: 'Short' })).rejects.toThrow('They now have £59')
    expect(await heldBy('dan')).toEqual([5_900])
    // Submitted twice, and by two people at the same moment: the cash is handed in once.
    const [one, other] = openPeers(world, 2)
    const given = { ...handIn, note: 'Change for parking' }
    const outcomes = await Promise.allSettled([
      handInCash(one ?? services, given),
      handInCash(other ?? services, given),
      handInCash(other ?? services, { ...given, receivedBy: 'owner', key: newId() }),
    ])
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(1)
    const { held, handedIn } = await readCash(services.db)
    expect(held.map(({ userId, pence }) => [userId, pence])).toEqual([['eve', 1_000]])
    expect(handedIn).toMatchObject([{ expected: '£59.00', counted: '£57.50', difference: '−£1.50', note: 'Change for parking' }])
    expect((await readCash(services.db, 'eve')).handedIn).toEqual([])
    const paid = await services.db.selectFrom('payments').select(['amountPence', 'handoverId']).orderBy('id').execute()
    expect(paid.map(({ amountPence, handoverId }) => [amountPence, handoverId !== null])).toEqual([
      [4_000, true],
      [1_900, true],
      [1_000, false],
      [2_000, false],
    ])
    // A payment recorded by mistake counts as no one’s cash.
    const [eves] = await services.db.selectFrom('payments').select('id').where('takenBy', '=', 'eve').execute()
    await voidHandPayment(services, { bookingId: booked.id, paymentId: eves?.id ?? '', by: 'dana', reason: 'It was a card' })
    expect((await readCash(services.db)).held).toEqual([])
  })
})

onOneEngine('Money taken at the door that is not recorded', (_, test) => {
  test('is shown to staff, until it has been recorded or noted', async ({ world, services, clock }) => {
    const dan = await engineer(world)
    await colleague(world, 'Dan Okoro', 'staff', 'dan')
    await services.db.updateTable('engineers').set({ userId: 'dan' }).where('id', '=', dan).execute()
    const [first, second] = [await billed(world), await billed(world, { changes: { email: 'olu@example.com', phone: '07700 900222' } })]
    for (const { id } of [first, second]) await services.db.updateTable('bookings').set({ engineerId: dan }).where('id', '=', id).execute()
    const now = () => toInstant(clock.now())
    const act = ({ id }: Booked, paidAmount: string) => ({
      ...{ key: newId(), kind: billPaid, bookingId: id, at: now(), fields: { method: 'cash', paidAmount } },
    })
    const take = (...acts: ReturnType<typeof act>[]) => takeActs(services, { engineerId: dan, userId: 'dan' }, { sentAt: now(), acts })
    // More than is owed: no change was given.
    const acts = [act(first, '150'), act(second, '150')]
    expect(await take(...acts)).toMatchObject([{ state: 'refused' }, { state: 'refused' }])
    const { reference } = await first.read()
    const told = 'They owe £119. Enter that or less, and give change for the rest. You recorded £150 in cash, so tell the office.'
    expect(await readRefusedPayments(services, first.id)).toEqual([
      { key: acts[0]?.key, bookingId: first.id, reference, what: expect.stringMatching(/^Dan Okoro, .*Nov/), reason: told },
    ])
    expect(await readRefusedPayments(services)).toHaveLength(2)
    // The engineer can't clear it by recording less than they were given.
    clock.advance(minutes(1))
    expect(await take(act(first, '19'))).toMatchObject([{ state: 'done' }])
    expect(await readRefusedPayments(services)).toHaveLength(2)

    clock.advance(minutes(5))
    await recordHandPayment(services, { bookingId: first.id, by: 'dana', method: 'cash', amount: '100', key: newId() })
    expect(await readRefusedPayments(services)).toMatchObject([{ bookingId: second.id }])
    const note = { staffId: 'dana', bookingId: second.id, idempotencyKey: newId() }
    await noteBooking(services, { ...note, text: 'Dan gave them £31 back' })
    expect(await readRefusedPayments(services)).toEqual([])
    expect(await take(act(second, '119'))).toMatchObject([{ state: 'done' }])
    expect(await readRefusedPayments(services)).toEqual([])
  })
})
