// @module-tag never-again
import { expect, test } from 'vitest'
import { type Announcement, announcementKind } from '#app/features/booking/announce.ts'
import { escalate } from '#app/features/desk/escalate.server.ts'
import { acceptBooking } from '#app/features/dispatch/accept-booking.server.ts'
import { advanceBooking } from '#app/features/dispatch/advance-booking.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { agreeAnotherTime, promiseWindow } from '#app/features/dispatch/promise-window.server.ts'
import { reopenBooking } from '#app/features/dispatch/reopen-booking.server.ts'
import { undoAct } from '#app/features/dispatch/undo-act.server.ts'
import { readPaymentSuccess } from '#app/features/red-line/read-payment-success.server.ts'
import { rescheduleBooking } from '#app/features/tracking/reschedule-booking.server.ts'
import { readTrackView } from '#app/features/tracking/track-view.server.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, type Instant, later, minutes, seconds, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { contactMinutes } from '#content/stated.ts'
import { jobHandlers } from '#server/jobs.ts'
import { openFee, paidAt } from '#test/support/billed.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { engineer } from '#test/support/roster.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { recordMissedPromises } from './record-missed-promises.server.ts'

const fee = 2_999
const credit = 5_000

/** The missed promises recorded, oldest first. */
const creditsOf = async ({ services }: World) =>
  (await services.db.selectFrom('credits').selectAll().orderBy('missedAt').execute()).map(({ promise, missedAt, amountPence }) => [
    promise,
    missedAt,
    amountPence,
  ])

const lateAnnouncements = async ({ db }: Services): Promise<Announcement[]> => {
  const jobs = await db.selectFrom('jobs').select('payload').where('kind', '=', announcementKind).orderBy('id').execute()
  return jobs.map(({ payload }) => JSON.parse(payload) as Announcement).filter(({ occasion }) => occasion === 'late')
}

const refundsOf = ({ services }: World) =>
  services.db.selectFrom('refunds').select(['id', 'amountPence', 'reason', 'state']).orderBy('id').execute()

const missedOf = async ({ services }: World, { token }: Booked) => (await readTrackView(services, token, { step: 'overview' })).missed

/** A Red Line booking paid for at this moment. */
async function paidRedLine(world: World): Promise<Booked & { sessionId: string }> {
  const booked = await bookOne(world, { serviceLevel: 'redline' })
  const checkoutId = await openFee(world.services, booked)
  await paidAt(world, checkoutId, fee)
  return { ...booked, sessionId: `sandbox_${checkoutId}` }
}

const roundAt = async (world: World, at: Instant) => {
  world.clock.set(at)
  return recordMissedPromises(world.services)
}

onOneEngine('Red Line that no one sees to', (engine) => {
  test('is late at 5 minutes, at 15 and at the end of its window: a row, a word and the money for each', async () => {
    const world = await freshWorld(engine, { payments: true })
    const booked = await paidRedLine(world)
    const since = world.clock.now()
    const [call, dispatch, window] = [later(since, minutes(5)), later(since, minutes(15)), (await booked.read()).promisedUntil]
    for (const [due, promise, amountPence] of [
      [call, 'call', 0],
      [dispatch, 'dispatch', fee],
      [window, 'window', credit],
    ] as const) {
      const before = await lateAnnouncements(world.services)
      expect(await roundAt(world, due)).toBe(0)
      expect(await roundAt(world, later(due, 1))).toBe(1)
      expect(await roundAt(world, later(due, seconds(50)))).toBe(0)
      expect((await creditsOf(world)).at(-1)).toEqual([promise, due, amountPence])
      // The customer's page shows it at the same moment.
      const { look, missed, refunds } = await readTrackView(world.services, booked.token, { step: 'overview' })
      expect(look).toBe('late')
      expect(missed.at(-1)).toMatchObject({ promise, missedAt: due })
      expect(refunds.map(({ amount }) => amount)).toEqual(promise === 'call' ? [] : ['£29.99'])
      expect((await lateAnnouncements(world.services)).slice(before.length)).toMatchObject([{ bookingId: booked.id }])
    }
    expect(await refundsOf(world)).toMatchObject([{ amountPence: fee, reason: 'not_dispatched' }])
    // The visit is still on: the page reports nothing that hasn't happened.
    const told = await readPaymentSuccess(world.services, booked.sessionId)
    expect(told).toMatchObject({
      state: 'paid',
      text: expect.stringContaining('We didn’t dispatch an engineer within the time we promised.'),
    })
    expect(await missedOf(world, booked)).toEqual([
      { promise: 'call', missedAt: call, creditPence: 0, feeRefundPence: 0 },
      { promise: 'dispatch', missedAt: dispatch, creditPence: 0, feeRefundPence: fee },
      { promise: 'window', missedAt: window, creditPence: credit, feeRefundPence: 0 },
    ])
  })
})

