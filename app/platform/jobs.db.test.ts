import { expect, onTestFinished, test, vi } from 'vitest'
import { days, hours, later, minutes } from '#app/values/clock.ts'
import { freshWorld, openPeers, readStored } from '#test/support/fresh.ts'
import { onEachEngine, onOneEngine, type World } from '#test/support/world.ts'
import type { Engine } from './database.ts'
import { backoffMs, claimJobs, enqueue, type JobContext, type JobHandlers, releaseLeases, runDueJobs, runJob } from './jobs.ts'
import type { Services } from './services.ts'

const leaseMs = minutes(1)

/** Adds jobs of the kind 'work', each with its number as the payload. */
const addJobs = ({ services, clock }: World, count: number, kind = 'work') =>
  services.db.transaction().execute((tx) =>
    enqueue(
      tx,
      clock.now(),
      Array.from({ length: count }, (_, number) => ({ kind, payload: { number } })),
    ),
  )

async function openJobs(engine: Engine, count: number, kind?: string): Promise<World> {
  const world = await freshWorld(engine)
  await addJobs(world, count, kind)
  return world
}

const readJobs = async (services: Services) => (await readStored(services)).jobs
const readAttempts = (services: Services) =>
  services.db.selectFrom('jobAttempts').select(['number', 'startedAt', 'endedAt', 'outcome', 'detail']).orderBy('id').execute()

const fails: JobHandlers = {
  work: async () => {
    throw new Error('The target answered 500')
  },
}
const succeeds: JobHandlers = { work: async () => undefined }

async function claimOne(services: Services) {
  const [job, ...others] = await claimJobs(services, 1)
  expect(others).toEqual([])
  if (!job) throw new Error('There was nothing to claim')
  return job
}

/** Claims until no job is due, as a worker does. */
async function claimAll(services: Services, atOnce: number): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const claimed = await claimJobs(services, atOnce)
    if (claimed.length === 0) return ids
    ids.push(...claimed.map(({ id }) => id))
  }
}

