import { expect, onTestFinished, test, vi } from 'vitest'
import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { trustBooking } from '#app/features/dispatch/sort-spam.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { testWebhook } from '#app/features/running/test-webhook.server.ts'
import { cancelBooking } from '#app/features/tracking/cancel-booking.server.ts'
import { renewLink } from '#app/features/tracking/renew-link.server.ts'
import { claimJobs, runDueJobs, runJob } from '#app/platform/jobs.ts'
import { saveSetting } from '#app/platform/settings.ts'
import { readStuck } from '#app/platform/stuck-messages.ts'
import { hours, minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { jobHandlers } from '#server/jobs.ts'
import { freshWorld, openPeers, readStored, submissionOf } from '#test/support/fresh.ts'
import { type Delivery, openReceiver, type Receiver, verified } from '#test/support/receiver.ts'
import { openSmtpServer, readMessage, type Taken } from '#test/support/smtp-server.ts'
import { bookingBody, onOneEngine, racing, type World } from '#test/support/world.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const otherSecret = `whsec_${Buffer.from('the secret of the other receiver').toString('base64')}`

const worldWith = (engine: 'sqlite' | 'postgres', receiver: Receiver) =>
  freshWorld(engine, { env: { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret, STAFF_EMAIL: 'desk@example.co.uk' } })

const book = (world: World, changes: Record<string, unknown> = {}) =>
  submitBooking(world.services, submissionOf({ body: bookingBody(changes), clientKey: crypto.randomUUID() }))

const runJobs = ({ services }: World) => runDueJobs(services, jobHandlers)

/** Advances the clock over a period, running due jobs every ten seconds. */
async function live(world: World, milliseconds: number, each = 10_000) {
  for (let lived = 0; lived < milliseconds; lived += each) {
    world.clock.advance(each)
    await runJobs(world)
  }
}

const only = <Item>(items: readonly Item[]): Item => {
  expect(items).toHaveLength(1)
  return items[0] as Item
}

async function webhookJob({ services }: Pick<World, 'services'>) {
  const { jobs, jobAttempts } = await readStored(services)
  const job = only(jobs.filter(({ kind }) => kind === 'staff-webhook'))
  const outcomes = jobAttempts.filter(({ jobId }) => jobId === job.id).sort((a, b) => Number(a.number) - Number(b.number))
  return { ...job, outcomes: outcomes.map(({ outcome }) => outcome), details: outcomes.map(({ detail }) => detail) }
}

const idsOf = (deliveries: readonly Delivery[]) => new Set(deliveries.map(({ headers }) => headers['webhook-id']))

interface LocalMailRow {
  recipient: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; contentType: string; content: string }[]
}

const readMailbox = async ({ services }: World): Promise<LocalMailRow[]> =>
  (await readStored(services)).localMail.map(({ recipient, subject, message }) => ({ recipient, subject, ...JSON.parse(String(message)) }))

