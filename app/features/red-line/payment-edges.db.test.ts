import { expect, test } from 'vitest'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { SlotsSoldOut } from '#app/features/capacity/slots-sold-out.ts'
import { recordRefund } from '#app/features/payments/refund.server.ts'
import { NothingToPay } from '#app/features/payments/refusals.ts'
import { cancelBooking } from '#app/features/tracking/cancel-booking.server.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import type { PaymentProvider, ProviderRefund } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { defaultPrices } from '#content/price-list.ts'
import { jobHandlers } from '#server/jobs.ts'
import { feePaid, openFee } from '#test/support/billed.ts'
import { type Booked, bookOfStranger, bookOne, sellSlots } from '#test/support/booked.ts'
import { countOutcomes, freshWorld, openPeers } from '#test/support/fresh.ts'
import { mailsTo } from '#test/support/mails-to.ts'
import { onOneEngine, racing, type World } from '#test/support/world.ts'
import { expireHolds } from './expire-holds.server.ts'
import { openCheckout } from './open-checkout.server.ts'
import { readCallBacks } from './read-call-backs.server.ts'
import { recordCallBack } from './record-call-back.server.ts'
import { refundByStaff } from './refund-by-staff.server.ts'
import { retryRedLine } from './retry-red-line.server.ts'

const fee = defaultPrices.priorityFeePence.online
const redline = (world: World) => bookOne(world, { serviceLevel: 'redline' })
const left = (world: World) => readSlotsLeft(world.services.db, world.clock.now())
const checkoutOf = openFee
const rows = <Table extends 'payments' | 'refunds' | 'checkouts'>({ services }: World, table: Table) =>
  services.db
    .selectFrom(table as 'refunds')
    .selectAll()
    .orderBy('id')
    .execute()
const refundsOf = async (world: World) => (await rows(world, 'refunds')).map(({ reason, amountPence }) => [reason, amountPence])

const providerOf = ({ payments }: Services): PaymentProvider => {
  if (!payments) throw new Error('a provider is needed')
  return payments
}

const cancel = async ({ services }: World, booked: Booked) => cancelBooking(services, { ...(await booked.wish(booked.id)), toldPence: 0 })
const subjectsTo = async (world: World, recipient: string) => (await mailsTo(world, recipient)).map(({ subject }) => subject)

