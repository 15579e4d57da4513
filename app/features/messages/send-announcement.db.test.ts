// @module-tag never-again
import { expect, test } from 'vitest'
import { versionOf } from '#app/features/booking/version.ts'
import { acceptBooking } from '#app/features/dispatch/accept-booking.server.ts'
import { claimJobs, runDueJobs, runJob } from '#app/platform/jobs.ts'
import { readStuck } from '#app/platform/stuck-messages.ts'
import { minutes } from '#app/values/clock.ts'
import { jobHandlers } from '#server/jobs.ts'
import { handOut } from '#test/support/announced.ts'
import { bookOne } from '#test/support/booked.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onOneEngine, type World } from '#test/support/world.ts'
import { readDeliveries } from './read-deliveries.server.ts'

const webhookEnv = { WEBHOOK_URL: 'https://hooks.zapier.com/hooks/catch/1/abc', WEBHOOK_SECRET: `whsec_${'c2VjcmV0'.repeat(4)}` }

const mails = ({ services }: World) => services.db.selectFrom('localMail').select('recipient').orderBy('recipient').execute()

onOneEngine('An announcement', (engine) => {
  test('whose worker dies after handing it out is carried out again, and everything it brings about is sent once', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    await bookOne(world)
    const [job] = await claimJobs(services, 1)
    if (!job) throw new Error('Nothing was announced')
    await jobHandlers.announce?.(services, JSON.parse(job.payload), {
      ...job,
      jobId: job.id,
      attempt: 1,
      signal: new AbortController().signal,
    })
    await runDueJobs(services, jobHandlers)
    expect(await mails(world)).toHaveLength(2)
    clock.advance(minutes(2))
    expect(await runDueJobs(services, jobHandlers)).toBe(1)
    expect((await handOut(services)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'customer-confirmation done',
      'staff-email done',
    ])
    expect(await mails(world)).toHaveLength(2)
  })

  test('that cannot be handed out is listed for staff and alarms them until it is; from then on its deliveries are listed', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const booked = await bookOne(world)
    const since = clock.now().toISOString()
    const [job] = await claimJobs(services, 1)
    if (!job) throw new Error('Nothing was announced')
    const fails = async () => {
      throw new Error('The disk is full')
    }
    await runJob(services, { announce: fails }, job)
    clock.advance(minutes(1))
    expect(await readStuck(services)).toEqual({ count: 1, since })
    const { reference } = await booked.read()
    expect((await readDeliveries(services, {})).deliveries).toMatchObject([
      { id: job.id, reference, state: 'waiting', detail: 'The disk is full' },
    ])
    await runDueJobs(services, jobHandlers)
    expect(await readStuck(services)).toBeUndefined()
    expect((await readDeliveries(services, {})).deliveries.map(({ kind }) => kind).toSorted()).toEqual([
      'customer-confirmation',
      'staff-email',
    ])
  })

  test('of a booking that is taken for a robot’s reach the customer once, and the webhook when it is accepted', async () => {
    const world = await freshWorld(engine, { env: webhookEnv })
    const booked = await bookOne(world, { company: 'filled' })
    const act = { bookingId: booked.id, staffId: 'staff', seen: versionOf(await booked.read()) }
    await acceptBooking(world.services, act)
    expect((await handOut(world.services)).map(({ kind }) => kind)).toEqual(['customer-confirmation', 'staff-email', 'staff-webhook'])
  })
})
