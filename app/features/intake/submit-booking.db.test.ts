import { expect, test } from 'vitest'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { CsrfMismatch, InvalidBooking, KeyReused, TooManySubmits } from '#app/features/booking/refusals.ts'
import { SlotsSoldOut } from '#app/features/capacity/slots-sold-out.ts'
import { PaymentNotConfigured } from '#app/features/payments/refusals.ts'
import { createSecrets } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { saveSetting } from '#app/platform/settings.ts'
import { days } from '#app/values/clock.ts'
import { hashOf, newToken } from '#app/values/ids.ts'
import { handOut } from '#test/support/announced.ts'
import { sellSlots } from '#test/support/booked.ts'
import { tries } from '#test/support/depth.ts'
import { answered, countOutcomes, freshWorld, openPeers, readStored, refusalOf, submissionOf } from '#test/support/fresh.ts'
import { bookingBody, onEachEngine, onOneEngine, racing, testSecret, type World } from '#test/support/world.ts'
import type { Acknowledgement } from './acknowledge.server.ts'
import { type Submission, submitBooking } from './submit-booking.server.ts'

const webhookEnv = { WEBHOOK_URL: 'https://hooks.zapier.com/hooks/catch/1/abc', WEBHOOK_SECRET: `whsec_${'c2VjcmV0'.repeat(4)}` }

/** A postcode look-up service; each test sets its response. */
const lookupEnv = { POSTCODE_LOOKUP_URL: 'http://127.0.0.1:9' }

/** All stored rows except rate limit turns, which refused submits use too. */
const storedBy = async (services: Services) => ({ ...(await readStored(services)), rateLimits: [] })
const tokenOf = ({ trackingUrl }: Acknowledgement) => trackingUrl.split('/').at(-1) ?? ''

/** Five submits, so that this client's next one is over the limit. */
async function useUpTurns({ services }: World, clientKey = 'client') {
  for (let turn = 0; turn < 5; turn++) await submitBooking(services, submissionOf({ clientKey }))
}