onOneEngine('A payment', (engine, test) => {
  test('for a booking that staff took on unpaid is for it, at each status, and changes nothing of what they did', async () => {
    const world = await freshWorld(engine, { payments: true })
    for (const status of ['received', 'confirmed', 'assigned', 'en_route', 'arrived'] as const) {
      const booked = await bookOfStranger(world)
      const checkout = await checkoutOf(world.services, booked)
      await booked.become(status)
      await feePaid(world, checkout)
      expect((await booked.read()).status).toBe(status)
      expect((await rows(world, 'payments')).at(-1)).toMatchObject({ outcome: 'confirmed', bookingId: booked.id })
    }
    expect(await rows(world, 'refunds')).toEqual([])
    world.clock.advance(minutes(40))
    expect(await left(world)).toBe(0)
  })

  test('for a booking that staff took on unpaid goes back when that is cancelled; without a payment nothing is promised back', async () => {
    const world = await freshWorld(engine, { payments: true })
    for (const isPaid of [true, false]) {
      const booked = await bookOfStranger(world)
      const checkout = await checkoutOf(world.services, booked)
      await booked.become('confirmed')
      if (isPaid) await feePaid(world, checkout)
      await cancel(world, booked)
      expect((await booked.history()).at(-1)?.note.includes('will be refunded')).toBe(isPaid)
    }
    expect(await refundsOf(world)).toEqual([['cancelled', fee]])
  })

  test('for a visit that is over goes back', async () => {
    const world = await freshWorld(engine, { payments: true })
    for (const status of ['completed', 'no_access'] as const) {
      const booked = await bookOfStranger(world)
      const checkout = await checkoutOf(world.services, booked)
      await booked.become(status)
      await feePaid(world, checkout)
    }
    expect(await refundsOf(world)).toEqual(Array(2).fill(['over', fee]))
  })

  test('that is told on a later day than that of the hold goes back: the engineer would drive to what is over', async () => {
    const world = await freshWorld(engine, { payments: true })
    const booked = await redline(world)
    const checkout = await checkoutOf(world.services, booked)
    world.clock.set('2026-11-21T00:00:00.000Z')
    await expireHolds(world.services)
    await feePaid(world, checkout)
    expect((await booked.read()).status).toBe('expired')
    expect(await refundsOf(world)).toEqual([['too_late', fee]])
    expect(await left(world)).toBe(5)
  })

  test('made before midnight for a booking without a hold that may be paid until after it gets a slot of that day', async () => {
    const world = await freshWorld(engine, { payments: true, now: '2026-11-20T23:55:00.000Z' })
    await sellSlots(world, 3)
    const booked = await redline(world)
    const checkout = await checkoutOf(world.services, booked)
    expect((await booked.read()).paymentDueAt).toMatch(/^2026-11-21/)
    world.clock.advance(minutes(2))
    await feePaid(world, checkout)
    expect((await booked.read()).status).toBe('received')
    expect(await rows(world, 'refunds')).toEqual([])
  })

  test('that is told hours late takes a free slot to the last millisecond of the day', { payments: true }, async (world) => {
    const booked = await redline(world)
    const checkout = await checkoutOf(world.services, booked)
    const paidAt = toInstant(world.clock.now())
    world.clock.set('2026-11-20T23:59:59.999Z')
    await expireHolds(world.services)
    await feePaid(world, checkout, { paidAt })
    expect((await booked.read()).status).toBe('received')
    expect(await left(world)).toBe(4)
    // The promise ran from the payment: an engineer who is sent as soon as we hear of it is too late.
    await booked.become('en_route')
    expect(await recordMissedPromises(world.services)).toBe(1)
  })

  test('for a booking that its customer had erased is refunded, staff hear of it, and no one is emailed at an empty address', async () => {
    const world = await freshWorld(engine, { payments: true })
    const booked = await redline(world)
    const checkout = await checkoutOf(world.services, booked)
    world.clock.advance(minutes(31))
    await expireHolds(world.services)
    await runDueJobs(world.services, jobHandlers)
    const { db } = world.services
    await booked.set({ email: '', phone: '', name: 'Deleted customer', erasedAt: toInstant(world.clock.now()) })
    await feePaid(world, checkout)
    expect((await booked.read()).status).toBe('expired')
    expect(await refundsOf(world)).toEqual([['over', fee]])
    const { reference } = await booked.read()
    expect((await subjectsTo(world, 'desk@localhost')).at(-1)).toContain(`${reference}: Refund`)
    expect(await subjectsTo(world, '')).toEqual([])
    expect(await db.selectFrom('jobs').select('kind').where('state', '!=', 'done').execute()).toEqual([])
  })

  test('in another currency is not said to go back in pounds', { payments: true }, async (world) => {
    const booked = await redline(world)
    await feePaid(world, await checkoutOf(world.services, booked), { currency: 'eur' })
    await runDueJobs(world.services, jobHandlers)
    const mail = await world.services.db
      .selectFrom('localMail')
      .select('message')
      .where('subject', 'like', 'Your refund is on its way%')
      .executeTakeFirstOrThrow()
    expect(mail.message).not.toContain('£')
  })

  test('of nothing is none', { payments: true }, async (world) => {
    const booked = await redline(world)
    await feePaid(world, await checkoutOf(world.services, booked), { amountPence: 0 })
    expect(await rows(world, 'payments')).toEqual([])
    expect((await booked.read()).status).toBe('awaiting_payment')
  })

  test('is found by its session where it carries an id that is not ours', { payments: true }, async (world) => {
    const booked = await redline(world)
    const checkout = await checkoutOf(world.services, booked)
    await feePaid(world, checkout, { checkoutId: 'somebody’s own', sessionId: `sandbox_${checkout}` })
    expect((await booked.read()).status).toBe('received')
  })

  test('for holds that ran out, at the same moment as visitors who take them over, never waits in a ring', async () => {
    const world = await freshWorld(racing(engine), { payments: true })
    const checkouts: string[] = []
    for (let each = 0; each < 5; each++) checkouts.push(await checkoutOf(world.services, await bookOfStranger(world)))
    world.clock.advance(minutes(31))
    const peers = openPeers(world, 3)
    const results = await Promise.allSettled(
      checkouts.flatMap((checkout, each) => {
        const peer = { ...world, services: peers[each % 3] ?? world.services }
        return [bookOfStranger(peer), feePaid(peer, checkout), bookOfStranger(peer)]
      }),
    )
    const { ok = 0, SlotsSoldOut: soldOut = 0, ...faults } = countOutcomes(results)
    expect(faults).toEqual({})
    expect(ok + soldOut).toBe(15)
    const confirmed = (await rows(world, 'payments')).filter((row) => 'outcome' in row && row.outcome === 'confirmed').length
    const slots = await world.services.db.selectFrom('redlineSlots').select('heldUntil').execute()
    // None of the earlier holds is left: each slot is sold or held by a new buyer, and at most three are held.
    const held = slots.filter(({ heldUntil }) => heldUntil !== null && heldUntil > toInstant(world.clock.now())).length
    expect(slots.filter(({ heldUntil }) => heldUntil === null)).toHaveLength(confirmed)
    expect(held).toBeLessThanOrEqual(3)
    expect(await left(world)).toBe(5 - confirmed - held)
  })

  test('and a cancellation at the same moment leave the booking cancelled and the money on its way back', async () => {
    const world = await freshWorld(racing(engine), { payments: true })
    const [one, two] = openPeers(world, 2)
    const bookings = [await redline(world), await redline(world), await redline(world), await redline(world), await redline(world)]
    for (const booked of bookings) {
      const checkout = await checkoutOf(world.services, booked)
      const seen = await booked.seen()
      const act = { bookingId: booked.id, actor: 'customer', clientKey: booked.id, seen, toldPence: 0 }
      await Promise.allSettled([
        feePaid({ ...world, services: one ?? world.services }, checkout),
        cancelBooking(two ?? world.services, act),
      ])
      // Staff who saw the unpaid booking are asked to reload it.
      if ((await booked.read()).status !== 'cancelled') await cancel(world, booked)
    }
    expect((await rows(world, 'refunds')).map(({ amountPence }) => amountPence)).toEqual(Array(5).fill(fee))
    expect(await left(world)).toBe(5)
  })
})

