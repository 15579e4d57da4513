import { expect } from 'vitest'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { readPayment } from '#app/features/payments/read-payment.server.ts'
import { receivePaymentEvent } from '#app/features/payments/receive-event.server.ts'
import { ForgedMessage } from '#app/features/payments/refusals.ts'
import { minutes, toInstant } from '#app/values/clock.ts'
import { defaultPrices } from '#content/price-list.ts'
import { handOut } from '#test/support/announced.ts'
import { feePaid, openFee } from '#test/support/billed.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { freshWorld, refusalOf } from '#test/support/fresh.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { expireHolds } from './expire-holds.server.ts'
import { openCheckout } from './open-checkout.server.ts'
import { payFee } from './pay-fee.server.ts'
import { readFee } from './read-fee.server.ts'

const fee = defaultPrices.priorityFeePence.online
const redline = (world: World) => bookOne(world, { serviceLevel: 'redline' })
const left = (world: World) => readSlotsLeft(world.services.db, world.clock.now())
const all = (world: World, table: 'payments' | 'refunds' | 'checkouts') =>
  world.services.db.selectFrom(table).selectAll().orderBy('id').execute()
/** The kinds of jobs for a booking. */
const jobKinds = async (world: World, { id }: Booked) =>
  (await handOut(world.services)).flatMap(({ kind, about }) => (about === id ? [kind] : []))

const checkoutOf = ({ services }: World, booked: Booked) => openFee(services, booked)

onOneEngine('Paying for Red Line', (engine, test) => {
  test('receives the booking, sells its slot, and has its minutes run from the payment', { payments: true }, async (world) => {
    const booked = await redline(world)
    const checkout = await checkoutOf(world, booked)
    world.clock.advance(minutes(12))
    await feePaid(world, checkout)
    expect(await booked.read()).toMatchObject({
      status: 'received',
      promisedFrom: '2026-11-20T10:47:00.000Z',
      promisedUntil: '2026-11-20T11:02:00.000Z',
    })
    world.clock.advance(minutes(60))
    expect(await left(world)).toBe(4)
    expect(await all(world, 'payments')).toMatchObject([{ outcome: 'confirmed', bookingId: booked.id, amountPence: fee }])
    expect(await all(world, 'refunds')).toEqual([])
    expect(await jobKinds(world, booked)).toEqual(['customer-change', 'customer-confirmation', 'staff-change-email', 'staff-email'])
    await expireHolds(world.services)
  })

  test('is told twice, and by several at once, and happens once', { races: true, payments: true }, async (world) => {
    const booked = await redline(world)
    const checkout = await checkoutOf(world, booked)
    await Promise.all(Array.from({ length: 10 }, (_, each) => feePaid(world, checkout, {}, `same_${each % 3}`)))
    expect(await all(world, 'payments')).toHaveLength(1)
    expect(await all(world, 'refunds')).toEqual([])
    expect((await jobKinds(world, booked)).filter((kind) => kind === 'customer-change')).toHaveLength(1)
    expect(await left(world)).toBe(4)
  })

  test('twice with different money keeps the first and returns the second', { races: true, payments: true }, async (world) => {
    const booked = await redline(world)
    const checkout = await checkoutOf(world, booked)
    await Promise.all(['pi_a', 'pi_b'].map((providerPaymentId) => feePaid(world, checkout, { providerPaymentId })))
    expect((await all(world, 'payments')).map((payment) => 'outcome' in payment && payment.outcome).toSorted()).toEqual([
      'confirmed',
      'returned',
    ])
    expect(await all(world, 'refunds')).toMatchObject([{ amountPence: fee, reason: 'twice', state: 'waiting' }])
    expect(await readFee(world.services, await booked.read())).toMatchObject({ state: 'paid' })
  })

  test('after London’s midnight counts for the day of the hold, or for the new one once that has run out', async () => {
    const world = await freshWorld(engine, { payments: true, now: '2026-11-20T23:50:00.000Z' })
    const other = { phone: '07700 900265', email: 'other@example.com' }
    const [soon, late] = [await redline(world), await bookOne(world, { serviceLevel: 'redline', ...other })]
    const [soonId, lateId] = [await checkoutOf(world, soon), await checkoutOf(world, late)]
    world.clock.advance(minutes(15))
    await feePaid(world, soonId)
    expect(await left(world)).toBe(5)
    // Exactly when the later hold expires.
    const holds = world.services.db.selectFrom('redlineSlots').select('heldUntil').where('heldUntil', 'is not', null)
    world.clock.set((await holds.executeTakeFirstOrThrow()).heldUntil ?? '')
    await feePaid(world, lateId)
    expect(await left(world)).toBe(4)
    for (const each of [soon, late]) expect((await each.read()).status).toBe('received')
    expect(await world.services.db.selectFrom('redlineSlots').select('day').orderBy('day').execute()).toEqual([
      { day: '2026-11-20' },
      { day: '2026-11-21' },
    ])
  })

  test('for nothing that we know goes back', { payments: true }, async (world) => {
    await feePaid(world, 'unknown')
    expect(await all(world, 'payments')).toMatchObject([{ outcome: 'returned', bookingId: null }])
    expect(await all(world, 'refunds')).toMatchObject([{ reason: 'nothing_to_pay' }])
  })

  test('is believed from no one else', { payments: true }, async ({ services, clock }) => {
    const body = JSON.stringify({ id: 'event_forged', kind: 'checkout.paid' })
    const old = toInstant(new Date(clock.now().getTime() - minutes(6)))
    for (const signature of [undefined, '', 't=1,v1=x', `t=${old},v1=${services.secrets.sign('sandbox-payment', `${old}.${body}`)}`])
      expect(await refusalOf(receivePaymentEvent(services, { fee: payFee }, body, signature))).toBeInstanceOf(ForgedMessage)
    expect(await services.db.selectFrom('paymentEvents').selectAll().execute()).toEqual([])
  })
})

