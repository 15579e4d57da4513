import { describe, expect, onTestFinished, test } from 'vitest'
import { beat, endBeat, readHealth } from '#app/platform/health.ts'
import { claimJobs, enqueue, type JobHandlers, runDueJobs } from '#app/platform/jobs.ts'
import { startWorker } from '#app/platform/worker.ts'
import { minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { createApp } from '#server/app.ts'
import { fillDisk, freshWorld } from '#test/support/fresh.ts'
import { onEachEngine, type World } from '#test/support/world.ts'

/** The app of an instance whose worker's last heartbeat was `beatAgo` milliseconds ago, or never if undefined. */
async function openInstance(world: World, beatAgo?: number) {
  const instance = newId()
  const { services, clock } = world
  if (beatAgo !== undefined)
    await services.db
      .insertInto('heartbeats')
      .values({ instance, at: new Date(clock.now().getTime() - beatAgo).toISOString() })
      .execute()
  const app = createApp({ services, health: () => readHealth(services, instance), pages: async () => new Response('page') })
  return async (method = 'GET') => {
    const response = await app.request('/api/health', { method })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : undefined }
  }
}

const addJob = ({ services, clock }: World) =>
  services.db.transaction().execute((tx) => enqueue(tx, clock.now(), [{ kind: 'work', payload: {} }]))

const ok = { status: 'ok', database: 'ok', jobs: 'ok' }
const jobsFailing = { status: 'failing', database: 'ok', jobs: 'failing' }

onEachEngine('/api/health', (engine) => {
  test('is 200 while the database answers and the worker beats', async () => {
    const ask = await openInstance(await freshWorld(engine), 0)
    const { status, json, headers } = await ask()
    expect({ status, json }).toEqual({ status: 200, json: ok })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toContain('application/json')
  })

  test('is 503 when the database is gone, and says nothing more of it', async () => {
    const world = await freshWorld(engine)
    const ask = await openInstance(world, 0)
    await world.services.db.destroy()
    const { status, json } = await ask()
    expect({ status, json }).toEqual({ status: 503, json: { status: 'failing', database: 'failing', jobs: 'failing' } })
  })

  test('is 503 when this instance’s worker has not beaten for half a minute', async () => {
    const world = await freshWorld(engine)
    expect(await (await openInstance(world, 30_000))()).toMatchObject({ status: 200, json: ok })
    const ask = await openInstance(world, 30_001)
    expect(await ask()).toMatchObject({ status: 503, json: jobsFailing })
    // Another instance's heartbeat doesn't make this one healthy.
    expect(await (await openInstance(world, 0))()).toMatchObject({ status: 200 })
    expect(await ask()).toMatchObject({ status: 503 })
  })

  test('is 503 when a job has been due for more than two minutes, and 200 when it is done', async () => {
    const world = await freshWorld(engine)
    await addJob(world)
    world.clock.advance(minutes(2))
    expect(await (await openInstance(world, 0))()).toMatchObject({ status: 200, json: ok })
    world.clock.advance(1)
    const ask = await openInstance(world, 0)
    expect(await ask()).toMatchObject({ status: 503, json: jobsFailing })
    await runDueJobs(world.services, { work: async () => undefined })
    expect(await ask()).toMatchObject({ status: 200, json: ok })
  })

  test('is 200 while a failing job waits for its next try, or one is being done', async () => {
    const world = await freshWorld(engine)
    const fails: JobHandlers = { work: () => Promise.reject(new Error('target down')) }
    await addJob(world)
    for (let hour = 0; hour < 3; hour++) {
      await runDueJobs(world.services, fails)
      expect(await (await openInstance(world, 0))()).toMatchObject({ status: 200, json: ok })
      world.clock.advance(minutes(10))
    }
    await claimJobs(world.services, 1)
    world.clock.advance(minutes(1))
    expect(await (await openInstance(world, 0))()).toMatchObject({ status: 200, json: ok })
  })

  test('is 503 when a job’s worker died and no one has taken it over', async () => {
    const world = await freshWorld(engine)
    await addJob(world)
    await claimJobs(world.services, 1)
    world.clock.advance(minutes(3) + 1)
    expect(await (await openInstance(world, 0))()).toMatchObject({ status: 503, json: jobsFailing })
  })

  test('is 200 beside a dead job: staff are told of those elsewhere', async () => {
    const world = await freshWorld(engine)
    await addJob(world)
    await world.services.db.updateTable('jobs').set({ state: 'dead' }).execute()
    world.clock.advance(minutes(60))
    expect(await (await openInstance(world, 0))()).toMatchObject({ status: 200, json: ok })
  })

  test('is 200 with a real worker, and 503 once that has stopped', async () => {
    const world = await freshWorld(engine)
    const worker = startWorker(world.services, {})
    onTestFinished(() => worker.stop())
    const app = createApp({
      services: world.services,
      health: () => readHealth(world.services, worker.instance),
      pages: async () => new Response('page'),
    })
    await expect.poll(async () => (await app.request('/api/health')).status).toBe(200)
    await worker.stop()
    expect((await app.request('/api/health')).status).toBe(503)
  })
})

describe('/api/health', () => {
  test('answers HEAD as GET, without the body, and other methods with 405', async () => {
    const world = await freshWorld('sqlite')
    expect(await (await openInstance(world, 0))('HEAD')).toMatchObject({ status: 200, text: '' })
    const ask = await openInstance(world)
    expect(await ask('HEAD')).toMatchObject({ status: 503, text: '' })
    for (const method of ['POST', 'OPTIONS']) {
      const { status, headers } = await ask(method)
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  test('is 503 as soon as a full disk refused a change, and 200 once one is stored', async () => {
    const world = await freshWorld('sqlite')
    const { services } = world
    const ask = await openInstance(world, 0)
    const makeRoom = await fillDisk(services)
    await expect(beat(services, 'x'.repeat(10_000))).rejects.toMatchObject({ code: 'not_stored' })
    // Neither a read nor an empty change proves that there is room.
    await endBeat(services, 'no one')
    expect(await ask()).toMatchObject({ status: 503, json: { status: 'failing', database: 'failing', jobs: 'ok' } })
    await makeRoom()
    await beat(services, 'another')
    expect(await ask()).toMatchObject({ status: 200, json: ok })
  })
})