onOneEngine('The staff webhook', (engine) => {
  test('of a booking made while the target is down for an hour is delivered once it is up, under one id throughout', {
    timeout: 30_000,
  }, async () => {
    const receiver = await openReceiver(500)
    const world = await worldWith(engine, receiver)
    await book(world)
    const started = world.clock.now()
    await runJobs(world)
    await live(world, minutes(20), 30_000)
    const refused = [...receiver.deliveries]
    expect(refused.length).toBeGreaterThan(5)
    await receiver.close()
    await live(world, minutes(40), 30_000)
    const down = await webhookJob(world)
    expect(down).toMatchObject({ state: 'waiting', finishedAt: null })
    expect(new Set(down.outcomes)).toEqual(new Set(['failed']))
    expect(down.details).toContain('The target answered 500')
    expect(down.outcomes.length).toBeGreaterThan(refused.length + 3)

    const back = await openReceiver(204, receiver.port)
    await live(world, minutes(11), 30_000)
    await live(world, hours(10), minutes(10))
    const delivered = only(back.deliveries)
    expect(idsOf([...refused, delivered]).size).toBe(1)
    expect(new Set([...refused, delivered].map(({ body }) => body)).size).toBe(1)
    // Each attempt is signed with its own time, so that receivers don't reject a late one as a replay.
    for (const delivery of [...refused, delivered]) {
      const sentAt = new Date(Number(delivery.headers['webhook-timestamp']) * 1_000)
      expect(verified(delivery, secret, sentAt)).toMatchObject({ type: 'booking.received', timestamp: started.toISOString() })
    }
    expect(new Date(Number(delivered.headers['webhook-timestamp']) * 1_000).getTime()).toBeGreaterThan(started.getTime() + hours(1))
    expect(await webhookJob(world)).toMatchObject({ state: 'done', outcomes: [...down.outcomes, 'ok'] })
  })

  test('is no longer sent to a target that answers 410: staff are told, and start it again with a test', async () => {
    const receiver = await openReceiver(410)
    const world = await worldWith(engine, receiver)
    await book(world)
    await runJobs(world)
    expect(await webhookJob(world)).toMatchObject({ state: 'dead', details: [expect.stringContaining('410')] })
    await book(world, { email: 'next@example.com', phone: '07700 900101' })
    await runJobs(world)
    world.clock.advance(minutes(2))
    expect((await readStuck(world.services))?.count).toBe(2)
    receiver.answer = 204
    await book(world, { email: 'third@example.com', phone: '07700 900102' })
    await runJobs(world)
    expect(receiver.deliveries).toHaveLength(1)
    expect(await testWebhook(world.services, { account: { user: { id: newId() } } } as SignedIn)).toMatchObject({ isDelivered: true })
    await book(world, { email: 'fourth@example.com', phone: '07700 900103' })
    await runJobs(world)
    expect(receiver.deliveries).toHaveLength(3)
  })

  test.each([
    [429, '120', 120],
    [503, 'Fri, 20 Nov 2026 10:25:00 GMT', 300],
    [503, '86400', 3_600],
  ] as const)('waits after a %i as long as its Retry-After of %s says, an hour at most', async (status, retryAfter, seconds) => {
    const receiver = await openReceiver({ status, retryAfter })
    const world = await worldWith(engine, receiver)
    await book(world)
    await runJobs(world)
    const at = world.clock.now().getTime() + seconds * 1_000
    expect(await webhookJob(world)).toMatchObject({ state: 'waiting', runAt: new Date(at).toISOString() })
  })

  test('is tried again when the target is silent: the attempt ends, and no mail waits for it', async () => {
    const receiver = await openReceiver('silence')
    const world = await worldWith(engine, receiver)
    await book(world)
    const tooLate = new AbortController()
    const realTimeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => (limit === 10_000 ? tooLate.signal : realTimeout(limit)))
    onTestFinished(() => void vi.restoreAllMocks())
    const arrived = receiver.next()
    const running = runJobs(world)
    await arrived
    await expect.poll(async () => (await readMailbox(world)).length, { timeout: 50_000 }).toBe(2)
    tooLate.abort(new DOMException('Too late', 'TimeoutError'))
    await running
    vi.restoreAllMocks()
    expect(await webhookJob(world)).toMatchObject({ state: 'waiting', outcomes: ['failed'] })
    receiver.answer = 204
    await live(world, minutes(1))
    expect(await webhookJob(world)).toMatchObject({ state: 'done', outcomes: ['failed', 'ok'] })
  })

  test('takes each setting for itself: staff may change the address alone, or the secret alone', async () => {
    const [fromEnvironment, fromStaff] = [await openReceiver(), await openReceiver()]
    const world = await worldWith(engine, fromEnvironment)
    await saveSetting(world.services, 'webhookSecret', otherSecret)
    await book(world)
    await runJobs(world)
    expect(verified(only(fromEnvironment.deliveries), otherSecret, world.clock.now())).toMatchObject({ type: 'booking.received' })
    await world.services.db.deleteFrom('settings').execute()
    await saveSetting(world.services, 'webhookUrl', fromStaff.url)
    await book(world)
    await runJobs(world)
    expect(verified(only(fromStaff.deliveries), secret, world.clock.now())).toMatchObject({ type: 'booking.received' })
  })

  test('goes to the new address when staff change it while it waits', async () => {
    const [old, next] = [await openReceiver(503), await openReceiver()]
    const world = await worldWith(engine, old)
    await book(world)
    await runJobs(world)
    await saveSetting(world.services, 'webhookUrl', next.url)
    await live(world, minutes(1))
    expect(idsOf([only(old.deliveries), only(next.deliveries)]).size).toBe(1)
    expect(await webhookJob(world)).toMatchObject({ state: 'done' })
  })
})

