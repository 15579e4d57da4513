import { type CompiledQuery, CompiledQuery as Query, sql } from 'kysely'
import { expect, test } from 'vitest'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
import { readBookingView } from '#app/features/desk/board-booking.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { readStuck, stuckMessages } from '#app/platform/stuck-messages.ts'
import { days, hours, type Instant, later, minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { handOut } from '#test/support/announced.ts'
import { bookOne } from '#test/support/booked.ts'
import { countOutcomes, freshWorld, openPeers, submissionOf } from '#test/support/fresh.ts'
import { openReceiver } from '#test/support/receiver.ts'
import { openSmtpServer } from '#test/support/smtp-server.ts'
import { onEachEngine, onOneEngine, racing, type World } from '#test/support/world.ts'
import { type DeliveryKindName, deliveryKindNames, deliveryKinds } from './delivery-kinds.server.ts'
import { lookOf, stateText } from './delivery-view.ts'
import { deliveriesPerPage, findAbouts, listedDeliveries, readDeliveries, readDelivery } from './read-deliveries.server.ts'
import { replayDelivery, tryDeliveryNow } from './send-delivery-again.server.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`

/** Kinds of jobs that don't send a message. */
const otherWork = ['alarm', 'held-alarms', 'cancel-call', 'refund', 'end-checkout', 'end-bill-checkouts', 'reconcile-payments']

test('every kind of job is a delivery that staff can read of, or known to be other work', () => {
  expect([...deliveryKindNames, ...otherWork].toSorted()).toEqual(Object.keys(jobHandlers).toSorted())
})

/** The signed-in user as the functions expect it. */
async function signedInAs(services: Services, role: 'customer' | 'staff' | 'owner') {
  const user = newUserRow(services, { email: `${role}-${newId()}@example.com`, role })
  await services.db.insertInto('authUsers').values(user).execute()
  return { account: { user } } as unknown as Parameters<typeof replayDelivery>[1]
}

const book = ({ services }: World) => submitBooking(services, submissionOf({ clientKey: newId() }))
const jobOf = ({ services }: Pick<World, 'services'>, kind: DeliveryKindName) =>
  services.db.selectFrom('jobs').selectAll().where('kind', '=', kind).orderBy('createdAt').orderBy('id').execute()

async function live(world: World, milliseconds: number, each: number) {
  for (let lived = 0; lived < milliseconds; lived += each) {
    world.clock.advance(each)
    await runDueJobs(world.services, jobHandlers)
  }
}

const jobRow = (kind: string, at: Instant, state: 'waiting' | 'dead' | 'done') => ({
  ...{ id: newId(), kind, payload: '{}', state, runAt: at, leaseToken: null, attempts: 1, createdAt: at },
  finishedAt: state === 'waiting' ? null : at,
})

/** Many jobs of every kind a minute apart, most of them done. */
async function addMany({ services, clock }: World, count: number) {
  const kinds = [...deliveryKindNames, ...otherWork]
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, index) => {
      const number = from + index
      const at = later(clock.now(), -minutes(number + 2))
      const state = number % 97 === 0 ? ('dead' as const) : number % 89 === 0 ? ('waiting' as const) : ('done' as const)
      return jobRow(kinds[number % kinds.length] ?? '', at, state)
    })
    await services.db.insertInto('jobs').values(rows).execute()
  }
}