onEachEngine('A booking', (engine) => {
  test('is stored whole in one go, and acknowledged with what is stored', async () => {
    const { services, clock } = await freshWorld(engine, { env: { STAFF_EMAIL: 'desk@example.com', ...webhookEnv } })
    const body = bookingBody({
      address: '12 Commercial Road',
      accessNotes: 'Blue door, ring twice',
      siteContact: 'Sam, 07700 900111',
      vulnerableOccupant: true,
      submittedAt: clock.now().toISOString(),
      triggered_from: 'https://example.co.uk',
      estimatedPrice: 142.5,
      detectedBorough: 'Tower Hamlets',
      csrfToken: 'whatever',
      company: '',
    })
    const answer = await submitBooking(services, submissionOf({ body, idempotencyKey: 'key-of-this-booking' }))

    const stored = await readStored(services)
    expect(stored.bookings).toHaveLength(1)
    const { contentHash, id, frozenTerms } = stored.bookings[0] ?? {}
    expect(stored.bookings[0]).toMatchObject({
      reference: answer.reference,
      idempotencyKey: hashOf('key-of-this-booking'),
      status: 'received',
      serviceLevel: 'standard',
      channel: 'online',
      name: 'Priya Raman',
      phone: '+447700900264',
      email: 'priya.raman@example.com',
      service: 'Burst Pipe',
      description: 'Water through the kitchen ceiling',
      address: '12 Commercial Road',
      accessNotes: 'Blue door, ring twice',
      siteContact: 'Sam, 07700 900111',
      vulnerableOccupant: 1,
      postcode: 'E1 1FR',
      borough: 'Tower Hamlets',
      inArea: 1,
      preferredDate: null,
      slotStartsAt: null,
      slotEndsAt: null,
      promisedFrom: '2026-11-20T10:30:00.000Z',
      promisedUntil: '2026-11-20T11:15:00.000Z',
      estimatePence: 14_250,
      priorityFeePence: 0,
      late: 0,
      suspectedSpam: 0,
      paymentDueAt: null,
      trackingTokenHash: hashOf(tokenOf(answer)),
      trackingKeyId: services.secrets.currentKeyId,
      trackingRevocations: 0,
      revision: 0,
      searchText: `${answer.reference.toLowerCase().replace('-', '')} 07700900264 priya raman sam 07700 900111 07700900111 e1 1fr e11fr 12 commercial road priya raman example com`,
      dangers: '',
      ...{ provenAt: null, toAgree: 0, contactBy: 'email', textsOnceProven: 0, customerId: null },
      ...{ forBusiness: 0, startAskedAt: null, startAskedBy: null },
      shortTokenHash: hashOf(tokenOf(answer).slice(0, 22)),
      triggeredFrom: 'https://example.co.uk',
      ...{ submittedAt: '2026-11-20T10:20:00.000Z', createdAt: '2026-11-20T10:20:00.000Z' },
    })
    expect(contentHash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.parse(String(frozenTerms))).toMatchObject({
      estimate: { service: 'Burst Pipe', basePence: 15_000, borough: 'Tower Hamlets', multiplierPercent: 95, estimatePence: 14_250 },
      priorityFeePence: 0,
      billing: { includedMinutes: 30, noAccessPence: 4_900 },
    })
    expect(stored.bookingEvents).toMatchObject([
      {
        bookingId: id,
        at: '2026-11-20T10:20:00.000Z',
        actor: 'customer',
        kind: 'status',
        fromStatus: null,
        toStatus: 'received',
        note: '',
      },
    ])
    expect(stored.jobs).toMatchObject([{ kind: 'announce', state: 'waiting' }])
    const deliveries = await handOut(services)
    expect(deliveries.map(({ kind }) => kind)).toEqual(['customer-confirmation', 'staff-email', 'staff-webhook'])
    for (const job of deliveries) {
      expect(JSON.parse(job.payload)).toEqual({ bookingId: id })
      expect(job).toMatchObject({ state: 'waiting', runAt: '2026-11-20T10:20:00.000Z', attempts: 0, leaseToken: null })
    }
    expect(stored.redlineSlots).toEqual([])

    expect(answer).toEqual({
      reference: expect.stringMatching(/^BK-[34679ACDEFGHJKMNPQRTWXY]{8}$/),
      status: 'received',
      trackingUrl: expect.stringMatching(/^http:\/\/localhost:3000\/track\/[\w-]{43}$/),
      estimatedPricePence: 14_250,
      replayed: false,
    })
  })
})