onOneEngine('A job', (engine) => {
  test('that a process left behind is claimed at once when its lease is released, and the attempt counts as lost', async () => {
    const world = await openJobs(engine, 2)
    const left = await claimOne(world.services)
    await releaseLeases(world.services)
    expect(await claimJobs(world.services, 10)).toHaveLength(2)
    expect(await readAttempts(world.services)).toMatchObject([{ number: 1, outcome: 'lost' }, { outcome: null }, { outcome: null }])
    // A worker that returns with an expired lease changes nothing.
    await runJob(world.services, succeeds, left)
    expect((await readJobs(world.services)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  })

  test('exists when its transaction commits, and only then', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const rolledBack = services.db.transaction().execute(async (tx) => {
      await enqueue(tx, clock.now(), [{ kind: 'work', payload: {} }])
      throw new Error('the booking failed')
    })
    await expect(rolledBack).rejects.toThrow('the booking failed')
    expect(await claimJobs(services, 10)).toEqual([])
    await addJobs(world, 1)
    expect(await claimJobs(services, 10)).toMatchObject([{ kind: 'work', payload: '{"number":0}', attempts: 1 }])
  })

  test('that failed is tried again under the same id until it succeeds, and staff can read every attempt', async () => {
    const { services, clock } = await openJobs(engine, 1)
    const ids: string[] = []
    const handlers: JobHandlers = {
      work: async (_services, _payload, { jobId, attempt }) => {
        ids.push(jobId)
        if (attempt < 4) throw new Error(`The target answered 50${attempt}`)
      },
    }
    for (let turn = 0; turn < 10; turn++) {
      await runDueJobs(services, handlers)
      clock.advance(minutes(1))
    }
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(1)
    expect(await readJobs(services)).toMatchObject([{ state: 'done', attempts: 4 }])
    expect((await readAttempts(services)).map(({ number, outcome, detail }) => [number, outcome, detail])).toEqual([
      [1, 'failed', 'The target answered 501'],
      [2, 'failed', 'The target answered 502'],
      [3, 'failed', 'The target answered 503'],
      [4, 'ok', ''],
    ])
  })

  test('whose handler throws anything at all has failed, with a message that can be stored', async () => {
    const world = await freshWorld(engine)
    const zero = 'bad \u0000 byte'
    const errors = [zero, `${'x'.repeat(499)}😀`, 'x'.repeat(100_000)].map((text) => new Error(text))
    const thrown = [new Error('broken'), undefined, null, '', 'broken', 0, false, zero, Object.create(null), ...errors]
    await addJobs(world, thrown.length)
    await runDueJobs(world.services, { work: async (_services, payload) => Promise.reject(thrown[(payload as { number: number }).number]) })
    for (const job of await readJobs(world.services)) expect(job).toMatchObject({ state: 'waiting', finishedAt: null })
    const attempts = await readAttempts(world.services)
    expect(attempts).toHaveLength(thrown.length)
    for (const { outcome, endedAt, detail } of attempts) {
      expect([outcome, endedAt]).toEqual(['failed', expect.any(String)])
      expect(detail.length).toBeLessThanOrEqual(500)
    }
  })

  test('with a payload no one can read fails, and takes no other down with it', async () => {
    const world = await openJobs(engine, 2)
    const [broken] = await readJobs(world.services)
    await world.services.db.updateTable('jobs').set({ payload: '{' }).where('id', '=', String(broken?.id)).execute()
    await runDueJobs(world.services, succeeds)
    expect((await readJobs(world.services)).map(({ id, state }) => [id === broken?.id, state]).sort()).toEqual([
      [false, 'done'],
      [true, 'waiting'],
    ])
  })

  test.each(['newer-kind', 'constructor'])('of the unknown kind %s waits for a version that knows it', async (kind) => {
    const world = await openJobs(engine, 1, kind)
    await runDueJobs(world.services, succeeds)
    expect(await readJobs(world.services)).toMatchObject([{ state: 'waiting', attempts: 1 }])
    expect(await readAttempts(world.services)).toMatchObject([{ outcome: 'failed', detail: expect.stringContaining(kind) }])
    world.clock.advance(minutes(1))
    const known: JobHandlers = Object.fromEntries([[kind, async () => undefined]])
    expect(await runDueJobs(world.services, known)).toBe(1)
    expect(await readJobs(world.services)).toMatchObject([{ state: 'done' }])
  })

  test('that overruns its time is given up and tried again, even when its handler never ends', async () => {
    const world = await openJobs(engine, 1)
    const runningOut = new AbortController()
    const limits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      limits.push(milliseconds)
      return runningOut.signal
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const context = Promise.withResolvers<JobContext>()
    const run = runDueJobs(world.services, {
      work: (_services, _payload, given) => {
        context.resolve(given)
        return new Promise(() => undefined)
      },
    })
    const { signal } = await context.promise
    runningOut.abort()
    expect(await run).toBe(1)
    expect(signal.aborted).toBe(true)
    // Well within the lease, or a second worker would start while the first is still running.
    expect(Math.max(...limits)).toBeLessThanOrEqual(leaseMs / 2)
    expect(await readJobs(world.services)).toMatchObject([{ state: 'waiting', leaseToken: null }])
    expect(await readAttempts(world.services)).toMatchObject([{ outcome: 'failed', detail: 'The attempt took too long' }])
  })
})

onEachEngine('A claim', (engine) => {
  test('is the claimer’s alone while its lease runs, then another’s, who records the attempt as lost', async () => {
    const { services, clock } = await openJobs(engine, 1)
    const first = await claimOne(services)
    clock.advance(leaseMs - 1)
    expect(await claimJobs(services, 10)).toEqual([])
    clock.advance(1)
    const second = await claimOne(services)
    expect(second).toMatchObject({ id: first.id, attempts: 2 })
    expect(second.leaseToken).not.toBe(first.leaseToken)
    expect(await readAttempts(services)).toEqual([
      { number: 1, startedAt: '2026-11-20T10:20:00.000Z', endedAt: '2026-11-20T10:21:00.000Z', outcome: 'lost', detail: '' },
      { number: 2, startedAt: '2026-11-20T10:21:00.000Z', endedAt: null, outcome: null, detail: '' },
    ])
  })

  test.each([
    ['succeeded', succeeds],
    ['failed', fails],
  ])('whose lease was lost meanwhile leaves the job to its new holder when it has %s', async (_, late) => {
    const { services, clock } = await openJobs(engine, 1)
    const first = await claimOne(services)
    clock.advance(leaseMs)
    const second = await claimOne(services)
    const held = await readJobs(services)
    clock.advance(10_000)
    await runJob(services, late, first)
    expect(await readJobs(services)).toEqual(held)
    expect((await readAttempts(services)).map(({ outcome }) => outcome)).toEqual(['lost', null])
    await runJob(services, succeeds, second)
    expect(await readJobs(services)).toMatchObject([{ state: 'done', attempts: 2 }])
    expect((await readAttempts(services)).map(({ outcome }) => outcome)).toEqual(['lost', 'ok'])
  })

  test('whose lease was lost to a later claim of the same worker stays with it, though another of that claim ends at the same time', async () => {
    const world = await openJobs(engine, 1)
    const { services, clock } = world
    const lost = await claimOne(services)
    await addJobs(world, 1)
    clock.advance(leaseMs)
    const claimed = await claimJobs(services, 2)
    const [again, other] = [claimed.find(({ id }) => id === lost.id), claimed.find(({ id }) => id !== lost.id)]
    if (!again || !other) throw new Error('Both were to be claimed')
    await Promise.all([runJob(services, succeeds, lost), runJob(services, succeeds, other)])
    const states = async () => Object.fromEntries((await readJobs(services)).map(({ id, state, leaseToken }) => [id, [state, leaseToken]]))
    expect(await states()).toEqual({ [lost.id]: ['waiting', again.leaseToken], [other.id]: ['done', null] })
    await runJob(services, succeeds, again)
    expect(await states()).toEqual({ [lost.id]: ['done', null], [other.id]: ['done', null] })
  })

  test('that overran its lease still ends the job when no one else has taken it', async () => {
    const world = await openJobs(engine, 1)
    const job = await claimOne(world.services)
    world.clock.advance(leaseMs * 5)
    await runJob(world.services, succeeds, job)
    expect(await readJobs(world.services)).toMatchObject([{ state: 'done', attempts: 1 }])
    expect(await claimJobs(world.services, 10)).toEqual([])
  })

  test('takes no more than asked for, the longest due first', async () => {
    const world = await openJobs(engine, 40, 'later')
    world.clock.advance(-1_000)
    await addJobs(world, 3, 'sooner')
    world.clock.advance(1_000)
    const claimed = await claimJobs(world.services, 5)
    expect(claimed.map(({ kind }) => kind).sort()).toEqual(['later', 'later', 'sooner', 'sooner', 'sooner'])
    expect(await claimAll(world.services, 16)).toHaveLength(38)
  })

  test('is never answered twice, however many workers of however many instances ask at once', async () => {
    const world = await freshWorld(engine, { poolSize: 4 })
    const peers = openPeers(world, 5, 3)
    for (let round = 0; round < 2; round++) {
      await addJobs(world, 120)
      const claims = await Promise.all(peers.flatMap((peer) => [claimAll(peer, 1 + round * 3), claimAll(peer, 7)]))
      expect(claims.flat()).toHaveLength(120)
      expect(new Set(claims.flat()).size).toBe(120)
      await world.services.db.updateTable('jobs').set({ state: 'done' }).execute()
    }
    const numbers = (await readAttempts(world.services)).map(({ number }) => number)
    expect(numbers).toEqual(Array(240).fill(1))
  })

  test('of a lost job is got by exactly one of those who ask at once', async () => {
    const world = await freshWorld(engine, { poolSize: 4 })
    const peers = openPeers(world, 6, 3)
    await addJobs(world, 10)
    await claimJobs(world.services, 10)
    for (let round = 2; round < 5; round++) {
      world.clock.advance(leaseMs)
      const claims = await Promise.all(peers.flatMap((peer) => [claimJobs(peer, 10), claimJobs(peer, 3)]))
      const ids = claims.flat().map(({ id }) => id)
      expect(ids).toHaveLength(10)
      expect(new Set(ids).size).toBe(10)
      expect(new Set(claims.flat().map(({ attempts }) => attempts))).toEqual(new Set([round]))
    }
    const attempts = await readAttempts(world.services)
    expect(attempts.filter(({ outcome }) => outcome === 'lost')).toHaveLength(30)
    expect(attempts.filter(({ outcome }) => outcome === null)).toHaveLength(10)
  })
})

onOneEngine('A failing job', (engine) => {
  test('waits as long as its backoff says, and is due then', async () => {
    const { services, clock } = await openJobs(engine, 1)
    for (let attempt = 1; attempt <= 12; attempt++) {
      expect(await runDueJobs(services, fails)).toBe(1)
      const wait = new Date(String((await readJobs(services))[0]?.runAt)).getTime() - clock.now().getTime()
      expect(wait).toBeGreaterThanOrEqual(backoffMs(attempt, undefined, 0))
      expect(wait).toBeLessThanOrEqual(backoffMs(attempt, undefined, 1))
      clock.advance(wait - 1)
      expect(await runDueJobs(services, succeeds)).toBe(0)
      clock.advance(1)
    }
  })

  test('is kept trying for three days, then is dead and left for staff', async () => {
    const { services, clock } = await openJobs(engine, 1)
    await runDueJobs(services, fails)
    clock.set(later('2026-11-20T10:20:00.000Z', days(3) - 1))
    await runDueJobs(services, fails)
    expect(await readJobs(services)).toMatchObject([{ state: 'waiting', attempts: 2 }])
    clock.advance(hours(1))
    await runDueJobs(services, fails)
    const diedAt = clock.now().toISOString()
    expect(await readJobs(services)).toMatchObject([{ state: 'dead', attempts: 3, finishedAt: diedAt, leaseToken: null }])

    clock.advance(days(20))
    expect(await runDueJobs(services, succeeds)).toBe(0)
    expect((await readAttempts(services)).map(({ number, outcome }) => `${number} ${outcome}`)).toEqual([
      '1 failed',
      '2 failed',
      '3 failed',
    ])
  })

  test('that brings a code is given up when the code has run out, and tried once a minute until then', async () => {
    const { services, clock } = await freshWorld(engine)
    await services.db.transaction().execute((tx) => enqueue(tx, clock.now(), [{ kind: 'account-text', payload: {} }]))
    const failing = { 'account-text': () => Promise.reject(new Error('no line')) }
    for (let minute = 0; minute < 5; minute++) {
      await runDueJobs(services, failing)
      expect(await readJobs(services)).toMatchObject([{ state: 'waiting' }])
      clock.advance(minutes(1))
    }
    await runDueJobs(services, failing)
    expect(await readJobs(services)).toMatchObject([{ state: 'dead' }])
  })

  test('keeps what the other side answered, without addresses, at most 300 characters of it', async () => {
    const world = await openJobs(engine, 1)
    await runDueJobs(world.services, { work: async () => `250 OK for priya@example.com ${'x'.repeat(500)}` })
    const [attempt] = await readAttempts(world.services)
    expect(attempt?.outcome).toBe('ok')
    expect(attempt?.detail).toMatch(/^250 OK for \[address\] x{200,300}$/)
  })
})