onEachEngine('The list of deliveries', (engine, test) => {
  test('of 10,000 jobs is read by its index alone, and each is on exactly one page, newest first', async (world) => {
    const { db, clock } = world.services
    await addMany(world, 10_000)
    await sql`analyze`.execute(db)
    const planOf = async ({ sql: text, parameters }: CompiledQuery) => {
      const explain = engine === 'postgres' ? 'explain' : 'explain query plan'
      return JSON.stringify((await db.executeQuery(Query.raw(`${explain} ${text}`, [...parameters]))).rows)
    }
    const before = { createdAt: later(clock.now(), -minutes(3_000)), id: newId() }
    const queries = [{}, { channel: 'webhook' }, { state: 'dead' }, { channel: 'mail', state: 'done', before }] as const
    for (const query of [...queries.map((filter) => listedDeliveries(db, filter)), stuckMessages(db, clock.now())]) {
      const plan = await planOf(query.compile())
      expect(plan).toContain('jobs_listed')
      expect(plan).not.toMatch(/Seq Scan on jobs|SCAN jobs/i)
    }
    const seen: { id: string; createdAt: string }[] = []
    let cursor: { createdAt: string; id: string } | undefined
    do {
      const { deliveries, next } = await readDeliveries(world.services, { channel: 'webhook', before: cursor })
      expect(deliveries.length).toBeLessThanOrEqual(deliveriesPerPage)
      seen.push(...deliveries)
      cursor = next
    } while (cursor)
    const webhooks = deliveryKindNames.filter((kind) => deliveryKinds[kind].channel === 'webhook')
    const all = await db
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'in', webhooks)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute()
    expect(all.length).toBeGreaterThan(10 * deliveriesPerPage)
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  })

  test('shows the recipient, the booking and how it went, and never the content', async () => {
    const world = await freshWorld(engine, { env: { STAFF_EMAIL: 'desk@example.co.uk', DEV_TOOLS: 'on' } })
    const { reference } = await (await bookOne(world, { contactBy: 'both', email: 'priya.raman@example.com' })).read()
    await runDueJobs(world.services, jobHandlers)
    const { deliveries } = await readDeliveries(world.services, {})
    expect(
      deliveries.map(({ kind, to, reference: of, state }) => ({ kind, to, of, state })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
    ).toEqual([
      { kind: 'customer-confirmation', to: 'priya.raman@example.com', of: reference, state: 'done' },
      { kind: 'customer-confirmation-text', to: expect.stringMatching(/7700/), of: reference, state: 'done' },
      { kind: 'staff-email', to: 'desk@example.co.uk', of: reference, state: 'done' },
    ])
    const confirmation = await readDelivery(world.services, deliveries.find(({ kind }) => kind === 'customer-confirmation')?.id ?? '')
    expect(confirmation).toMatchObject({
      subject: `Engineer arriving today 10.30am–11.15am (${reference})`,
      history: [{ number: 1, outcome: 'ok' }],
    })
    expect(JSON.stringify(confirmation)).not.toMatch(/ceiling|track|\/t\/|7700/)
    const text = await readDelivery(world.services, deliveries.find(({ kind }) => kind === 'customer-confirmation-text')?.id ?? '')
    expect(text?.subject).toMatch(/today/)
    expect(text?.subject).not.toContain('://')
    expect(await readDelivery(world.services, newId())).toBeUndefined()
  })
})

onOneEngine('A webhook whose target answers 500', (engine) => {
  test('alarms staff from the first minute on, is given up after three days, and is delivered once when it is sent again', {
    timeout: 60_000,
  }, async () => {
    const receiver = await openReceiver(500)
    const { world, services, clock } = await freshWorld(engine, { env: { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret } })
    const staff = await signedInAs(services, 'staff')
    await book(world)
    const bookedAt = clock.now().toISOString()
    await runDueJobs(services, jobHandlers)
    expect(await readStuck(services)).toBeUndefined()
    await live(world, minutes(1), 10_000)
    expect(await readStuck(services)).toEqual({ count: 1, since: bookedAt })
    // How long it waits between attempts is proved where jobs are.
    await live(world, days(2), hours(6))
    expect((await jobOf(world, 'staff-webhook'))[0]).toMatchObject({ state: 'waiting' })
    await live(world, days(1), hours(6))
    const [dead] = await jobOf(world, 'staff-webhook')
    expect(dead).toMatchObject({ state: 'dead', replayedAs: null, attempts: receiver.deliveries.length })
    expect(await readStuck(services)).toEqual({ count: 1, since: bookedAt })
    const failed = receiver.deliveries.length
    receiver.answer = 204
    await live(world, hours(2), minutes(30))
    expect(receiver.deliveries).toHaveLength(failed)

    const replay = await replayDelivery(services, staff, { id: dead?.id ?? '', seen: '' })
    expect(replay).toMatchObject({ isNew: true })
    // The replay isn't sent yet, but it was only just requested, so there's no alarm.
    expect(await readStuck(services)).toBeUndefined()
    await live(world, hours(1), minutes(15))
    expect(receiver.deliveries).toHaveLength(failed + 1)
    const [first, last] = [receiver.deliveries[0], receiver.deliveries.at(-1)]
    expect(last?.body).toBe(first?.body)
    expect(last?.headers['webhook-id']).not.toBe(first?.headers['webhook-id'])
    expect((await jobOf(world, 'staff-webhook')).map(({ state }) => state)).toEqual(['dead', 'done'])
    const audit = await services.db.selectFrom('auditLog').selectAll().where('action', '=', 'delivery.replay').execute()
    expect(audit).toMatchObject([{ actor: staff.account.user.id, subject: dead?.id }])
  })
})