onOneEngine('A stored booking', (engine, test) => {
  test('is found by its private link, and nowhere in the database does the link stand', async ({ services }) => {
    const answer = await submitBooking(services, submissionOf())
    const { booking, events } = await readTrackedBooking(services, tokenOf(answer))
    expect(booking.reference).toBe(answer.reference)
    expect(events.map(({ toStatus }) => toStatus)).toEqual(['received'])
    expect(JSON.stringify(await readStored(services))).not.toContain(tokenOf(answer))
  })

  test('has the price, borough, slot and state that the server works out, whatever the client claims', async ({ services }) => {
    const claims = {
      estimatedPrice: 1,
      detectedBorough: 'Havering',
      borough: 'Havering',
      id: 'mine',
      reference: 'BK-MINE',
      status: 'completed',
      channel: 'phone',
      estimatePence: 1,
      estimate_pence: 1,
      priorityFeePence: -1,
      frozenTerms: '{}',
      promisedFrom: '2020-01-01T00:00:00.000Z',
      suspectedSpam: 1,
      late: 1,
      createdAt: '2020-01-01T00:00:00.000Z',
      preferredDate: '2026-11-21',
      timeSlot: '08:00 - 10:00',
    }
    const answer = await submitBooking(services, submissionOf({ body: bookingBody({ ...claims, postcode: 'sw1a1aa' }) }))
    expect(answer.estimatedPricePence).toBe(17_250)
    expect((await readStored(services)).bookings).toMatchObject([
      {
        reference: answer.reference,
        status: 'received',
        channel: 'online',
        postcode: 'SW1A 1AA',
        borough: 'Westminster',
        estimatePence: 17_250,
        priorityFeePence: 0,
        slotStartsAt: '2026-11-21T08:00:00.000Z',
        slotEndsAt: '2026-11-21T10:00:00.000Z',
        promisedFrom: '2026-11-21T08:00:00.000Z',
        promisedUntil: '2026-11-21T10:00:00.000Z',
        suspectedSpam: 0,
        late: 0,
        createdAt: '2026-11-20T10:20:00.000Z',
      },
    ])
  })

  test('has the district that the look-up service names, which is asked while no row is locked', async () => {
    const { services } = await freshWorld(engine, { env: lookupEnv })
    const asked: string[] = []
    const districtOf = async (postcode: string) => {
      // On SQLite this would deadlock inside the transaction.
      await readStored(services)
      asked.push(postcode)
      return 'Camden'
    }
    const answer = await submitBooking({ ...services, districtOf }, submissionOf())
    expect(asked).toEqual(['E1 1FR'])
    expect(answer.estimatedPricePence).toBe(15_000)
    expect((await readStored(services)).bookings).toMatchObject([{ borough: 'Camden', postcode: 'E1 1FR', inArea: 1 }])
  })

  test('outside the boroughs is stored, and marked so that staff ring before anyone drives', async ({ services }) => {
    await submitBooking(services, submissionOf({ body: bookingBody({ postcode: 'M1 1AE', borough: 'Camden' }) }))
    expect((await readStored(services)).bookings).toMatchObject([{ postcode: 'M1 1AE', borough: null, inArea: 0, estimatePence: 15_000 }])
  })

  test('that waited on the device past its slot is stored and marked late, never refused', async () => {
    const { services } = await freshWorld(engine, { now: '2026-11-25T09:00:00.000Z' })
    const queued = { submittedAt: '2026-11-20T10:20:00.000Z', preferredDate: '2026-11-20', timeSlot: '14:00 - 16:00' }
    await submitBooking(services, submissionOf({ body: bookingBody(queued) }))
    await submitBooking(
      services,
      submissionOf({ body: bookingBody({ submittedAt: queued.submittedAt, sentAt: '2026-11-25T09:00:00.000Z' }) }),
    )
    const { bookings } = await readStored(services)
    expect(bookings.map(({ late, status, submittedAt, createdAt }) => ({ late, status, submittedAt, createdAt }))).toEqual(
      Array(2).fill({ late: 1, status: 'received', submittedAt: queued.submittedAt, createdAt: '2026-11-25T09:00:00.000Z' }),
    )
    expect(bookings.map(({ slotStartsAt }) => slotStartsAt).sort()).toEqual(['2026-11-20T14:00:00.000Z', null])
    expect((await handOut(services)).filter(({ kind }) => kind === 'staff-email')).toHaveLength(2)
  })

  test('is taken whatever became of the stored webhook settings, e.g. when their key is gone', async ({ services }) => {
    await saveSetting(services, 'webhookUrl', webhookEnv.WEBHOOK_URL)
    await saveSetting(services, 'webhookSecret', webhookEnv.WEBHOOK_SECRET)
    const otherKey: Services = { ...services, secrets: createSecrets(['another-secret-0123456789abcdef0123456789']) }
    await submitBooking(otherKey, submissionOf())
    expect((await readStored(services)).bookings).toHaveLength(1)
    expect((await handOut(otherKey)).map(({ kind }) => kind)).toEqual(['customer-confirmation', 'staff-email', 'staff-webhook'])
  })
})

