// @module-tag never-again
import { expect } from 'vitest'
import { bookReturn } from '#app/features/aftercare/book-return.server.ts'
import { correctDraft } from '#app/features/billing/correct-draft.server.ts'
import { creditBill } from '#app/features/billing/credit-bill.server.ts'
import type { VisitStep } from '#app/features/booking/lifecycle.ts'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { advanceBooking } from '#app/features/dispatch/advance-booking.server.ts'
import { undoAct } from '#app/features/dispatch/undo-act.server.ts'
import { recordHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { readFee } from '#app/features/red-line/read-fee.server.ts'
import { refundByStaff } from '#app/features/red-line/refund-by-staff.server.ts'
import { cancelBooking } from '#app/features/tracking/cancel-booking.server.ts'
import { readTrackView } from '#app/features/tracking/track-view.server.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { days, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { billed, openBill, paidAt, payRedLine, visited } from '#test/support/billed.ts'
import { type Booked, bookOne, followOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { mailsTo } from '#test/support/mails-to.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { madeSafeText } from './made-safe.server.ts'
import { readDoorWait } from './read-door-wait.server.ts'
import { withdrawOwed } from './withdraw-owed.server.ts'

/** A visit at this status, which began with its window. */
async function visitAt(world: World, status: BookingStatus): Promise<Booked> {
  const booked = await bookOne(world)
  const { promisedFrom } = await booked.read()
  if (toInstant(world.clock.now()) < promisedFrom) world.clock.set(promisedFrom)
  for (const each of ['assigned', 'en_route', 'arrived'] as const) {
    await booked.become(each)
    if (each === status) break
  }
  return booked
}

const step = async ({ services }: World, booked: Booked, to: VisitStep, staffId: string) =>
  advanceBooking(services, { ...(await booked.act(staffId)), to })

const mails = (world: World) => mailsTo(world, 'priya.raman@example.com')

const mostOf = async ({ services }: World, { id, token }: Booked) => {
  const view = await readBookingView(services, id)
  const { statement, mostPence } = await readTrackView(services, token, { step: 'overview' })
  expect(statement?.total.figure ?? view.money.statement.total.figure).toBe(view.money.statement.total.figure)
  return { mostPence, owed: view.money.owed, history: view.history.map(({ by, what }) => `${by} ${what}`) }
}

async function paidRedLine(world: World) {
  const booked = await bookOne(world, { serviceLevel: 'redline' })
  await payRedLine(world, booked)
  const ofIt = world.services.db.selectFrom('payments').select('id').where('bookingId', '=', booked.id)
  return { booked, paymentId: (await ofIt.executeTakeFirstOrThrow()).id }
}

onOneEngine('What a visit makes due', (_, test) => {
  test('without access is £49 on a row, on every page and in one email; withdrawn, it is nowhere but in the history', async (world) => {
    const dana = await colleague(world, 'Dana Price', 'staff')
    const booked = await visitAt(world, 'arrived')
    world.clock.advance(minutes(15))
    // An engineer's arrival at another address in between changes nothing.
    await visitAt(world, 'arrived')
    world.clock.advance(minutes(15))
    await step(world, booked, 'no_access', dana)
    const due = await mostOf(world, booked)
    expect(due).toMatchObject({ mostPence: 4_900, owed: [{ what: '£49 no-access fee', reason: 'We couldn’t get in' }] })
    expect(due.history).toContain('Dana Price added the £49 no-access fee: We couldn’t get in')
    const told = (await mails(world)).filter(({ subject }) => subject.startsWith('We visited but couldn’t get in'))
    expect(told).toHaveLength(1)
    expect(told[0]?.message).toContain('we charge £49 for a visit when we can’t get in')

    const withdraw = (reason: string) =>
      withdrawOwed(world.services, { bookingId: booked.id, staffId: dana, owedId: due.owed[0]?.id ?? '', reason })
    await expect(withdraw('  ')).rejects.toMatchObject({ code: 'invalid' })
    await withdraw('They were in hospital')
    await expect(withdraw('again')).rejects.toMatchObject({ code: 'not_owed' })
    const after = await mostOf(world, booked)
    expect(after).toMatchObject({ mostPence: 0, owed: [] })
    expect(after.history).toContain('Dana Price withdrew the £49 no-access fee: They were in hospital')
  })

  test('without access is nothing while the engineer has not waited 30 minutes, and the history says so', async (world) => {
    const dana = await colleague(world, 'Dana Price', 'staff')
    const booked = await visitAt(world, 'arrived')
    world.clock.advance(minutes(30) - 1)
    await step(world, booked, 'no_access', dana)
    const due = await mostOf(world, booked)
    expect(due).toMatchObject({ mostPence: 0, owed: [] })
    expect(due.history).toContain('Dana Price closed the job: no access, without a fee')
    const unseen = await visitAt(world, 'en_route')
    await step(world, unseen, 'no_access', dana)
    expect(await mostOf(world, unseen)).toMatchObject({ mostPence: 0, owed: [] })
  })

  test('is nothing on a free return visit, without access and cancelled late', async ({ world, services, clock }) => {
    const first = await bookOne(world)
    const { reference } = await first.read()
    const returnTo = async () => {
      await first.become('completed')
      const wish = { description: 'Dripping again', preferredDate: '', timeSlot: 'ASAP', key: newId() }
      const path = await bookReturn(services, { bookingId: first.id, actor: 'customer', clientKey: 'client', ...wish })
      const { booking } = await readTrackedBooking(services, path.split('/').at(-1) ?? '')
      const visit = { ...followOne(world, booking.id), token: path.split('/').at(-1) ?? '' }
      for (const status of ['assigned', 'en_route'] as const) await visit.become(status)
      return visit
    }
    const cancelled = await returnTo()
    const { cancellation } = await readTrackView(services, cancelled.token, { step: 'cancel' })
    expect(cancellation).toMatchObject({ chargePence: 0 })
    await cancelBooking(services, {
      ...{ ...(await cancelled.wish()), toldPence: 0 },
    })
    const shut = await returnTo()
    await shut.become('arrived')
    clock.set((await shut.read()).promisedUntil)
    clock.advance(minutes(31))
    const wait = await readDoorWait(services.db, shut.id)
    expect(wait).toMatchObject({ feePence: 0 })
    await step(world, shut, 'no_access', 'staff')
    expect(await services.db.selectFrom('charges').selectAll().execute()).toEqual([])
    expect((await mostOf(world, shut)).history.join()).toContain('no access, without a fee')
    const told = (await mails(world)).filter(({ subject }) => !subject.includes(reference))
    expect(told.length).toBeGreaterThan(2)
    for (const { message } of told) expect(message).not.toContain('£49')
  })

  test('is undone with the step that it arose from, and the customer is told', async (world) => {
    const booked = await visitAt(world, 'arrived')
    world.clock.advance(minutes(30))
    await step(world, booked, 'no_access', 'staff')
    await mails(world)
    await undoAct(world.services, await booked.act())
    expect(await mostOf(world, booked)).toMatchObject({ mostPence: 14_250, owed: [] })
    expect((await mails(world)).map(({ subject }) => subject.split(' (')[0])).toContain('Sorry, our last email was wrong')
    await step(world, booked, 'no_access', 'staff')
    expect(await mostOf(world, booked)).toMatchObject({ mostPence: 4_900, owed: [{}] })
  })

  test('for making safe is £99 within the estimate, once it took longer than the call-out includes', async (world) => {
    const quick = await visitAt(world, 'arrived')
    world.clock.advance(minutes(30))
    await step(world, quick, 'made_safe', 'staff')
    expect(await mostOf(world, quick)).toMatchObject({ mostPence: 14_250, owed: [] })
    // Customers hear of the repair to follow with and without the fee.
    expect((await mails(world)).at(-1)?.text).toContain(madeSafeText)
    expect((await readTrackView(world.services, quick.token, { step: 'overview' })).isMadeSafe).toBe(true)
    const long = await visitAt(world, 'arrived')
    world.clock.advance(minutes(30) + 1)
    await step(world, long, 'made_safe', 'staff')
    expect(await mostOf(world, long)).toMatchObject({ mostPence: 14_250, owed: [{ what: '£99 make-safe fee' }] })
    expect((await long.read()).status).toBe('completed')
  })

  test('when a customer cancels while the engineer is on the way is what they were told', async (world) => {
    const booked = await visitAt(world, 'en_route')
    await cancelBooking(world.services, { ...(await booked.wish()), toldPence: 4_900 })
    expect(await mostOf(world, booked)).toMatchObject({ mostPence: 4_900, owed: [{ what: '£49 cancellation fee' }] })
  })
})

onOneEngine('A refund by staff', (engine, test) => {
  test('says why, is confirmed by sum and name, and is in the history with who made it', { payments: true }, async (world) => {
    const dana = await colleague(world, 'Dana Price', 'staff')
    const { booked, paymentId } = await paidRedLine(world)
    const give = (changes: Partial<Parameters<typeof refundByStaff>[2]>) =>
      refundByStaff(world.services, dana, { paymentId, amountPence: 1_000, seenReturnedPence: 0, reason: 'Parked us in', ...changes })
    await expect(give({ reason: ' ' })).rejects.toMatchObject({ fields: { refundReason: 'Enter a reason for your colleagues' } })
    await expect(give({})).rejects.toMatchObject({ code: 'refund_unconfirmed', message: 'Refund £10 to Priya Raman?' })
    await expect(give({ confirmedPence: 100 })).rejects.toMatchObject({ code: 'refund_unconfirmed' })
    await give({ confirmedPence: 1_000 })
    const { mostPence, history } = await mostOf(world, booked)
    expect(mostPence).toBe(14_250 + 1_999)
    expect(history).toContain('Dana Price refunded £10: Parked us in')
    // Only this booking's fee shows the refund.
    const other = (await paidRedLine(world)).booked
    const feeOf = async (each: Booked) => readFee(world.services, await each.read())
    expect((await feeOf(booked))?.returns).toHaveLength(1)
    expect(await feeOf(other)).toMatchObject({ state: 'paid', returns: [] })
    await world.services.db.updateTable('refunds').set({ state: 'failed' }).where('paymentId', '=', paymentId).execute()
    expect((await mostOf(world, booked)).history).toContain('Dana Price refunded £10: Parked us in. The refund failed.')
  })

  test('stays within the owner’s limit a day, whatever its form; the message says who to ask; owners have no limit', async () => {
    const { world, services } = await freshWorld(engine, { payments: true })
    const [dana, olive] = [await colleague(world, 'Dana Price', 'staff'), await colleague(world, 'Olive Hart', 'owner')]
    const { paymentId } = await paidRedLine(world)
    const [card, cash, done] = [await billed(world), await billed(world), await visited(world)]
    await paidAt(world, await openBill(services, card), 11_900)
    await recordHandPayment(services, { bookingId: cash.id, by: 'dan', method: 'cash', amount: '119', key: newId() })
    const shut = await visitAt(world, 'arrived')
    world.clock.advance(minutes(30))
    await step(world, shut, 'no_access', dana)
    const owedId = (await mostOf(world, shut)).owed[0]?.id ?? ''
    const refund = (staffId: string, amountPence: number, seenReturnedPence: number, id = paymentId) =>
      refundByStaff(services, staffId, { paymentId: id, amountPence, seenReturnedPence, reason: 'goodwill', confirmedPence: amountPence })
    const credit = (staffId: string, { id: bookingId }: Booked, amount: string) =>
      creditBill(services, { bookingId, staffId, amount, reason: 'A part was faulty', key: newId() })
    const lower = (staffId: string, amount: string) => {
      const typed: Record<string, string> = { kind: 'reduction', label: 'Goodwill', correctionReason: 'Slow', correctionAmount: amount }
      return correctDraft(services, { bookingId: done.id, staffId }, (name) => typed[name] ?? '')
    }
    const withdraw = (staffId: string) => withdrawOwed(services, { bookingId: shut.id, staffId, owedId, reason: 'goodwill' })
    const refused = (left: Promise<void>, today = '') =>
      expect(left).rejects.toMatchObject({
        code: 'refund_refused',
        message: `You can return up to £50 a day to customers.${today} Ask Olive Hart to do this.`,
      })
    await refused(credit(dana, card, '60'))
    await credit(dana, card, '20')
    await refused(credit(dana, cash, '30.01'), ' You’ve returned £20 today.')
    await refused(lower(dana, '30.01'), ' You’ve returned £20 today.')
    await refused(withdraw(dana), ' You’ve returned £20 today.')
    await refund(dana, 1_000, 0)
    await lower(dana, '10')
    await refused(refund(dana, 1_001, 1_000), ' You’ve returned £40 today.')
    // In cash it is paid out by hand, and counts once.
    await credit(dana, cash, '10')
    const paid = await services.db.selectFrom('payments').select('id').where('provider', '=', 'cash').executeTakeFirstOrThrow()
    await refund(dana, 1_000, 0, paid.id)
    await refused(lower(dana, '0.01'), ' You’ve returned £50 today.')
    for (const act of [credit(olive, card, '99'), refund(olive, 1_999, 1_000), lower(olive, '60')]) await act
    // Tomorrow in London, which is today in UTC.
    world.clock.advance(days(1))
    await withdraw(dana)
    await refused(credit(dana, cash, '1.01'), ' You’ve returned £49 today.')
  })

  test('and a credit note at the same moment are counted one after the other', { races: true, payments: true }, async (world) => {
    const dana = await colleague(world, 'Dana Price', 'staff')
    const { paymentId } = await paidRedLine(world)
    const bills = [await billed(world), await billed(world), await billed(world)]
    const [first, ...peers] = openPeers(world, bills.length + 1)
    const given = await Promise.allSettled([
      first && refundByStaff(first, dana, { paymentId, amountPence: 2_600, seenReturnedPence: 0, reason: 'x', confirmedPence: 2_600 }),
      ...bills.map(({ id: bookingId }, at) =>
        creditBill(peers[at] ?? world.services, { bookingId, staffId: dana, amount: '26', reason: 'Goodwill', key: newId() }),
      ),
    ])
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('or a withdrawal that two make at once is made once', { races: true, payments: true }, async (world) => {
    const { booked, paymentId } = await paidRedLine(world)
    const late = await visitAt(world, 'arrived')
    world.clock.advance(minutes(30))
    await step(world, late, 'no_access', 'staff')
    const [fee] = (await mostOf(world, late)).owed
    const peers = openPeers(world, 4)
    const refund = { paymentId, amountPence: 1_000, seenReturnedPence: 0, reason: 'goodwill', confirmedPence: 1_000 }
    const refunds = await Promise.allSettled(peers.map((peer, at) => refundByStaff(peer, `staff ${at}`, refund)))
    expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await mostOf(world, booked)).mostPence).toBe(14_250 + 1_999)
    const withdrawals = await Promise.allSettled(
      peers.map((peer, at) =>
        withdrawOwed(peer, { bookingId: late.id, staffId: `staff ${at}`, owedId: fee?.id ?? '', reason: 'goodwill' }),
      ),
    )
    expect(withdrawals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
