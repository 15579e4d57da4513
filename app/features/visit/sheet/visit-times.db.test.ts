// @module-tag never-again

import { expect } from 'vitest'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { readTrackView } from '#app/features/tracking/track-view.server.ts'
import { Refusal } from '#app/platform/errors.ts'
import { instantOf, londonDay, spokenTimeAt, timeText } from '#app/platform/london.ts'
import { takeActs } from '#app/routes/engineer/acts.server.ts'
import { type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { newId } from '#app/values/ids.ts'
import { handOut } from '#test/support/announced.ts'
import { bookOne } from '#test/support/booked.ts'
import { engineer } from '#test/support/roster.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { readVisitTimes } from '../correct-visit-time.server.ts'
import { readCreditDoubts } from '../credit-doubts.server.ts'
import { ActsReport } from '../reported-acts.server.ts'

/** An engineer's job, with reports from their phone, whose clock is right. */
async function jobOf(world: World) {
  const { services, clock } = world
  const engineerId = await engineer(world)
  const booked = await bookOne(world)
  const assign = { ...(await booked.act('priya')), engineerId }
  await assignEngineer(services, assign).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return assignEngineer(services, { ...assign, confirmed: error.message })
  })
  const report = async (kind: string, at: Instant = toInstant(clock.now()), typed: Record<string, string> = {}) => {
    const act = { key: newId(), kind, bookingId: booked.id, at, offsetMs: 0, fields: typed }
    const [outcome] = await takeActs(services, { engineerId, userId: 'dan' }, ActsReport.parse({ sentAt: at, acts: [act] }))
    return outcome
  }
  return { booked, report }
}