onOneEngine('A refused booking', (engine, test) => {
  test('leaves nothing behind', async () => {
    const refusals: [Partial<Submission>, new (...args: never[]) => Error][] = [
      [{ body: bookingBody({ email: 'nobody' }) }, InvalidBooking],
      [{ body: {} }, InvalidBooking],
      [{ body: bookingBody({ preferredDate: '2026-11-20', timeSlot: '08:00 - 10:00' }) }, InvalidBooking],
      [{ csrf: 'mismatch' }, CsrfMismatch],
      [{ body: bookingBody({ serviceLevel: 'redline' }) }, PaymentNotConfigured],
    ]
    const { services } = await freshWorld(engine, { env: { STAFF_EMAIL: 'desk@example.com', ...webhookEnv } })
    for (const [changes, kind] of refusals)
      expect(await refusalOf(submitBooking(services, submissionOf(changes))), JSON.stringify(changes)).toBeInstanceOf(kind)
    expect(Object.values(await storedBy(services)).flat()).toEqual([])
  })

  test('leaves nothing behind when Red Line is sold out', { payments: true }, async ({ world, services }) => {
    const redline = bookingBody({ serviceLevel: 'redline' })
    await sellSlots(world, 5)
    const before = await storedBy(services)
    const refusal = await refusalOf(submitBooking(services, submissionOf({ body: redline, clientKey: 'late' })))
    expect(refusal).toBeInstanceOf(SlotsSoldOut)
    expect(await storedBy(services)).toEqual(before)
  })

  test('may use its key again once it is right', async ({ services }) => {
    const idempotencyKey = newToken()
    await refusalOf(submitBooking(services, submissionOf({ idempotencyKey, body: bookingBody({ phone: '12' }) })))
    const answer = await submitBooking(services, submissionOf({ idempotencyKey }))
    expect(answer.replayed).toBe(false)
    expect((await readStored(services)).bookings).toMatchObject([{ reference: answer.reference }])
  })
})

onOneEngine('The checks of a submission', (_, test) => {
  test('look for a replay before the limit, the token and the fields', async (world) => {
    const first = submissionOf()
    const answer = await submitBooking(world.services, first)
    await useUpTurns(world, 'other')
    // Saying it again takes no turn.
    await submitBooking(world.services, first)
    for (let turn = 0; turn < 4; turn++) await submitBooking(world.services, submissionOf())
    expect(await refusalOf(submitBooking(world.services, submissionOf()))).toBeInstanceOf(TooManySubmits)
    expect(await submitBooking(world.services, { ...first, csrf: 'mismatch' })).toEqual({ ...answer, replayed: true })
    expect(await submitBooking(world.services, { ...first, clientKey: 'other' })).toEqual({ ...answer, replayed: true })
    expect(await refusalOf(submitBooking(world.services, { ...first, body: {}, csrf: 'mismatch' }))).toBeInstanceOf(KeyReused)
  })

  test('count the turn before they look at the token, and look at the token before the fields', async (world) => {
    const wrong = submissionOf({ csrf: 'mismatch', body: {} })
    for (let turn = 0; turn < 5; turn++) expect(await refusalOf(submitBooking(world.services, wrong))).toBeInstanceOf(CsrfMismatch)
    expect(await refusalOf(submitBooking(world.services, wrong))).toBeInstanceOf(TooManySubmits)
  })
})

onOneEngine('The submit limit', (engine, test) => {
  test('refuses the sixth submit within 60,000 ms, says how long to wait, and lets go exactly then', async ({ services, clock }) => {
    await submitBooking(services, submissionOf())
    clock.advance(20_500)
    for (let turn = 0; turn < 4; turn++) await submitBooking(services, submissionOf())
    clock.advance(20_000)
    const refusal = await refusalOf(submitBooking(services, submissionOf()))
    expect(refusal).toBeInstanceOf(TooManySubmits)
    // 19.5 s until the first leaves the window; Retry-After is in whole seconds, rounded up.
    expect(refusal).toMatchObject({ retryAfterSeconds: 20, title: 'Too Many Requests' })
    clock.advance(19_499)
    expect(await refusalOf(submitBooking(services, submissionOf()))).toMatchObject({ retryAfterSeconds: 1 })
    clock.advance(1)
    await submitBooking(services, submissionOf())
    // The other four still count.
    expect(await refusalOf(submitBooking(services, submissionOf()))).toMatchObject({ retryAfterSeconds: 21 })
    expect((await readStored(services)).bookings).toHaveLength(6)
  })

  test('is not prolonged by tries that it refused', async (world) => {
    await useUpTurns(world)
    for (let turn = 0; turn < 10; turn++) {
      world.clock.advance(5_900)
      expect(await refusalOf(submitBooking(world.services, submissionOf()))).toBeInstanceOf(TooManySubmits)
    }
    world.clock.advance(1_000)
    await submitBooking(world.services, submissionOf())
  })

  test('lets five of twenty parallel submits of one client through, over two instances', { races: true }, async (world) => {
    const peers = openPeers(world, 2, 10)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, each) => submitBooking(peers[each % 2] ?? world.services, submissionOf())),
    )
    expect(countOutcomes(results)).toEqual({ ok: 5, TooManySubmits: 15 })
    expect((await readStored(world.services)).bookings).toHaveLength(5)
  })

  test('holds a flood back from the postcode look-up too: another service is not asked for what is refused', async () => {
    const world = await freshWorld(engine, { env: lookupEnv })
    await useUpTurns(world)
    const asked: string[] = []
    const districtOf = async (postcode: string) => {
      asked.push(postcode)
      return undefined
    }
    const services: Services = { ...world.services, districtOf }
    for (let each = 0; each < 9; each++)
      await refusalOf(submitBooking(services, submissionOf({ body: bookingBody({ postcode: `E1 ${each}FR` }) })))
    expect(asked).toEqual([])
  })
})