onOneEngine('The mails about a booking', (engine, test) => {
  test('go to staff and to the customer, once each, even when their jobs run twice', async () => {
    const world = await freshWorld(racing(engine), { env: { STAFF_EMAIL: 'desk@example.co.uk' } })
    const answer = await book(world)
    const [other = world.services] = openPeers(world, 1)
    // The job that announces the booking, then its emails.
    for (const count of [1, 2]) {
      const first = await claimJobs(world.services, 10)
      world.clock.advance(minutes(1))
      const second = await claimJobs(other, 10)
      expect(first).toHaveLength(count)
      expect(second.map(({ id }) => id).sort()).toEqual(first.map(({ id }) => id).sort())
      await Promise.all([
        ...first.map((job) => runJob(world.services, jobHandlers, job)),
        ...second.map((job) => runJob(other, jobHandlers, job)),
      ])
    }
    const mailbox = await readMailbox(world)
    expect(mailbox.map(({ recipient }) => recipient).sort()).toEqual(['desk@example.co.uk', 'priya.raman@example.com'])
    for (const { text, html } of mailbox) {
      expect(text).toContain(answer.reference)
      expect(html).toContain(answer.reference)
    }
    await live(world, hours(1), minutes(10))
    expect(await readMailbox(world)).toHaveLength(2)
  })

  test('give the customer the promise, the price, the private link and a calendar file', async () => {
    const world = await freshWorld(engine, { env: { STAFF_EMAIL: 'desk@example.co.uk' } })
    const answer = await book(world, { preferredDate: '2026-11-21', timeSlot: '10:00 - 12:00' })
    await runJobs(world)
    const mailbox = await readMailbox(world)
    const customer = only(mailbox.filter(({ recipient }) => recipient === 'priya.raman@example.com'))
    for (const part of [customer.text, customer.html])
      for (const said of [answer.reference, answer.trackingUrl, '£142.50', 'Burst Pipe', '10am to noon', '0800 644 2633'])
        expect(part).toContain(said)
    const token = /\/track\/([\w-]+)/.exec(customer.text)?.[1] ?? ''
    expect((await readTrackedBooking(world.services, token)).booking.reference).toBe(answer.reference)
    const calendar = only(customer.attachments ?? [])
    expect(calendar).toMatchObject({ filename: 'booking.ics', contentType: expect.stringContaining('text/calendar') })
  })

  test('to an address that a stranger entered carry no link of theirs and no number to ring, in no part', async (world) => {
    const lure = 'Unlock at https://evil.example/verify, www.evil.example, 0900 123 4567'
    const typed = { name: lure.slice(0, 90), description: lure, address: lure, accessNotes: lure, siteContact: lure }
    await book(world, {
      ...typed,
      email: 'target@victim.example',
      postcode: 'or lose GBP 500: evil.example/pay',
      borough: 'evil。example.org',
    })
    await runJobs(world)
    const mail = only((await readMailbox(world)).filter(({ recipient }) => recipient === 'target@victim.example'))
    const calendar = only(mail.attachments ?? []).content.replaceAll('\r\n ', '')
    for (const part of [mail.subject, mail.text, mail.html, calendar])
      expect(part).not.toMatch(/evil\S|https?:\/\/(?!localhost)|www|GBP|0900|4567/)
    // Staff see the text as it was typed.
    expect((await readMailbox(world)).find(({ recipient }) => recipient === 'desk@localhost')?.text).toContain(
      'https://evil.example/verify',
    )
  })

  test('go to one mailbox for three bookings of an hour; of the others staff are told, and no one is written to', async (world) => {
    const bookings = []
    for (const email of ['target@victim.example', 'Target@victim.example', 'target+1@victim.example', 'target+2@victim.example'])
      bookings.push(await book(world, { email }))
    await book(world, { email: 'other.target@victim.example' })
    await runJobs(world)
    const mailsTo = async (recipient: RegExp) => (await readMailbox(world)).filter((mail) => recipient.test(mail.recipient)).length
    expect(await mailsTo(/^target/i)).toBe(3)
    expect(await mailsTo(/^other/)).toBe(1)
    expect(await mailsTo(/^desk@/)).toBe(5)
    const { jobAttempts } = await readStored(world.services)
    expect(jobAttempts.filter(({ detail }) => /^Not sent: several bookings/.test(String(detail)))).toHaveLength(1)
    // Later actions by the customer don't send any either.
    const { booking } = await readTrackedBooking(world.services, bookings[3]?.trackingUrl.split('/').at(-1) ?? '')
    const act = { bookingId: booking.id, actor: 'customer', clientKey: 'eve' }
    await renewLink(world.services, act)
    await cancelBooking(world.services, { ...act, seen: versionOf(booking), toldPence: 0 })
    await runJobs(world)
    expect(await mailsTo(/^target/i)).toBe(3)
    world.clock.advance(hours(24))
    await book(world, { email: 'target@victim.example' })
    await runJobs(world)
    expect(await mailsTo(/^target/i)).toBe(4)
  })

  test('of a booking that its customer cancels before they have gone out are one to them, which has all of it', async (world) => {
    const { reference, trackingUrl } = await book(world)
    const { booking } = await readTrackedBooking(world.services, trackingUrl.split('/').at(-1) ?? '')
    const act = { bookingId: booking.id, actor: 'customer', clientKey: 'priya' }
    await cancelBooking(world.services, { ...act, seen: versionOf(booking), toldPence: 0 })
    await runJobs(world)
    const mail = only((await readMailbox(world)).filter(({ recipient }) => recipient === booking.email))
    expect(mail.subject).toBe(`Booking cancelled (${reference})`)
    for (const needed of [reference, trackingUrl, 'Burst Pipe', 'No engineer will visit']) expect(mail.text).toContain(needed)
    const calendar = only(mail.attachments ?? [])
    expect(calendar).toMatchObject({ filename: 'booking.ics', contentType: expect.stringContaining('method=CANCEL') })
    expect(calendar.content).toContain('METHOD:CANCEL')
    const { jobs } = await readStored(world.services)
    expect(jobs.filter(({ kind }) => kind === 'customer-confirmation').map(({ state }) => state)).toEqual(['done'])
  })

  test('of possible spam are the usual ones, of which staff are told; only the webhook waits until they say that it’s genuine', async () => {
    const receiver = await openReceiver()
    const world = await worldWith(engine, receiver)
    const answer = await book(world, { company: 'Acme' })
    await runJobs(world)
    const [toDesk, toCustomer] = (await readMailbox(world)).toSorted((a, b) => (a.recipient < b.recipient ? -1 : 1))
    expect(toDesk).toMatchObject({ recipient: 'desk@example.co.uk', subject: expect.stringMatching(/^BK-.*\(possible spam\)$/) })
    expect(toCustomer).toMatchObject({ recipient: bookingBody().email, subject: expect.stringContaining(answer.reference) })
    expect(receiver.connections()).toBe(0)
    const { id } = only((await readStored(world.services)).bookings)
    await trustBooking(world.services, { bookingId: String(id), staffId: 'staff', seen: '0' })
    await runJobs(world)
    expect(receiver.connections()).toBe(1)
    expect(await readMailbox(world)).toHaveLength(2)
  })

  test('cannot be made to say what the booking form did not ask: a field is one line of the text', async () => {
    const world = await freshWorld(engine, { env: { STAFF_EMAIL: 'desk@example.co.uk' } })
    const forged = (label: string) => `Camden\n${label}: forged`
    await book(world, {
      name: forged('Phone'),
      borough: forged('Bcc'),
      postcode: '',
      address: forged('Email'),
      accessNotes: forged('Reference'),
      siteContact: forged('Promised'),
    })
    await runJobs(world)
    for (const { subject, text } of await readMailbox(world)) {
      expect(subject).not.toMatch(/[\r\n]/)
      expect(text).not.toMatch(/^(Phone|Bcc|Email|Reference|Promised): forged/m)
    }
  })
})

