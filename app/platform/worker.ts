import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { beat, endBeat, heartbeatMs } from './health.ts'
import { claimJobs, type JobHandlers, runJob } from './jobs.ts'
import { loggable } from './log.ts'
import type { Services } from './services.ts'
import { coalesced } from './single-flight.ts'

const pollMs = 1_000
const promptMs = 10_000
const atOnce = 32
/**
 * If a claim was not full, the worker pauses this long plus the time the claim took. Jobs that arrive meanwhile are taken in one claim:
 * more of them, the slower the database.
 */
const gatherMs = 25
const longestGatherMs = 100
/** While many requests wait for a response, they go first: the outbox makes one claim in each such pause, and catches up afterwards. */
const busyGatherMs = 250

/** A task that every instance repeats; it must not matter how many do it. */
export type Chore = (services: Services) => Promise<void>

/** This process's worker: claims jobs, does chores, and writes a heartbeat that /api/health reads. */
export interface Worker {
  instance: string
  wake(): void
  /** Claims no more jobs, and resolves when the running ones have ended. */
  stop(): Promise<void>
}

/**
 * Starts the worker. It looks for jobs when woken, and every second for those of other instances and for retries. `isBusy`: returns true
 * while many requests wait for a response.
 */
export function startWorker(
  services: Services,
  handlers: JobHandlers,
  { prompt = [], chores = [] }: { prompt?: Chore[]; chores?: Chore[] } = {},
  isBusy = () => false,
): Worker {
  const instance = newId()
  const running = new Set<Promise<void>>()
  let stopped = false
  let mayClaimAt = 0
  let waking: NodeJS.Timeout | undefined

  const look = coalesced(() => guarded(claim()))
  async function claim() {
    // Jobs that ended together have all made room by then.
    await turnOfTheLoop()
    const room = stopped ? 0 : atOnce - running.size
    const startedAt = performance.now()
    const claimed = room > 0 ? await claimJobs(services, room) : []
    for (const job of claimed) track(runJob(services, handlers, job))
    if (claimed.length === 0) return
    const now = performance.now()
    if (isBusy()) mayClaimAt = now + busyGatherMs
    else if (claimed.length < room) mayClaimAt = now + Math.min(longestGatherMs, Math.max(gatherMs, 2 * (now - startedAt)))
    wake()
  }
  function wake() {
    if (stopped || waking) return
    const waitMs = mayClaimAt - performance.now()
    if (waitMs <= 0) return void look.run()
    waking = setTimeout(() => {
      waking = undefined
      wake()
    }, Math.ceil(waitMs))
  }
  const guarded = (work: Promise<void>) =>
    work.catch((error) => services.log.error({ error: loggable(error) }, 'the worker could not reach the database'))
  const track = (work: Promise<void>) => {
    const entry: Promise<void> = guarded(work).finally(() => {
      running.delete(entry)
      // Several at a time: a claim for each finished job would be one more durable write each.
      if (running.size <= atOnce / 2) wake()
    })
    running.add(entry)
  }
  // A failed chore is tried again the next time, and doesn't hold up the others.
  const doing = (some: Chore[]) => async () => {
    for (const chore of stopped ? [] : some) await guarded(chore(services))
  }
  const doChores = doing(chores)
  // A slow round is followed by one more, not overtaken.
  const doPrompt = coalesced(doing(prompt))

  const timers = [
    setInterval(wake, pollMs),
    setInterval(() => track(beat(services, instance)), heartbeatMs),
    setInterval(() => track(doChores()), minutes(1)),
    setInterval(() => track(doPrompt.run()), promptMs),
  ]
  track(beat(services, instance))
  track(doChores())
  track(doPrompt.run())
  wake()
  return {
    instance,
    wake,
    async stop() {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      clearTimeout(waking)
      await look.settled()
      await Promise.all(running)
      await endBeat(services, instance)
    },
  }
}

/** A worker that does nothing, for an instance on a copy of the data: it must not send what the real one sends. */
export const idleWorker = (): Worker => ({ instance: newId(), wake: () => undefined, stop: async () => undefined })