onOneEngine('A filled honeypot', (_, test) => {
  const genuine = bookingBody()

  test('is filled by anything but emptiness', async ({ services }) => {
    const values = [
      ...[{}, ['x'], 1, true, ' x '].map((value) => [value, 1]),
      ...['', '  ', null, undefined, false].map((value) => [value, 0]),
    ]
    for (const [company, suspectedSpam] of values) {
      const clientKey = JSON.stringify({ company })
      const { reference } = await submitBooking(services, submissionOf({ clientKey, body: { ...genuine, company } }))
      const { bookings } = await readStored(services)
      expect(bookings.find((booking) => booking.reference === reference)?.suspectedSpam, clientKey).toBe(suspectedSpam)
    }
  })

  test('holds a Red Line slot, and asks for payment', { payments: true }, async ({ services }) => {
    const body = { ...genuine, serviceLevel: 'redline', company: 'Acme Ltd' }
    expect(await submitBooking(services, submissionOf({ body }))).toMatchObject({ payment: expect.anything() })
    const { bookings, redlineSlots } = await readStored(services)
    expect(bookings).toMatchObject([{ status: 'awaiting_payment', suspectedSpam: 1, paymentDueAt: expect.any(String) }])
    expect(redlineSlots).toHaveLength(1)
  })
})

