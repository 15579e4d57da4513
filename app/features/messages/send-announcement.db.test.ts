// @module-tag never-again
import { expect } from 'vitest'
import { acceptBooking } from '#app/features/dispatch/accept-booking.server.ts'
import { cancelByStaff } from '#app/features/dispatch/cancel-by-staff.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { claimJobs, runDueJobs, runJob } from '#app/platform/jobs.ts'
import { limits } from '#app/platform/limits.ts'
import { readStuck } from '#app/platform/stuck-messages.ts'
import { markNumber } from '#app/platform/text-receipts.ts'
import { minutes } from '#app/values/clock.ts'
import { jobHandlers } from '#server/jobs.ts'
import { handOut } from '#test/support/announced.ts'
import { bookOne } from '#test/support/booked.ts'
import { submissionOf } from '#test/support/fresh.ts'
import { bookingBody, onOneEngine, type World } from '#test/support/world.ts'
import { readDeliveries } from './read-deliveries.server.ts'

const mails = ({ services }: World) => services.db.selectFrom('localMail').select('recipient').orderBy('recipient').execute()

onOneEngine('An announcement', (_, test) => {
  test('whose worker dies after handing it out is carried out again, and everything it brings about is sent once', async (world) => {
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

  test('that cannot be handed out is listed for staff and alarms them until it is; from then on its deliveries are listed', async (world) => {
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

  test('reaches a customer by the way that they chose, and by email where a text can’t', async ({ world, services }) => {
    const toldOf = async (changes: Record<string, unknown>, stopped = false) => {
      const booked = await bookOne(world, changes)
      const { phone } = await booked.read()
      await markNumber(services.db, phone, { stoppedAt: stopped ? world.clock.now().toISOString() : null })
      const act = await booked.act()
      await acceptBooking(services, act)
      await cancelByStaff(services, { ...act, seen: await booked.seen(), reason: 'We have no parts for it.' })
      const jobs = (await handOut(services)).filter(({ about, kind }) => about === booked.id && kind.startsWith('customer-'))
      return jobs.map(({ kind }) => kind.replace('customer-', ''))
    }
    const [mails, texts] = [
      ['change', 'confirmation'],
      ['change-text', 'confirmation-text'],
    ]
    expect(await toldOf({ contactBy: 'both' })).toEqual([...mails, ...texts].toSorted())
    expect(await toldOf({ contactBy: 'email' })).toEqual(mails)
    // The confirmation is their record of the price terms.
    expect(await toldOf({ contactBy: 'text' })).toEqual(['change-text', 'confirmation', 'confirmation-text'])
    expect(await toldOf({ contactBy: 'text', phone: '020 7946 0018' })).toEqual(mails)
    expect(await toldOf({ contactBy: 'text', phone: '07700 900333' }, true)).toEqual(mails)
  })

  test('of bookings that no one has proven texts a number or one client’s numbers only so often', async (world) => {
    const isHeldBack = async (phone: string, clientKey: string) => {
      const body = bookingBody({ contactBy: 'text', phone })
      world.clock.advance(minutes(1))
      const { reference } = await submitBooking(world.services, submissionOf({ body, clientKey }))
      const row = await world.services.db
        .selectFrom('bookings')
        .select(['id', 'textsOnceProven'])
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow()
      const texts = (await handOut(world.services)).filter(({ about, kind }) => about === row.id && kind === 'customer-confirmation-text')
      expect(texts.length).toBe(row.textsOnceProven ? 0 : 1)
      return row.textsOnceProven === 1
    }
    const { turns } = limits.unprovenTexts
    for (let each = 0; each <= turns; each++) expect(await isHeldBack('07700 900111', `client ${each}`)).toBe(each === turns)
    const most = limits.unprovenTextsHere.turns
    for (let each = 0; each <= most; each++) expect(await isHeldBack(`07700 9002${10 + each}`, 'one client')).toBe(each === most)
  })
})
