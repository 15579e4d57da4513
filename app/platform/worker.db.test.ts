import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { days, minutes } from '#app/values/clock.ts'
import { chores } from '#server/jobs.ts'
import { freshWorld, openPeers, readStored } from '#test/support/fresh.ts'
import { onEachEngine, onOneEngine, type World } from '#test/support/world.ts'
import type { Engine } from './database.ts'
import { enqueue, type JobHandlers, runDueJobs } from './jobs.ts'
import type { Services } from './services.ts'
import { type Chore, startWorker, type Worker } from './worker.ts'

const addJobs = ({ services, clock }: World, count: number) =>
  services.db.transaction().execute((tx) =>
    enqueue(
      tx,
      clock.now(),
      Array.from({ length: count }, (_, number) => ({ kind: 'work', payload: { number } })),
    ),
  )

async function openJobs(engine: Engine, count: number): Promise<World> {
  const world = await freshWorld(engine)
  await addJobs(world, count)
  return world
}

/** A worker that is stopped after the test, if the test hasn't stopped it. */
function openWorker(services: Services, handlers: JobHandlers, chores: Chore[] = [], isBusy?: () => boolean): Worker {
  const worker = startWorker(services, handlers, { chores }, isBusy)
  onTestFinished(() => worker.stop().catch(() => undefined))
  return worker
}

const doneCount = async (services: Services) => (await readStored(services)).jobs.filter(({ state }) => state === 'done').length
const until = (read: () => Promise<unknown> | unknown, value: unknown) =>
  expect.poll(read, { timeout: 50_000, interval: 20 }).toEqual(value)

/** A worker whose jobs wait until released, and which reports how many run at the same time. */
function openGatedWorker({ services }: World) {
  const running: (() => void)[] = []
  let most = 0
  let isOpen = false
  const work = () =>
    new Promise<void>((resolve) => {
      running.push(resolve)
      most = Math.max(most, running.length)
      if (isOpen) letGo()
    })
  const letGo = () => {
    for (const resolve of running.splice(0)) resolve()
  }
  const worker = openWorker(services, { work })
  onTestFinished(() => {
    isOpen = true
    letGo()
  })
  return { worker, letGo, running: () => running.length, most: () => most }
}

onOneEngine('A worker', (engine) => {
  test('does what waits when it starts, and what is added when it is woken', async () => {
    const world = await openJobs(engine, 3)
    const worker = openWorker(world.services, { work: async () => undefined })
    await until(() => doneCount(world.services), 3)
    // Added by another instance: it isn't woken.
    await addJobs(world, 1)
    await until(() => doneCount(world.services), 4)
    await addJobs(world, 49)
    worker.wake()
    await until(() => doneCount(world.services), 53)
  })

  test('does no more than thirty-two at once, and all of them in the end', async () => {
    const world = await openJobs(engine, 80)
    const { letGo, running, most } = openGatedWorker(world)
    for (let done = 0; done < 80; ) {
      await expect.poll(running, { timeout: 50_000 }).toBeGreaterThan(0)
      done += running()
      letGo()
      expect((await readStored(world.services)).jobs.filter(({ leaseToken }) => leaseToken !== null).length).toBeLessThanOrEqual(32)
    }
    await until(() => doneCount(world.services), 80)
    expect(most()).toBeLessThanOrEqual(32)
    expect((await readStored(world.services)).jobAttempts).toHaveLength(80)
  })

  test('goes on while many requests wait for their answers, a claim every quarter of a second', async () => {
    const world = await openJobs(engine, 70)
    const openedAt = performance.now()
    let lastAt = openedAt
    openWorker(
      world.services,
      {
        async work() {
          lastAt = performance.now()
        },
      },
      [],
      () => true,
    )
    await until(() => doneCount(world.services), 70)
    // Three claims of 32 at most, so at least two pauses, however slow the machine is.
    expect(lastAt - openedAt).toBeGreaterThanOrEqual(2 * 250 - 5)
  })

  test('finishes what it runs before it has stopped, and starts nothing more', async () => {
    const world = await openJobs(engine, 1)
    const { worker, letGo, running } = openGatedWorker(world)
    await until(running, 1)
    let stopped = false
    const stopping = worker.stop().then(() => {
      stopped = true
    })
    await addJobs(world, 1)
    worker.wake()
    expect(stopped).toBe(false)
    letGo()
    await stopping
    const { jobs, heartbeats } = await readStored(world.services)
    expect(jobs.map(({ state, attempts }) => `${state} ${attempts}`).sort()).toEqual(['done 1', 'waiting 0'])
    expect(heartbeats).toEqual([])
  })

  test('beats from its start, in its own name, and forgets instances that fell silent', async () => {
    const world = await freshWorld(engine)
    const { db } = world.services
    const silent = (instance: string, ago: number) => ({ instance, at: new Date(world.clock.now().getTime() - ago).toISOString() })
    await db
      .insertInto('heartbeats')
      .values([silent('gone', minutes(10) + 1), silent('quiet', minutes(9))])
      .execute()
    const worker = openWorker(world.services, {})
    await until(
      async () => (await readStored(world.services)).heartbeats.map(({ instance }) => instance).sort(),
      ['quiet', worker.instance].sort(),
    )
  })

  test('does its chores at the start, in order, and goes on when one fails', async () => {
    const world = await openJobs(engine, 1)
    const done: string[] = []
    const chores: Chore[] = [
      async () => void done.push('one'),
      async () => {
        throw new Error('broken chore')
      },
      async () => void done.push('three'),
    ]
    openWorker(world.services, { work: async () => undefined }, chores)
    await until(() => done, ['one', 'three'])
    await until(() => doneCount(world.services), 1)
  })
})

describe('A worker whose database is gone', () => {
  test('says so in the log and does not end the process', async () => {
    const world = await freshWorld('sqlite')
    const error = vi.fn()
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    const worker = openWorker({ ...world.services, log: { ...world.services.log, error } }, {})
    await until(async () => (await readStored(world.services)).heartbeats.length, 1)
    await world.services.db.destroy()
    worker.wake()
    await expect.poll(() => error.mock.calls.length, { timeout: 50_000 }).toBeGreaterThan(0)
    expect(unhandled).not.toHaveBeenCalled()
  })
})

onEachEngine('The chores', (engine) => {
  test('may be done by every instance at once', async () => {
    const world = await openJobs(engine, 20)
    await runDueJobs(world.services, { work: async () => undefined })
    world.clock.advance(days(40))
    await Promise.all(openPeers(world, 3).flatMap((peer) => chores.map((chore) => chore(peer))))
    expect((await readStored(world.services)).jobs).toEqual([])
  })
})