onOneEngine('The same idempotency key', (engine, test) => {
  const equalAnswers = (answers: Acknowledgement[]) => new Set(answers.map(({ replayed: _, ...answer }) => JSON.stringify(answer))).size

  const manyTimes = async (world: World, submissionNumber: (each: number) => Submission, peers = openPeers(world, 3)) => {
    return Promise.all(
      Array.from({ length: 50 }, (_, each) => answered(() => submitBooking(peers[each % 3] ?? world.services, submissionNumber(each)))),
    )
  }

  test('fifty times at once from fifty addresses is one booking and fifty equal answers', { races: true }, async (world) => {
    const submission = submissionOf()
    const answers = await manyTimes(world, (each) => ({ ...submission, clientKey: `client ${each}` }))
    expect(equalAnswers(answers)).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    const { bookings, bookingEvents } = await readStored(world.services)
    expect(bookings).toMatchObject([{ reference: answers[0]?.reference }])
    expect(bookingEvents).toHaveLength(1)
    expect((await handOut(world.services)).map(({ kind }) => kind)).toEqual(['customer-confirmation', 'staff-email'])
  })

  test('is one Red Line booking with fifty equal answers, even when it takes the last slot that is held', async () => {
    const world = await freshWorld(racing(engine), { payments: true })
    const { db } = world.services
    const peers = openPeers(world, 3)
    const redline = bookingBody({ serviceLevel: 'redline' })
    await sellSlots(world, 2)
    // Several rounds, because the race needs one process to find no booking, then no slot left to hold.
    for (let round = 0; round < tries(2, 5); round++) {
      const submission = submissionOf({ body: redline })
      const answers = await manyTimes(world, (each) => ({ ...submission, clientKey: `round ${round} client ${each}` }), peers)
      expect(equalAnswers(answers)).toBe(1)
      const { redlineSlots, bookings } = await readStored(world.services)
      expect(answers[0]?.payment?.isHeld).toBe(true)
      expect(redlineSlots).toHaveLength(3)
      expect(bookings).toHaveLength(3 + round)
      await db.deleteFrom('redlineSlots').where('heldUntil', 'is not', null).execute()
    }
  })

  test('with other content is refused, and the booking stays as it was', async ({ services }) => {
    const first = submissionOf()
    await submitBooking(services, first)
    const before = await storedBy(services)
    for (const change of [{ name: 'Another Name' }, { description: '' }, { serviceLevel: 'redline' }, { extra: 1 }]) {
      const refusal = await refusalOf(submitBooking(services, { ...first, body: { ...first.body, ...change } }))
      expect(refusal, JSON.stringify(change)).toBeInstanceOf(KeyReused)
    }
    const { description: _, ...without } = first.body
    expect(await refusalOf(submitBooking(services, { ...first, body: without }))).toBeInstanceOf(KeyReused)
    expect(await storedBy(services)).toEqual(before)
  })

  test('with other figures than before, which are only compared, is the same booking: the page had not fetched them yet', async () => {
    const { services } = await freshWorld(engine)
    const first = submissionOf()
    const answer = await submitBooking(services, first)
    for (const change of [
      { estimatedPrice: 1 },
      { detectedBorough: 'Kent' },
      { triggered_from: 'elsewhere' },
      { csrfToken: 'x', submittedAt: 'y' },
    ])
      expect(await submitBooking(services, { ...first, body: { ...first.body, ...change } })).toEqual({ ...answer, replayed: true })
    const { estimatedPrice: _price, detectedBorough: _borough, ...unfetched } = first.body
    expect(await submitBooking(services, { ...first, body: unfetched })).toEqual({ ...answer, replayed: true })
    const turned = Object.fromEntries(Object.entries(first.body).reverse())
    expect(await submitBooking(services, { ...first, body: turned })).toEqual({ ...answer, replayed: true })
    expect((await storedBy(services)).bookings).toHaveLength(1)
  })

  test('with two contents at once, from different addresses, stores one and refuses the other', { races: true }, async (world) => {
    const [one, two] = openPeers(world, 2)
    for (let round = 0; round < tries(4, 10); round++) {
      const idempotencyKey = `round ${round}`
      const results = await Promise.allSettled([
        submitBooking(one ?? world.services, submissionOf({ idempotencyKey, clientKey: `a ${round}` })),
        submitBooking(
          two ?? world.services,
          submissionOf({ idempotencyKey, clientKey: `b ${round}`, body: bookingBody({ name: 'Somebody Else' }) }),
        ),
      ])
      expect(countOutcomes(results)).toEqual({ KeyReused: 1, ok: 1 })
    }
    expect((await readStored(world.services)).bookings).toHaveLength(tries(4, 10))
  })

  test('gives the same answer after the booking has moved on', { payments: true }, async ({ services, clock }) => {
    for (const [serviceLevel, began, became] of [
      ['standard', 'received', 'completed'],
      ['redline', 'awaiting_payment', 'expired'],
    ] as const) {
      const first = submissionOf({ body: bookingBody({ serviceLevel }) })
      const answer = await submitBooking(services, first)
      expect(answer.status).toBe(began)
      await services.db.updateTable('bookings').set({ status: became }).execute()
      clock.advance(days(40))
      expect(await submitBooking(services, first)).toEqual({ ...answer, replayed: true })
    }
  })

  test('shows the same private link after the secret key was rotated', async ({ services }) => {
    const first = submissionOf()
    const answer = await submitBooking(services, first)
    const rotated: Services = { ...services, secrets: createSecrets(['a-new-secret-0123456789abcdef0123456789ab', testSecret]) }
    expect(await submitBooking(rotated, first)).toEqual({ ...answer, replayed: true })
    const next = await submitBooking(rotated, submissionOf())
    expect((await readTrackedBooking(services, tokenOf(next))).booking.trackingKeyId).toBe(rotated.secrets.currentKeyId)
  })

  test('absent makes every submission a booking of its own', async ({ services }) => {
    const submission = submissionOf({ idempotencyKey: undefined })
    const [one, two] = [await submitBooking(services, submission), await submitBooking(services, submission)]
    expect(one.reference).not.toBe(two.reference)
    expect((await readStored(services)).bookings).toHaveLength(2)
  })
})
