import { onTestFinished } from 'vitest'
import { escalate } from '#app/features/desk/escalate.server.ts'
import { cancelByStaff } from '#app/features/dispatch/cancel-by-staff.server.ts'
import type { Engine } from '#app/platform/database.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { seconds } from '#app/values/clock.ts'
import { jobHandlers } from '#server/jobs.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { openTwilio } from '#test/support/fake-twilio.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { openPushService } from '#test/support/push-service.ts'
import { bodyOfVisitor } from '#test/support/world.ts'
import { hireCrew } from './crew.ts'

/* An hour (`length` minutes) when the provider of texts and calls is dead, and a quarter of an hour after it. */

export const deaths = ['refuses connections', 'fail', 'stall', 'accept and stall', 'accept and fail'] as const
export type Death = (typeof deaths)[number]

export async function liveDeadHour(engine: Engine, death: Death, length: number) {
  const twilio = await openTwilio()
  const push = await openPushService()
  const world = await freshWorld(engine, { now: '2026-11-20T10:20:00.000Z', env: twilio.env })
  const { services, clock } = world
  twilio.clock.now = () => clock.now().getTime()
  let visitor = 2_000
  const book = (changes = {}) => bookOne(world, bodyOfVisitor(visitor++, { contactBy: 'text', ...changes }))
  const unheard = await book({ description: 'The ceiling is about to come down', contactBy: 'email' })
  const [early, late, mute] = [await book(), await book(), await book()]
  await runDueJobs(services, jobHandlers)
  await services.db.updateTable('bookings').set({ email: '' }).where('id', '=', mute.id).execute()
  const browsers = await hireCrew(world, push)
  // The provider has ten seconds to answer; here, a tenth.
  const { timeout } = AbortSignal
  const shorten = (to: (ms: number) => number) => {
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, to(ms))
  }
  onTestFinished(() => {
    AbortSignal.timeout = timeout
  })

  const pass = async (count: number) => {
    for (let half = 0; half < count * 2; half++) {
      await escalate(services)
      await runDueJobs(services, jobHandlers)
      clock.advance(seconds(30))
    }
  }
  const cancel = async (booked: Booked) =>
    cancelByStaff(services, { bookingId: booked.id, staffId: 'user-olive', seen: await booked.seen(), reason: 'We have no parts for it.' })

  shorten((ms) => ms / 100)
  if (death === 'refuses connections') twilio.refuse()
  else twilio.mood.usual = () => death
  const diedAt = clock.now().getTime()
  await cancel(early)
  await cancel(mute)
  await pass(length - 5)
  await cancel(late)
  await pass(5)
  // It is back.
  shorten((ms) => ms)
  if (death === 'refuses connections') await twilio.listen()
  else twilio.mood.usual = () => 'accept'
  const backAt = clock.now().getTime()
  await pass(15)
  const attempts = await services.db.selectFrom('reachAttempts').selectAll().where('bookingId', '=', unheard.id).orderBy('id').execute()
  const jobs = await services.db.selectFrom('jobs').selectAll().orderBy('id').execute()
  const results = await services.db.selectFrom('jobAttempts').select(['jobId', 'detail', 'outcome']).orderBy('number').execute()
  return { services, twilio, browsers, unheard, early, late, mute, attempts, jobs, results, diedAt, backAt }
}