onOneEngine('What a customer who comes back is told', (_, test) => {
  test('is what the provider has said, whatever the way back says', { payments: true }, async ({ world, services }) => {
    const booked = await redline(world)
    const { reference } = await booked.read()
    const checkout = await checkoutOf(world, booked)
    const read = () => readPayment(services, `sandbox_${checkout}`)
    expect(await read()).toEqual({ state: 'confirming', reference })
    await feePaid(world, checkout)
    expect(await read()).toEqual({
      state: 'paid',
      reference,
      purchase: {
        currency: 'GBP',
        value: fee / 100,
        serviceType: 'Burst Pipe',
        urgency: 'redline',
        transactionId: expect.stringMatching(/^T\w{10}$/),
        location: 'E1',
      },
    })
    for (const id of ['\0', 'a\0b', 'x'.repeat(5_000)]) expect((await readPayment(services, id)).state).toBe('confirming')
    expect(await readPayment(services, ' ')).toEqual({ state: 'absent' })
    expect(await readPayment(services, null)).toEqual({ state: 'absent' })
    expect(await readPayment(services, 'cs_unknown')).toMatchObject({
      state: 'confirming',
      reference: expect.not.stringContaining(reference),
    })
    const cancelled = await redline(world)
    const late = await checkoutOf(world, cancelled)
    await cancelled.become('cancelled')
    await feePaid(world, late)
    expect((await readPayment(services, `sandbox_${late}`)).state).toBe('returned')
  })
})

onOneEngine('The payment page of a booking', (_, test) => {
  test('is one, however often and by however many it is asked for', { races: true, payments: true }, async (world) => {
    const booked = await redline(world)
    const ids = await Promise.all(Array.from({ length: 10 }, () => checkoutOf(world, booked)))
    expect(new Set(ids).size).toBe(1)
    expect(await all(world, 'checkouts')).toMatchObject([{ state: 'open', amountPence: fee, expiresAt: '2026-11-20T10:52:00.000Z' }])
  })

  test('goes on where a crash left it', { payments: true }, async (world) => {
    const booked = await redline(world)
    const { payments } = world.services
    if (!payments) throw new Error('a provider is needed')
    const orders: string[] = []
    const dying = { ...payments, openCheckout: async ({ checkoutId }: { checkoutId: string }) => Promise.reject(orders.push(checkoutId)) }
    await refusalOf(openCheckout({ ...world.services, payments: dying }, booked.id, ''))
    expect(await all(world, 'checkouts')).toMatchObject([{ state: 'creating', url: null }])
    expect([await checkoutOf(world, booked)]).toEqual(orders)
  })
})
