// @module-tag never-again
import { expect, test } from 'vitest'
import { recordHandPayment, voidHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { newId } from '#app/values/ids.ts'
import { billed } from '#test/support/billed.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { onOneEngine, racing } from '#test/support/world.ts'
import { handInCash } from './hand-in-cash.server.ts'
import { readCash } from './read-cash.server.ts'

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
