import { sql } from 'kysely'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { loggable } from './log.ts'
import type { Services } from './services.ts'

/** A worker writes this often that it is alive. */
export const heartbeatMs = 10_000

/** Writes that an instance's worker is alive, and forgets instances that have long been silent. */
export async function beat(services: Services, instance: string): Promise<void> {
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

/** Takes an instance that stops off the list. */
export async function endBeat(services: Services, instance: string): Promise<void> {
  await services.db.deleteFrom('heartbeats').where('instance', '=', instance).execute()
}

export interface Health {
  status: 'ok' | 'failing'
  /** 'failing': it doesn't answer, or refused the last changes. */
  database: 'ok' | 'failing'
  /** 'failing': this instance's worker has not written for half a minute, or a job has been due for two. */
  jobs: 'ok' | 'failing'
}

/** Returns whether this instance can store a booking and notify staff: the database answers and stores, and the worker keeps up. */
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
    return services.canStore() ? { status: jobs, database: 'ok', jobs } : { status: 'failing', database: 'failing', jobs }
  } catch (error) {
    services.log.error({ error: loggable(error) }, 'health check: the database is not responding')
    return { status: 'failing', database: 'failing', jobs: 'failing' }
  }
}