onOneEngine('Mail through a mail server', (engine) => {
  const worldWithServer = async () => {
    const server = await openSmtpServer()
    const env = { SMTP_URL: server.url, STAFF_EMAIL: 'desk@example.co.uk', MAIL_FROM: 'Plumbers <help@example.co.uk>' }
    return { server, world: await freshWorld(engine, { env }) }
  }
  const messageIds = (mails: readonly Taken[], recipient: string) =>
    mails.filter(({ recipients }) => recipients.includes(recipient)).map(({ source }) => readMessage(source).headers['message-id'])

  test('that is refused, or breaks off after it was taken, is sent again under the same Message-ID', async () => {
    const { server, world } = await worldWithServer()
    await book(world)
    server.refuses = '451 Try again later'
    await runJobs(world)
    expect(server.taken).toEqual([])
    server.refuses = undefined
    server.breaksAfterTaking = true
    await live(world, minutes(1))
    server.breaksAfterTaking = false
    await live(world, minutes(5))
    for (const recipient of ['desk@example.co.uk', 'priya.raman@example.com']) {
      const ids = messageIds(server.taken, recipient)
      expect(ids.length).toBeGreaterThan(1)
      expect(new Set(ids).size).toBe(1)
    }
    const { jobs } = await readStored(world.services)
    expect(jobs.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    const before = server.taken.length
    await live(world, hours(2), minutes(10))
    expect(server.taken).toHaveLength(before)
  })

  test('says in staff’s attempts what went wrong, without anyone’s address', async () => {
    const { server, world } = await worldWithServer()
    await book(world)
    server.refuses = '550 No mailbox for priya.raman@example.com here'
    await runJobs(world)
    const attempts = (await readStored(world.services)).jobAttempts
    const details = attempts.filter(({ outcome }) => outcome === 'failed').map(({ detail }) => String(detail))
    expect(details).toHaveLength(2)
    for (const detail of details) {
      expect(detail).toContain('550')
      expect(detail).not.toContain('priya.raman')
    }
  })
})

onOneEngine('What is to be told', (_, test) => {
  test('of a booking that is gone fails, and nothing else does', async (world) => {
    await book(world)
    await world.services.db.deleteFrom('bookings').execute()
    await book(world)
    await runJobs(world)
    const { jobs } = await readStored(world.services)
    expect(jobs.map(({ state }) => state).sort()).toEqual(['done', 'done', 'done', 'waiting'])
    expect(await readMailbox(world)).toHaveLength(2)
  })
})