onOneEngine('A payment page', (engine, test) => {
  test('that opens while its booking is cancelled is ended at the provider, and no one is sent there', async () => {
    const world = await freshWorld(engine, { payments: true })
    const booked = await redline(world)
    const ended: string[] = []
    const provider = providerOf(world.services)
    const payments: PaymentProvider = {
      ...provider,
      openCheckout: async (order, signal) => {
        await cancel(world, booked)
        await runDueJobs(world.services, jobHandlers)
        return provider.openCheckout(order, signal)
      },
      endCheckout: async (sessionId) => void ended.push(sessionId),
    }
    const services = { ...world.services, payments }
    await expect(openCheckout(services, booked.id, '')).rejects.toBeInstanceOf(NothingToPay)
    await runDueJobs(services, jobHandlers)
    expect(ended).toHaveLength(1)
  })

  test('is ended at the provider even where that does not answer at first', { payments: true }, async (world) => {
    const booked = await redline(world)
    await checkoutOf(world.services, booked)
    await cancel(world, booked)
    const ended: string[] = []
    const endCheckout = async (sessionId: string) => {
      ended.push(sessionId)
      if (ended.length === 1) throw new Error('no answer')
      return undefined
    }
    const services = { ...world.services, payments: { ...providerOf(world.services), endCheckout } }
    await runDueJobs(services, jobHandlers)
    world.clock.advance(minutes(1))
    await runDueJobs(services, jobHandlers)
    expect(ended).toHaveLength(2)
  })

  test('of an earlier hold is ended when another was opened since and the earlier one was paid', { payments: true }, async (world) => {
    const booked = await redline(world)
    const first = await checkoutOf(world.services, booked)
    world.clock.advance(minutes(40))
    await expireHolds(world.services)
    await retryRedLine(world.services, { bookingId: booked.id, actor: 'customer', clientKey: 'client' })
    const second = await checkoutOf(world.services, booked)
    expect(second).not.toBe(first)
    // The job for the end of the hold has run: only the payment can end the second page.
    await runDueJobs(world.services, jobHandlers)
    await feePaid(world, first)
    await runDueJobs(world.services, jobHandlers)
    expect((await rows(world, 'checkouts')).map(({ state }) => String(state)).toSorted()).toEqual(['ended', 'paid'])
  })
})

