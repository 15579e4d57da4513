// @module-tag never-again

import { expect } from 'vitest'
import { noteBooking } from '#app/features/desk/note-booking.server.ts'
import { recordHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { takeActs } from '#app/routes/engineer/acts.server.ts'
import { minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { billed } from '#test/support/billed.ts'
import type { Booked } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { engineer } from '#test/support/roster.ts'
import { onOneEngine } from '#test/support/world.ts'
import { billPaid } from './phone-bill.ts'
import { readRefusedPayments } from './read-refused-payments.server.ts'

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