onOneEngine('Sending again', (engine, test) => {
  test('pressed by many at once on several servers sends once; pressed again on the page that shows it, once more', async () => {
    const world = await freshWorld(racing(engine))
    const staff = await signedInAs(world.services, 'staff')
    await book(world)
    await runDueJobs(world.services, jobHandlers)
    const [sent] = await jobOf(world, 'customer-confirmation')
    const id = sent?.id ?? ''
    const peers = openPeers(world, 3)
    const presses = await Promise.all(
      Array.from({ length: 9 }, (_, at) => replayDelivery(peers[at % 3] ?? world.services, staff, { id, seen: '' })),
    )
    expect(presses.filter((press) => 'isNew' in press && press.isNew)).toHaveLength(1)
    expect(new Set(presses.map((press) => 'id' in press && press.id)).size).toBe(1)
    const seen = 'id' in (presses[0] ?? { problem: '' }) ? (presses[0] as { id: string }).id : ''
    expect(await replayDelivery(world.services, staff, { id, seen })).toMatchObject({ isNew: true })
    await runDueJobs(world.services, jobHandlers)
    expect((await jobOf(world, 'customer-confirmation')).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    const mails = await world.services.db.selectFrom('localMail').select('id').where('recipient', '=', 'priya.raman@example.com').execute()
    expect(mails).toHaveLength(3)
  })

  test('is refused of what waits, of links and codes, of a booking whose data is gone, and of other work', async ({ world, services }) => {
    const staff = await signedInAs(services, 'staff')
    const { reference } = await book(world)
    await handOut(services)
    const [waiting] = await jobOf(world, 'customer-confirmation')
    const refused = async (id: string) => {
      const before = (await services.db.selectFrom('jobs').select('id').execute()).length
      const answer = await replayDelivery(services, staff, { id, seen: '' })
      expect(await services.db.selectFrom('jobs').select('id').execute()).toHaveLength(before)
      return 'problem' in answer ? answer.problem : 'sent'
    }
    expect(await refused(waiting?.id ?? '')).toContain('still trying')
    await runDueJobs(services, jobHandlers)
    await services.db
      .updateTable('bookings')
      .set({ erasedAt: services.clock.now().toISOString() })
      .where('reference', '=', reference)
      .execute()
    expect(await refused(waiting?.id ?? '')).toContain('has been deleted')
    const at = services.clock.now().toISOString()
    const row = (kind: string) => jobRow(kind, at, 'dead')
    const [personal, work] = [row('account-mail'), row('refund')]
    const handedOut = { ...row('announce'), state: 'done' as const }
    await services.db.insertInto('jobs').values([personal, work, handedOut]).execute()
    expect(await refused(handedOut.id)).toContain('one by one')
    expect(await refused(personal.id)).toContain('a personal link or code')
    expect(await refused(work.id)).toContain('no longer have it')
    expect(await refused(newId())).toContain('no longer have it')
  })

  test('is for staff only, checked again when the page has been requested', async (world) => {
    await book(world)
    await runDueJobs(world.services, jobHandlers)
    const [sent] = await jobOf(world, 'staff-email')
    const customer = await signedInAs(world.services, 'customer')
    const tries = [
      replayDelivery(world.services, customer, { id: sent?.id ?? '', seen: '' }),
      tryDeliveryNow(world.services, customer, sent?.id ?? ''),
    ]
    expect(countOutcomes(await Promise.allSettled(tries))).toEqual({ AuthRefusal: 2 })
    expect(await jobOf(world, 'staff-email')).toHaveLength(1)
  })
})

onOneEngine('Trying now', (engine) => {
  test('has what waits for its turn tried at once, and nothing else', async () => {
    const receiver = await openReceiver(500)
    const { world, services } = await freshWorld(engine, { env: { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret } })
    const staff = await signedInAs(services, 'staff')
    await book(world)
    await runDueJobs(services, jobHandlers)
    const [job] = await jobOf(world, 'staff-webhook')
    const id = job?.id ?? ''
    expect(await runDueJobs(services, jobHandlers)).toBe(0)
    receiver.answer = 204
    let woken = 0
    expect(await tryDeliveryNow({ ...services, jobsAdded: () => void woken++ }, staff, id)).toBe(true)
    expect(woken).toBe(1)
    expect(await runDueJobs(services, jobHandlers)).toBe(1)
    expect((await readDelivery(services, id))?.history).toMatchObject([
      { number: 2, outcome: 'ok', detail: 'Answered 204' },
      { number: 1, outcome: 'failed', detail: 'The target answered 500' },
    ])
    expect(await tryDeliveryNow(services, staff, id)).toBe(false)
    await services.db.updateTable('jobs').set({ state: 'waiting', leaseToken: newId() }).where('id', '=', id).execute()
    expect(await tryDeliveryNow(services, staff, id)).toBe(false)
  })
})

onOneEngine('The alarm', (_, test) => {
  test('begins at a minute, counts the oldest, a hundred at most, and leaves out other work and old links', async ({ services, clock }) => {
    const job = (kind: string, ageMs: number, state: 'waiting' | 'dead' | 'done' = 'waiting') =>
      jobRow(kind, later(clock.now(), -ageMs), state)
    const add = (...rows: ReturnType<typeof job>[]) => services.db.insertInto('jobs').values(rows).execute()
    await add(
      job('staff-email', minutes(1) - 1),
      job('refund', days(1)),
      job('account-mail', days(4), 'dead'),
      job('staff-email', days(1), 'done'),
    )
    expect(await readStuck(services)).toBeUndefined()
    await add(job('account-mail', minutes(2)), job('staff-webhook', minutes(1)))
    expect(await readStuck(services)).toEqual({ count: 2, since: later(clock.now(), -minutes(2)) })
    await add(...Array.from({ length: 200 }, (_, at) => job('customer-change', hours(1) + at)), job('staff-webhook', days(4), 'dead'))
    expect(await readStuck(services)).toEqual({ count: 100, since: later(clock.now(), -days(4)) })
  })
})

onOneEngine('An address that takes no mail', (engine) => {
  test('is tried once, is shown with the booking, and is found by address and reference; a later mail that arrives settles it', async () => {
    const server = await openSmtpServer()
    const { world, services } = await freshWorld(engine, { env: { SMTP_URL: server.url, MAIL_FROM: 'help@example.co.uk' } })
    server.refusesRecipient = '550 5.1.1 No such user'
    const booked = await bookOne(world)
    const other = await bookOne(world, { email: 'somebody.else@example.com', phone: '07700 900999' })
    await runDueJobs(services, jobHandlers)
    const [job] = (await jobOf(world, 'customer-confirmation')).filter(({ about }) => about === booked.id)
    expect(job).toMatchObject({ state: 'dead', attempts: 1 })
    const shown = async () => (await readBookingView(services, booked.id)).undelivered
    expect(await shown()).toMatchObject({ id: job?.id, answer: expect.stringContaining('550 5.1.1 No such user') })

    const { reference } = await booked.read()
    const found = async (typed: string, kind?: DeliveryKindName) =>
      (await readDeliveries(services, { abouts: await findAbouts(services, typed), kind })).deliveries
    const ofBooking = await found(reference.toLowerCase())
    expect(ofBooking.map((each) => each.id)).toContain(job?.id)
    expect(new Set(ofBooking.map((each) => each.reference))).toEqual(new Set([reference]))
    expect(await found('Priya.Raman@example.com')).toEqual(ofBooking)
    expect((await found(reference, 'customer-confirmation')).map((each) => each.id)).toEqual([job?.id])
    expect((await found((await other.read()).reference)).length).toBeGreaterThan(0)
    for (const nobody of ['nobody@example.com', 'BK-NOTTHERE']) expect(await found(nobody)).toEqual([])

    server.refusesRecipient = undefined
    await replayDelivery(services, await signedInAs(services, 'staff'), { id: job?.id ?? '', seen: '' })
    world.clock.advance(1)
    await runDueJobs(services, jobHandlers)
    expect(await shown()).toBeUndefined()
  })
})

test('An email that has no recipient is not shown as sent', () => {
  const delivery = { state: 'done', attempts: 1, createdAt: '', finishedAt: '', detail: 'Not sent: no email address is known' } as const
  expect(lookOf(delivery)).toBe('unsent')
  expect(stateText({ ...delivery, leaseToken: null, runAt: '', replayedAs: null } as Parameters<typeof stateText>[0], new Date())).toBe(
    'Not sent',
  )
  expect(lookOf({ ...delivery, detail: '250 Taken' })).toBe('done')
})
