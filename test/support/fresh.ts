import { type KyselyPlugin, sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Submission } from '#app/features/intake/submit-booking.server.ts'
import { chainAudit } from '#app/platform/audit.ts'
import { createAuditHeads } from '#app/platform/audit-heads.ts'
import { openPostgres } from '#app/platform/database.ts'
import { CodedRefusal, StoreUnavailable } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { newToken } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { bookingBody, type World } from './world.ts'

export { freshWorld } from './world.ts'

/** Drops every table, as before the first migration. */
export async function empty({ db, engine }: Pick<Services, 'db' | 'engine'>): Promise<void> {
  if (engine === 'postgres') {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    return
  }
  await sql`pragma foreign_keys = off`.execute(db)
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
  await sql`pragma foreign_keys = on`.execute(db)
}

/**
 * Instances that share the world's data: on PostgreSQL each has its own pool, as on separate machines. An embedded database belongs to one
 * process with one connection, so on SQLite they are the world itself.
 */
export function openPeers({ services, databaseUrl }: World, count: number, poolSize = 6): Services[] {
  if (!databaseUrl) return Array.from({ length: count }, () => services)
  return Array.from({ length: count }, () => {
    const database = openPostgres(databaseUrl, { poolSize })
    onTestFinished(() => database.db.destroy())
    chainAudit(database.db, services.secrets)
    return { ...services, ...database, auditHeads: createAuditHeads() }
  })
}

/** The same services with a plugin for their statements; transactions still write the change log. */
export function withPlugin(services: Services, plugin: KyselyPlugin): Services {
  const db = services.db.withPlugin(plugin)
  chainAudit(db, services.secrets)
  return { ...services, db }
}

class Killed extends Error {}

/**
 * Runs something and kills the process at its first use of the database, then again at its second, and so on, until it completes. Returns
 * how often it was killed.
 */
export async function killedAtEachStep(services: Services, run: (mortal: Services) => Promise<unknown>): Promise<number> {
  for (let steps = 0; ; steps++) {
    let left = steps
    const bomb: KyselyPlugin = {
      transformQuery({ node }) {
        if (left-- === 0) throw new Killed()
        return node
      },
      transformResult: async ({ result }) => result,
    }
    let killed = false
    try {
      await run(withPlugin(services, bomb))
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      killed = true
    }
    if (!killed) return steps
  }
}

/** Leaves the embedded database no room for a change that needs another page; returns the function that makes room again. */
export async function fillDisk({ db }: Pick<Services, 'db'>): Promise<() => Promise<unknown>> {
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.pageCount)}`.execute(db)
  return () => sql`pragma max_page_count = 1000000`.execute(db)
}

/** A valid submission with a new key. */
export const submissionOf = (changes: Partial<Submission> = {}): Submission => ({
  body: bookingBody(),
  idempotencyKey: newToken(),
  clientKey: 'client',
  csrf: 'ok',
  ...changes,
})

const tableNames = [
  'bookings',
  'bookingEvents',
  'bookingDrafts',
  'redlineSlots',
  'rateLimits',
  'jobs',
  'jobAttempts',
  'heartbeats',
  'settings',
  'localMail',
] as const satisfies (keyof Tables)[]

type StoredRows = Record<(typeof tableNames)[number], Record<string, unknown>[]>

/** Every row of every table, to compare before and after. */
export async function readStored({ db }: Pick<Services, 'db'>): Promise<StoredRows> {
  const stored: Partial<StoredRows> = {}
  for (const name of tableNames) stored[name] = await db.selectFrom(name).selectAll().execute()
  return stored as StoredRows
}

/** The outcome of a repeatable act, which is repeated if a busy database didn't answer. */
export async function answered<Result>(act: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }
}

/** Returns the error that an act was refused with; undefined if it wasn't. */
export const refusalOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => undefined,
    (error: unknown) => error,
  )

/** The count of each outcome, by error class name; 'ok' for success. */
export function countOutcomes(results: readonly PromiseSettledResult<unknown>[]): Record<string, number> {
  const names = results.map((result) => (result.status === 'fulfilled' ? 'ok' : nameOf(result.reason)))
  return Object.fromEntries([...new Set(names)].sort().map((name) => [name, names.filter((each) => each === name).length]))
}

function nameOf(reason: unknown): string {
  if (reason instanceof Error && reason.constructor === CodedRefusal) return (reason as CodedRefusal).code
  return reason instanceof Error ? reason.constructor.name : String(reason)
}
