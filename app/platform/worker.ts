import { sql } from 'kysely'
import { later, minutes, toInstant } from './clock.ts'
import { newId } from './ids.ts'
import { claimJobs, type JobHandlers, runJob } from './jobs.ts'
import { loggable } from './log.ts'
import type { Services } from './services.ts'

const pollMs = 1_000
const heartbeatMs = 10_000
const atOnce = 16

/** Something done every minute by every instance; it must not matter how many do it. */
export type Chore = (services: Services) => Promise<void>

/** This process's worker: claims jobs, does chores, and writes a heartbeat that /api/health reads. */
export interface Worker {
  instance: string
  wake(): void
  /** Claims nothing more, and resolves when what runs has ended. */
  stop(): Promise<void>
}

/** Starts the worker. It looks for jobs when woken, and every second for those of other instances and for retries. */
export function startWorker(services: Services, handlers: JobHandlers, chores: Chore[]): Worker {
  const instance = newId()
  const running = new Set<Promise<void>>()
  let stopped = false
  let looking: Promise<void> | undefined
  let lookAgain = false

  const look = async () => {
    do {
      lookAgain = false
      const claimed = stopped || running.size >= atOnce ? [] : await claimJobs(services, atOnce - running.size)
      for (const job of claimed) track(runJob(services, handlers, job))
      if (claimed.length > 0) lookAgain = true
    } while (lookAgain && !stopped && running.size < atOnce)
  }
  const wake = () => {
    if (stopped) return
    if (looking) lookAgain = true
    else
      looking = guarded(look()).finally(() => {
        looking = undefined
      })
  }
  const guarded = (work: Promise<void>) =>
    work.catch((error) => services.log.error({ error: loggable(error) }, 'the worker could not reach the database'))
  const track = (work: Promise<void>) => {
    const entry: Promise<void> = guarded(work).finally(() => {
      running.delete(entry)
      wake()
    })
    running.add(entry)
  }
  const doChores = async () => {
    // One that fails is tried again in a minute, and keeps none of the others from their turn.
    for (const chore of stopped ? [] : chores) await guarded(chore(services))
  }

  const timers = [
    setInterval(wake, pollMs),
    setInterval(() => track(beat(services, instance)), heartbeatMs),
    setInterval(() => track(doChores()), minutes(1)),
  ]
  track(beat(services, instance))
  track(doChores())
  wake()
  return {
    instance,
    wake,
    async stop() {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      await looking
      await Promise.all(running)
      await services.db.deleteFrom('heartbeats').where('instance', '=', instance).execute()
    },
  }
}

async function beat(services: Services, instance: string) {
  const now = services.clock.now()
  const at = toInstant(now)
  await services.db
    .insertInto('heartbeats')
    .values({ instance, at })
    .onConflict((conflict) => conflict.column('instance').doUpdateSet({ at }))
    .execute()
  await services.db
    .deleteFrom('heartbeats')
    .where('at', '<', later(now, -minutes(10)))
    .execute()
}

export interface Health {
  status: 'ok' | 'failing'
  database: 'ok' | 'failing'
  /** 'failing': this instance's worker has not written for half a minute, or a job has been due for two. */
  jobs: 'ok' | 'failing'
}

/** Whether this instance can store a booking and tell staff of it: the database answers, and the worker keeps up. */
export async function readHealth(services: Services, instance: string): Promise<Health> {
  const now = services.clock.now()
  try {
    const row = await services.db
      .selectNoFrom((eb) => [
        eb.selectFrom('heartbeats').select('at').where('instance', '=', instance).as('beatAt'),
        eb.selectFrom('jobs').select(sql<string | null>`min(run_at)`.as('at')).where('state', '=', 'waiting').as('dueAt'),
      ])
      .executeTakeFirstOrThrow()
    const beats = row.beatAt !== null && row.beatAt >= later(now, -30_000)
    const keepsUp = row.dueAt === null || row.dueAt >= later(now, -minutes(2))
    const jobs = beats && keepsUp ? 'ok' : 'failing'
    return { status: jobs, database: 'ok', jobs }
  } catch (error) {
    services.log.error({ error: loggable(error) }, 'health check: the database does not answer')
    return { status: 'failing', database: 'failing', jobs: 'failing' }
  }
}