onOneEngine('An engineer’s own times', (_, test) => {
  test('say when they expect to be there from when they said so, while they are on the way and no longer', async ({ world, clock }) => {
    const { booked, report } = await jobOf(world)
    expect(await report('estimate', undefined, { minutes: '20' })).toMatchObject({ state: 'refused' })
    await report('en_route')
    const said = toInstant(clock.now())
    clock.advance(minutes(7))
    expect(await report('estimate', said, { minutes: '20' })).toMatchObject({ state: 'done' })
    const { expectedAt, version } = await booked.read()
    expect(expectedAt).toBe(later(said, minutes(20)))
    expect(await report('estimate', undefined, { minutes: '7' })).toMatchObject({ state: 'refused' })
    expect(await report('estimate', undefined, { minutes: '10' })).toMatchObject({ state: 'done' })
    // The version stays the same, so other viewers can still act on the booking, and the step can still be undone.
    expect((await booked.read()).version).toBe(version)
    expect(await report('undo', later(said, minutes(4)))).toMatchObject({ state: 'done' })
    expect((await booked.read()).status).toBe('assigned')
  })

  test('past the promised window are mailed to the customer with the new time, sorry, and what it takes off the bill, once', async (world) => {
    const { services, clock } = world
    const { booked, report } = await jobOf(world)
    await report('en_route')
    const { promisedUntil } = await booked.read()
    clock.set(later(promisedUntil, -minutes(25)))
    const told = async () =>
      (await handOut(services)).filter(({ kind, payload }) => kind === 'customer-change' && JSON.parse(payload).change === 'set_out').length
    const before = await told()
    expect(await report('estimate', undefined, { minutes: '20' })).toMatchObject({ state: 'done' })
    expect(await told()).toBe(before)
    expect(await report('estimate', undefined, { minutes: '45' })).toMatchObject({ state: 'done' })
    expect(await told()).toBe(before + 1)
    expect((await readTrackView(services, booked.token, { step: 'overview' })).booking.lateText).toContain(
      `If we arrive after ${spokenTimeAt(promisedUntil)}, £50 comes off your bill`,
    )
    // Nothing new.
    expect(await report('estimate', undefined, { minutes: '45' })).toMatchObject({ state: 'done' })
    expect(await told()).toBe(before + 1)
  })

  test('can be corrected within what happened before and after, with a reason that staff read', async ({ world, services, clock }) => {
    const { booked, report } = await jobOf(world)
    const start = toInstant(clock.now())
    const at = (minute: number) => later(start, minutes(minute))
    await report('en_route')
    clock.set(at(30))
    await report('arrived')
    const correct = (what: string, minute: number, reason = 'I tapped it late') =>
      report('correct-time', undefined, { what, time: timeText(at(minute)), reason })
    expect(await correct('left', 20)).toMatchObject({ state: 'refused' })
    expect(await correct('arrived', 20, '')).toMatchObject({ state: 'refused', reason: expect.stringContaining('why the time was wrong') })
    expect(await correct('arrived', -10)).toMatchObject({ state: 'refused', reason: expect.stringContaining('Enter a time from') })
    expect(await correct('arrived', 40)).toMatchObject({ state: 'refused' })
    expect(await correct('arrived', 20)).toMatchObject({ state: 'done' })
    clock.set(at(90))
    await report('completed')
    expect(await correct('left', 80)).toMatchObject({ state: 'done' })
    const real = (await booked.history()).filter(({ toStatus }) => toStatus === 'arrived' || toStatus === 'completed')
    expect(real.map((event) => timeText(event.at))).toEqual([timeText(at(20)), timeText(at(80))])
    const told = JSON.stringify(await readBookingView(services, booked.id))
    expect(told).toContain('corrected the time they arrived')
    expect(told).toContain('I tapped it late')
  })

  test('can be corrected to before midnight once the day has ended', async ({ world, services, clock }) => {
    const { booked, report } = await jobOf(world)
    const midnight = instantOf(addDays(londonDay(clock.now()), 1), 0)
    clock.set(later(midnight, -minutes(20)))
    await report('en_route')
    clock.set(later(midnight, minutes(10)))
    await report('arrived')
    expect(await report('correct-time', undefined, { what: 'arrived', time: '23:55', reason: 'I tapped it late' })).toMatchObject({
      state: 'done',
    })
    expect((await readVisitTimes(services.db, booked.id)).arrived).toBe(later(midnight, -minutes(5)))
    expect(JSON.stringify(await readBookingView(services, booked.id))).toMatch(
      /from 12\.10am on \w+ \d+ \w+ to 11\.55pm on \w+ \d+ \w+: I tapped/,
    )
  })

  test('never remove a credit: staff are asked about it', async ({ world, services, clock }) => {
    const { booked, report } = await jobOf(world)
    await report('en_route')
    const { promisedUntil } = await booked.read()
    clock.set(later(promisedUntil, minutes(10)))
    await report('arrived')
    await recordMissedPromises(services)
    const credits = () => services.db.selectFrom('credits').select(['promise', 'withdrawnAt']).where('promise', '=', 'window').execute()
    expect(await credits()).toEqual([{ promise: 'window', withdrawnAt: null }])
    expect(await readCreditDoubts(services.db, booked.id)).toEqual([])
    const time = timeText(later(promisedUntil, -minutes(5)))
    expect(await report('correct-time', undefined, { what: 'arrived', time, reason: 'No signal at the door' })).toMatchObject({
      state: 'done',
    })
    await recordMissedPromises(services)
    expect(await credits()).toEqual([{ promise: 'window', withdrawnAt: null }])
    expect(await readCreditDoubts(services.db, booked.id)).toHaveLength(1)
    // Also once the time is corrected again, with the last one.
    const arrivedAt = later(promisedUntil, -minutes(3))
    await report('correct-time', undefined, { what: 'arrived', time: timeText(arrivedAt), reason: 'By the camera' })
    expect(await readCreditDoubts(services.db, booked.id)).toMatchObject([
      { arrivedAt, reason: `The engineer arrived at ${spokenTimeAt(arrivedAt)}, within the window` },
    ])
  })
})