onOneEngine('A missed promise', (_, test) => {
  test('is recorded and announced once, however many instances look at the same moment', { races: true, payments: true }, async (world) => {
    const booked = await paidRedLine(world)
    world.clock.advance(hours(1))
    const peers = openPeers(world, 3)
    const counts = await Promise.all([...peers, ...peers].map((services) => recordMissedPromises(services)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    // Promises missed during an outage are reported in one message.
    expect((await creditsOf(world)).map(([promise]) => promise)).toEqual(['call', 'dispatch', 'window'])
    expect(await lateAnnouncements(world.services)).toMatchObject([{ bookingId: booked.id }])
    expect(await refundsOf(world)).toHaveLength(1)
  })

  test('is said once to the customer, with the money, and once to staff', { payments: true }, async (world) => {
    const booked = await paidRedLine(world)
    const { services, clock } = world
    const { reference, promisedUntil } = await booked.read()
    const subjectsAt = async (at: Instant) => {
      const said = async () => {
        await runDueJobs(services, jobHandlers)
        return services.db.selectFrom('localMail').select(['id', 'recipient', 'subject']).orderBy('recipient').orderBy('at').execute()
      }
      const before = new Set((await said()).map(({ id }) => id))
      clock.set(at)
      for (let round = 0; round < 2; round++) {
        await recordMissedPromises(services)
        await escalate(services)
      }
      // Emails about a job without an engineer are repeated, and not about these promises.
      const isOfPromise = ({ id, subject }: { id: string; subject: string }) => !before.has(id) && !subject.includes('NO ENGINEER YET')
      return (await said()).filter(isOfPromise).map(({ recipient, subject }) => [recipient, subject])
    }
    const [since, staff, customer] = [clock.now(), 'desk@localhost', 'priya.raman@example.com']
    expect(await subjectsAt(later(since, minutes(5) + 1))).toEqual([
      [staff, expect.stringContaining('NOT ACCEPTED YET')],
      [customer, `Sorry, we haven’t called you yet (${reference})`],
    ])
    expect(await subjectsAt(later(since, minutes(15) + 1))).toEqual([
      [staff, expect.stringContaining('WE’RE LATE')],
      [customer, `We’re running late – £29.99 refunded (${reference})`],
    ])
    expect(await subjectsAt(later(promisedUntil, 1))).toEqual([
      [staff, expect.stringContaining('WE’RE LATE')],
      [customer, `We’re running late – £50 off your bill (${reference})`],
    ])
  })

  test('stays owed when we arrive: between two rounds, or after', async (world) => {
    const booked = await bookOne(world)
    await booked.become('assigned')
    const { promisedUntil } = await booked.read()
    world.clock.set(later(promisedUntil, seconds(42)))
    await booked.become('arrived')
    await booked.become('completed')
    expect(await roundAt(world, later(promisedUntil, seconds(55)))).toBe(1)
    expect(await creditsOf(world)).toEqual([['window', promisedUntil, credit]])
    expect(await missedOf(world, booked)).toEqual([{ promise: 'window', missedAt: promisedUntil, creditPence: credit, feeRefundPence: 0 }])
  })

  test('gives what the booking’s own terms promise, whatever the price list says by then', async (world) => {
    const booked = await bookOne(world)
    await booked.become('assigned')
    await booked.isCalled()
    const { frozenTerms, promisedUntil } = await booked.read()
    const terms = JSON.parse(frozenTerms)
    await world.services.db
      .updateTable('bookings')
      .set({ frozenTerms: JSON.stringify({ ...terms, billing: { ...terms.billing, lateArrivalCreditPence: 6_000 } }) })
      .execute()
    await roundAt(world, later(promisedUntil, 1))
    expect(await creditsOf(world)).toEqual([['window', promisedUntil, 6_000]])
  })

  test('overtakes no one: staff who saw the booking before may still act on it', async (world) => {
    const booked = await bookOne(world)
    const seen = await booked.seen()
    world.clock.advance(minutes(16))
    expect(await recordMissedPromises(world.services)).toBe(1)
    await acceptBooking(world.services, { bookingId: booked.id, staffId: newId(), seen })
    expect((await booked.read()).status).toBe('confirmed')
  })

  test('of Red Line by phone takes the fee off the bill, since nothing was paid', async (world) => {
    const booked = await bookOne(world, { serviceLevel: 'standard' })
    await world.services.db.updateTable('bookings').set({ serviceLevel: 'redline', channel: 'phone', priorityFeePence: 9_500 }).execute()
    await booked.become('assigned')
    world.clock.advance(minutes(16))
    await recordMissedPromises(world.services)
    expect(await missedOf(world, booked)).toMatchObject([{ promise: 'dispatch', creditPence: 9_500, feeRefundPence: 0 }])
  })

  test('is withdrawn by a person alone, and then shown no more', async (world) => {
    const booked = await bookOne(world)
    world.clock.advance(minutes(16))
    await recordMissedPromises(world.services)
    const withdraw = { withdrawnAt: toInstant(world.clock.now()), withdrawnBy: newId(), withdrawnReason: 'Called from a private phone' }
    const update = (set: Partial<typeof withdraw>) => world.services.db.updateTable('credits').set(set).execute()
    await expect(update({ withdrawnAt: withdraw.withdrawnAt })).rejects.toThrow()
    await update(withdraw)
    expect(await missedOf(world, booked)).toEqual([])
    expect(await recordMissedPromises(world.services)).toBe(0)
  })
})

onOneEngine('Another time agreed at the door', (engine) => {
  const second = { from: '2026-11-21T14:00:00.000Z', until: '2026-11-21T16:00:00.000Z' }

  /** An engineer at a job's address at an instant, with their acts there. */
  async function atTheDoor(arriveAt: (promisedUntil: Instant) => Instant) {
    const { world, services, clock } = await freshWorld(engine)
    const dan = await engineer(world)
    const booked = await bookOne(world)
    const act = async () => await booked.act()
    const first = (await booked.read()).promisedUntil
    const arrive = async (at: Instant) => {
      clock.set(at)
      await advanceBooking(services, { ...(await act()), to: 'arrived' })
    }
    await assignEngineer(services, { ...(await act()), engineerId: dan })
    await arrive(arriveAt(first))
    const agree = async () => {
      clock.advance(minutes(31))
      const fields: Record<string, string> = { day: '2026-11-21', from: '14:00', until: '16:00' }
      await agreeAnotherTime(services, { bookingId: booked.id, engineerId: dan, userId: 'dan' }, (name) => fields[name] ?? '')
    }
    return { world, booked, first, act, arrive, agree }
  }

  test('is a promise of its own: late for the second visit is late, in time is not', async () => {
    const { world, booked, arrive, agree } = await atTheDoor((end) => end)
    await agree()
    expect(await roundAt(world, second.until)).toBe(0)
    expect(await roundAt(world, later(second.until, 1))).toBe(1)
    expect(await creditsOf(world)).toEqual([['window', second.until, credit]])
    expect((await readTrackView(world.services, booked.token, { step: 'overview' })).look).toBe('late')
    expect(await lateAnnouncements(world.services)).toHaveLength(1)

    const kept = await atTheDoor((end) => end)
    await kept.agree()
    await kept.arrive(second.until)
    expect(await roundAt(kept.world, later(second.until, hours(2)))).toBe(0)
    expect(await creditsOf(kept.world)).toEqual([])
    await arrive(later(second.until, hours(3)))
    expect(await recordMissedPromises(world.services)).toBe(0)
  })

  test('leaves what the first visit missed as it is, also where no round had seen it, and is not late because of it', async () => {
    const { world, booked, first, agree } = await atTheDoor((end) => later(end, seconds(20)))
    await agree()
    expect(await creditsOf(world)).toEqual([['window', first, credit]])
    expect(await lateAnnouncements(world.services)).toHaveLength(1)
    expect(await recordMissedPromises(world.services)).toBe(0)
    expect(await readTrackView(world.services, booked.token, { step: 'overview' })).toMatchObject({ look: 'waiting', missed: [] })
    expect(await roundAt(world, later(second.until, 1))).toBe(1)
    expect(await creditsOf(world)).toEqual([
      ['window', first, credit],
      ['window', second.until, credit],
    ])
  })

  test('that is undone leaves the first arrival as the one that counts', async () => {
    const { world, act, agree } = await atTheDoor((end) => end)
    await agree()
    await undoAct(world.services, await act())
    expect(await roundAt(world, later(second.until, 1))).toBe(0)
  })

  test('holds for a booking that is opened again, too', async () => {
    const { world, act } = await atTheDoor((end) => end)
    await advanceBooking(world.services, { ...(await act()), to: 'completed' })
    await reopenBooking(world.services, { ...(await act()), ...second, reason: 'The same leak is back' })
    expect(await roundAt(world, later(second.until, 1))).toBe(1)
    expect(await creditsOf(world)).toEqual([['window', second.until, credit]])
  })
})

onOneEngine('Nothing is owed', (_, test) => {
  test('for a window that the customer moved before its end; it is for one that we moved', async ({ world, services, clock }) => {
    const booked = await bookOne(world)
    // The page promises our call once only: a new time needs none.
    const callDueAt = async () => (await readTrackView(services, booked.token, { step: 'overview' })).callDueAt
    expect(await callDueAt()).toBe(later(toInstant(clock.now()), minutes(contactMinutes)))
    await booked.isCalled()
    const { promisedUntil } = await booked.read()
    const wish = { preferredDate: '2026-11-20', timeSlot: '14:00 - 16:00' }
    await rescheduleBooking(services, { ...(await booked.wish()), ...wish })
    expect(await callDueAt()).toBeUndefined()
    expect(await roundAt(world, later(promisedUntil, minutes(5)))).toBe(0)
    const window = { from: '2026-11-20T17:00:00.000Z', until: '2026-11-20T18:00:00.000Z' }
    await promiseWindow(services, { bookingId: booked.id, staffId: newId(), seen: await booked.seen(), ...window })
    clock.set('2026-11-20T16:00:00.001Z')
    expect(await recordMissedPromises(services)).toBe(1)
    expect(await creditsOf(world)).toEqual([['window', '2026-11-20T16:00:00.000Z', credit]])
    expect(await roundAt(world, '2026-11-20T18:01:00.000Z')).toBe(0)
  })
})