onOneEngine('Trying again after the hold', (engine, test) => {
  const runOut = async (on = engine) => {
    const world = await freshWorld(on, { payments: true })
    const booked = await redline(world)
    const first = await checkoutOf(world.services, booked)
    world.clock.advance(minutes(30))
    return { world, booked, first, press: { bookingId: booked.id, actor: 'customer', clientKey: 'client' } }
  }

  test('holds a slot for another 10 minutes, whether or not anyone cleaned up, and can be paid', async () => {
    for (const isSwept of [true, false]) {
      const { world, booked, press } = await runOut()
      if (isSwept) await expireHolds(world.services)
      await retryRedLine(world.services, press)
      expect(await left(world)).toBe(4)
      expect(await booked.read()).toMatchObject({ status: 'awaiting_payment', paymentDueAt: '2026-11-20T11:00:00.000Z' })
      // Jobs left over from the end of the first hold don't end the second.
      const second = await checkoutOf(world.services, booked)
      await runDueJobs(world.services, jobHandlers)
      expect(await checkoutOf(world.services, booked)).toBe(second)
      world.clock.advance(minutes(29))
      await feePaid(world, second)
      expect((await booked.read()).status).toBe('received')
    }
  })

  test('pressed by several at once is one hold', async () => {
    const { world, booked, press } = await runOut(racing(engine))
    const peers = openPeers(world, 3)
    const presses = Array.from({ length: 6 }, (_, each) =>
      retryRedLine(peers[each % 3] ?? world.services, { ...press, clientKey: `${each}` }),
    )
    expect((await Promise.allSettled(presses)).filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect(await left(world)).toBe(4)
    expect((await booked.history()).filter(({ toStatus }) => toStatus === 'awaiting_payment')).toHaveLength(2)
  })

  test('and everyone else at the same moment share the three slots that may be held', { races: true, payments: true }, async (world) => {
    const booked: Booked[] = []
    for (let each = 0; each < 5; each++) booked.push(await bookOfStranger(world))
    world.clock.advance(minutes(10))
    const peers = openPeers(world, 3)
    const results = await Promise.allSettled([
      ...booked.map(({ id }, each) =>
        retryRedLine(peers[each % 3] ?? world.services, { bookingId: id, actor: 'customer', clientKey: `${each}` }),
      ),
      ...Array.from({ length: 10 }, (_, each) => bookOfStranger({ ...world, services: peers[each % 3] ?? world.services })),
    ])
    expect(countOutcomes(results)).toEqual({ ok: 15 })
    expect(await left(world)).toBe(2)
  })

  test('is refused when all slots are taken, on another day, once paid or cancelled, and after three times', async () => {
    const { world, booked, press } = await runOut()
    await sellSlots(world, 5)
    await expect(retryRedLine(world.services, press)).rejects.toBeInstanceOf(SlotsSoldOut)
    world.clock.set('2026-11-21T00:00:00.000Z')
    await expect(retryRedLine(world.services, press)).rejects.toMatchObject({ code: 'change_refused' })
    for (const status of ['received', 'cancelled'] as const) {
      await booked.become(status)
      await expect(retryRedLine(world.services, { ...press, clientKey: status })).rejects.toBeDefined()
    }
    const again = await runOut()
    for (let each = 0; each < 3; each++) {
      await retryRedLine(again.world.services, again.press)
      again.world.clock.advance(minutes(30))
    }
    await expect(retryRedLine(again.world.services, again.press)).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})

onOneEngine('An unpaid lead', (engine, test) => {
  test('is told to staff when the hold runs out, and stays on the list until someone has called or it is booked again', async () => {
    const world = await freshWorld(engine, { payments: true })
    const [rung, paying] = [await redline(world), await bookOne(world, { serviceLevel: 'redline', phone: '07700 900111' })]
    const again = await bookOne(world, { serviceLevel: 'redline', phone: '07700 900222' })
    const checkout = await checkoutOf(world.services, paying)
    world.clock.advance(minutes(31))
    expect(await readCallBacks(world.services)).toEqual([])
    await expireHolds(world.services)
    // Each has its own phone number, so all three are listed.
    expect((await readCallBacks(world.services)).map(({ id }) => id).toSorted()).toEqual([rung.id, paying.id, again.id].toSorted())
    const { reference } = await rung.read()
    expect(await subjectsTo(world, 'desk@localhost')).toContain(`${reference}: UNPAID – call them: RED LINE Burst Pipe, Tower Hamlets`)
    await feePaid(world, checkout)
    await recordCallBack(world.services, 'staff', rung.id)
    await recordCallBack(world.services, 'another', rung.id)
    await expect(recordCallBack(world.services, 'staff', newId())).rejects.toBeInstanceOf(BookingNotFound)
    await bookOne(world, { phone: '07700 900222' })
    expect(await readCallBacks(world.services)).toEqual([])
    expect(await world.services.db.selectFrom('callBacks').select(['bookingId', 'rungBy']).execute()).toEqual([
      { bookingId: rung.id, rungBy: 'staff' },
    ])
    await retryRedLine(world.services, { bookingId: rung.id, actor: 'customer', clientKey: 'client' })
    world.clock.advance(minutes(31))
    await expireHolds(world.services)
    expect((await readCallBacks(world.services)).map(({ id }) => id)).toEqual([rung.id])
  })

  test('that was paid before staff were told is no lead', { payments: true }, async (world) => {
    const booked = await redline(world)
    const checkout = await checkoutOf(world.services, booked)
    world.clock.advance(minutes(31))
    await expireHolds(world.services)
    await feePaid(world, checkout)
    expect((await subjectsTo(world, 'desk@localhost')).filter((subject) => subject.includes('UNPAID'))).toEqual([])
  })
})

onOneEngine('Staff', (engine) => {
  const bought = async (on = engine) => {
    const world = await freshWorld(on, { payments: true })
    const booked = await redline(world)
    await feePaid(world, await checkoutOf(world.services, booked))
    const [payment] = await rows(world, 'payments')
    if (!payment) throw new Error('a payment is needed')
    return { world, booked, paymentId: payment.id }
  }

  test('return a payment in parts, never more than is left, and it is logged who did', async () => {
    const { world, paymentId } = await bought()
    const give = (amountPence: number, seenReturnedPence: number) =>
      refundByStaff(world.services, 'staff', { paymentId, amountPence, seenReturnedPence, reason: 'goodwill', confirmedPence: amountPence })
    await give(1_000, 0)
    await expect(give(1_000, 0)).rejects.toMatchObject({ code: 'booking_overtaken' })
    for (const wrong of [2_000, 0, -1, 0.5, Number.NaN]) await expect(give(wrong, 1_000)).rejects.toMatchObject({ code: 'refund_amount' })
    await give(1_999, 1_000)
    await expect(give(1, 2_999)).rejects.toMatchObject({ code: 'refund_refused' })
    expect(await refundsOf(world)).toEqual([
      ['staff', 1_000],
      ['staff', 1_999],
    ])
    const log = await world.services.db.selectFrom('auditLog').select(['actor', 'action', 'subject']).orderBy('id').execute()
    expect(log).toEqual(Array(2).fill({ actor: 'staff', action: 'payment.refund', subject: paymentId }))
  })

  test('and a cancellation at the same moment never return more than came, and the customer is told what is left', async () => {
    const { world, booked, paymentId } = await bought(racing(engine))
    const [one, two] = openPeers(world, 2)
    const seen = await booked.seen()
    const results = await Promise.allSettled([
      ...Array.from({ length: 4 }, () =>
        refundByStaff(one ?? world.services, 'staff', {
          ...{ paymentId, amountPence: 2_000, seenReturnedPence: 0 },
          ...{ reason: 'goodwill', confirmedPence: 2_000 },
        }),
      ),
      cancelBooking(two ?? world.services, { bookingId: booked.id, actor: 'customer', clientKey: 'client', seen, toldPence: 0 }),
    ])
    expect(results.at(-1)?.status).toBe('fulfilled')
    const sum = (await rows(world, 'refunds')).reduce((total, { amountPence }) => total + amountPence, 0)
    expect(sum).toBe(fee)
  })

  test('hear of a refund that failed, and can return the money otherwise', async () => {
    const { world, booked, paymentId } = await bought()
    await cancel(world, booked)
    await runDueJobs(world.services, jobHandlers)
    const [refund] = await rows(world, 'refunds')
    const failed = {
      refundId: null,
      providerRefundId: refund?.providerRefundId ?? '',
      providerPaymentId: null,
      amountPence: fee,
      state: 'failed' as const,
    }
    const hear = (told: ProviderRefund) =>
      world.services.db.transaction().execute((tx) => recordRefund(world.services, tx, 'sandbox', told))
    for (let told = 0; told < 2; told++) await hear(failed)
    await hear({ ...failed, state: 'done' })
    await runDueJobs(world.services, jobHandlers)
    const mails = await subjectsTo(world, 'desk@localhost')
    expect(mails.filter((subject) => subject.includes('check a payment'))).toHaveLength(1)
    await refundByStaff(world.services, 'staff', {
      ...{ paymentId, amountPence: fee, seenReturnedPence: 0 },
      ...{ reason: 'the first refund failed', confirmedPence: fee },
    })
    expect((await rows(world, 'refunds')).map(({ state }) => state)).toEqual(['failed', 'waiting'])
  })
})

onOneEngine('A visit for which no one set out in time', (engine) => {
  test.each([
    ['en_route', 15, []],
    ['en_route', 16, [['not_dispatched', fee]]],
    ['assigned', 16, [['not_dispatched', fee]]],
  ] as const)('has its fee go back by itself: %s after %i minutes', async (status, afterMinutes, refunds) => {
    const world = await freshWorld(engine, { payments: true })
    const booked = await redline(world)
    await feePaid(world, await checkoutOf(world.services, booked))
    world.clock.advance(minutes(afterMinutes))
    await booked.become(status)
    for (let time = 0; time < 2; time++) await recordMissedPromises(world.services)
    expect(await refundsOf(world)).toEqual(refunds)
    if (status !== 'en_route' || refunds.length === 0) return
    await cancelBooking(world.services, { ...(await booked.wish()), toldPence: 4_900 })
    expect(await refundsOf(world)).toEqual(refunds)
    expect((await booked.history()).at(-1)?.note).not.toContain('will be refunded')
  })
})
