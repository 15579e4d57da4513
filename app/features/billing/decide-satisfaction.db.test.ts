import { expect } from 'vitest'
import { readDue } from '#app/features/aftercare/read-due.server.ts'
import { readSatisfaction } from '#app/features/aftercare/read-satisfaction.server.ts'
import { askSatisfaction, recordSatisfaction } from '#app/features/aftercare/satisfaction.server.ts'
import { eraseBooking } from '#app/features/booking/erase-bookings.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { readBalance } from '#app/features/payments/bill-balance.server.ts'
import { recordHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { days } from '#app/values/clock.ts'
import { newId, newToken } from '#app/values/ids.ts'
import { billed, openBill, paidAt, payRedLine, visited } from '#test/support/billed.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { mailsTo } from '#test/support/mails-to.ts'
import { onEachEngine, onOneEngine, type World } from '#test/support/world.ts'
import { decideSatisfaction } from './decide-satisfaction.server.ts'

const byCustomer = ({ id }: Booked) => ({ bookingId: id, actor: 'customer', clientKey: newToken() })
const ask = ({ services }: World, booked: Booked, wish = 'refund', words = '') =>
  askSatisfaction(services, byCustomer(booked), { wish, words })
const decision = { outcome: 'full', amount: '', reasons: '', isAgreed: false }
const decide = async ({ services }: World, booked: Booked, staffId: string, change: Partial<typeof decision> = {}) =>
  decideSatisfaction(services, {
    ...{ ...decision, ...change, bookingId: booked.id, staffId },
    seen: await booked.seen(),
  })
const requestOf = async ({ services, clock }: World, booked: Booked) => readSatisfaction(services.db, await booked.read(), clock.now())
const dueOf = async ({ services }: World) => (await readDue(services)).map(({ what, isOverdue }) => [what, isOverdue])

onOneEngine('A customer who isn’t satisfied', (engine, test) => {
  test('asks until midnight of the seventh day in London, once, and may change it until it is decided', async (world) => {
    const { services, clock } = world
    const booked = await bookOne(world)
    await expect(ask(world, booked)).rejects.toThrow(StepRefused)
    await booked.become('completed')
    const { until } = (await requestOf(world, booked)) ?? {}
    await expect(ask(world, booked, 'money')).rejects.toThrow(InvalidEntry)
    // The last moment of London's day, in winter and in summer.
    clock.set(`${until}T22:59:00.000Z`)
    await ask(world, booked, 'put_right', 'It <i>drips</i>')
    await ask(world, booked, 'put_right', 'It <i>drips</i>')
    expect(await dueOf(world)).toEqual([['Book the free return visit they asked for', false]])
    await ask(world, booked, 'refund', 'It drips')
    expect(await services.db.selectFrom('satisfactionRequests').select(['wish', 'words']).execute()).toEqual([
      { wish: 'refund', words: 'It drips' },
    ])
    clock.advance(days(8))
    expect(await dueOf(world)).toEqual([['Decide on the refund they asked for', true]])
    const late = await bookOne(world)
    await late.become('completed')
    clock.advance(days(8.5))
    await expect(ask(world, late)).rejects.toThrow(StepRefused)
    const byPhone = { ...(await late.act()), wish: 'put_right', words: '' }
    await expect(recordSatisfaction(services, { ...byPhone, inTime: false })).rejects.toThrow(StepRefused)
    await recordSatisfaction(services, { ...byPhone, inTime: true })
    // They asked for a return visit, and the days count from it.
    const back = await bookOne(world)
    await back.set({ returnOf: late.id })
    expect((await dueOf(world)).length).toBe(1)
    await back.become('completed')
    expect([await requestOf(world, back), (await requestOf(world, late))?.isOver]).toEqual([undefined, false])
    await ask(world, late)
    await services.db.transaction().execute((tx) => eraseBooking(services, tx, booked.id))
    expect(JSON.stringify(await services.db.selectFrom('satisfactionRequests').selectAll().execute())).not.toContain('drips')
  })

  test('is refunded in full to their card, or in cash by a person, and is told the reasons', async () => {
    const { world, services } = await freshWorld(engine, { payments: true })
    const owner = await colleague(world, 'Ann Owner', 'owner')
    const unbilled = await visited(world)
    await ask(world, unbilled)
    await decide(world, unbilled, owner)
    expect((await requestOf(world, unbilled))?.request).toMatchObject({ outcome: 'full', creditedPence: 11_900, refundPence: 0 })
    // Only the Red Line fee was paid, and no bill is issued: in one step the bill is, and the fee goes back to the card.
    const redLine = await bookOne(world, { serviceLevel: 'redline' })
    await payRedLine(world, redLine)
    for (const step of ['assigned', 'en_route', 'arrived', 'completed'] as const) await redLine.become(step)
    await ask(world, redLine)
    await decide(world, redLine, owner)
    expect((await requestOf(world, redLine))?.request).toMatchObject({ creditedPence: 14_899, refundPence: 2_999 })
    expect((await readBalance(services.db, redLine.id)).owedPence).toBe(0)
    // Nothing was charged, so there is no bill.
    const shut = await bookOne(world)
    await shut.become('no_access')
    await ask(world, shut)
    await decide(world, shut, owner)
    expect((await requestOf(world, shut))?.request).toMatchObject({ creditedPence: 0, refundPence: 0 })

    const [byCard, inCash] = [await billed(world), await billed(world)]
    await paidAt(world, await openBill(services, byCard), 11_900)
    await recordHandPayment(services, { bookingId: inCash.id, by: 'dan', method: 'cash', amount: '119', key: newId() })
    await ask(world, byCard)
    await expect(decide(world, byCard, owner, { outcome: 'part', amount: '50', reasons: 'The parts stay' })).rejects.toThrow(InvalidEntry)
    await expect(decide(world, byCard, owner, { outcome: 'part', amount: '50', isAgreed: true })).rejects.toThrow(InvalidEntry)
    await expect(decide(world, byCard, owner, { outcome: 'part', amount: '120', reasons: 'x', isAgreed: true })).rejects.toThrow(
      InvalidEntry,
    )
    await decide(world, byCard, owner, { outcome: 'part', amount: '50', reasons: 'You keep the new tap', isAgreed: true })
    expect(await services.db.selectFrom('refunds').select(['amountPence', 'reason']).orderBy('id').execute()).toEqual([
      { amountPence: 2_999, reason: 'overpaid' },
      { amountPence: 5_000, reason: 'overpaid' },
    ])
    expect((await requestOf(world, byCard))?.request).toMatchObject({ outcome: 'part', creditedPence: 5_000, refundPence: 5_000 })
    await expect(decide(world, byCard, owner)).rejects.toThrow(StepRefused)
    await expect(ask(world, byCard)).rejects.toThrow(StepRefused)

    await ask(world, inCash)
    await decide(world, inCash, owner)
    expect((await readBalance(services.db, inCash.id)).owedPence).toBe(-11_900)
    expect(await dueOf(world)).toEqual([['Pay back £119 by hand', false]])
    const mails = (await mailsTo(world, 'priya.raman@example.com')).filter(({ subject }) => subject.startsWith('Your refund'))
    expect(mails.filter(({ message }) => message.includes('You keep the new tap')).length).toBe(1)
  })

  test('is refunded by staff only within their daily limit', async (world) => {
    const booked = await billed(world)
    const staff = await colleague(world, 'Sam Staff', 'staff')
    await ask(world, booked)
    await expect(decide(world, booked, staff)).rejects.toThrow(/up to £50 a day/)
    await decide(world, booked, staff, { outcome: 'part', amount: '0', reasons: 'You told us that it works after all', isAgreed: true })
    expect((await requestOf(world, booked))?.request).toMatchObject({ creditedPence: 0, refundPence: 0 })
  })
})

onEachEngine('A refund asked for and decided twice at the same moment', (_, test) => {
  test('is one request, and one credit note', async (world) => {
    const booked = await billed(world)
    const owner = await colleague(world, 'Ann Owner', 'owner')
    await Promise.all([ask(world, booked), ask(world, booked)])
    const done = await Promise.allSettled([decide(world, booked, owner), decide(world, booked, owner, { reasons: 'Sorry' })])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await world.services.db.selectFrom('creditNotes').select('amountPence').execute()).toEqual([{ amountPence: 11_900 }])
  })
})
