import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, inject, onTestFinished, test } from 'vitest'
import { paymentsOf } from '#app/features/payments/providers.server.ts'
import { createSandbox } from '#app/features/payments/sandbox.server.ts'
import { type Config, readConfig } from '#app/platform/config.ts'
import { createServices } from '#app/platform/create-services.ts'
import { type Engine, openDatabase, openPostgres } from '#app/platform/database.ts'
import type { Services } from '#app/platform/services.ts'
import type { Clock } from '#app/values/clock.ts'
import { isDeep } from './depth.ts'
import { copyPostgres, copySqlite } from './templates.ts'

/** A clock that tests set. */
export class TestClock implements Clock {
  #now: Date
  constructor(at: string) {
    this.#now = new Date(at)
  }
  now = () => new Date(this.#now)
  set(at: string) {
    this.#now = new Date(at)
  }
  advance(milliseconds: number) {
    this.#now = new Date(this.#now.getTime() + milliseconds)
  }
}

/** Real services on a fresh, migrated, real database. */
export interface World {
  services: Services
  clock: TestClock
  /** The PostgreSQL database's URL, for other processes; undefined on SQLite. */
  databaseUrl: string | undefined
  close(): Promise<void>
}

interface WorldOptions {
  now?: string
  /** Environment variables, in addition to those of a quiet loopback site. */
  env?: Record<string, string>
  /** Red Line can be paid for in the sandbox, unless `env` has Stripe keys. */
  payments?: boolean
  poolSize?: number
  /** SQLite syncs to disk at every commit, as in production. */
  durable?: boolean
  /** On PostgreSQL: the database has no other connections. */
  isAlone?: boolean
}

export const testSecret = 'test-secret-0123456789abcdef0123456789abcdef'

/** A fresh world on an engine. Close it after use. */
export async function openWorld(engine: Engine, options: WorldOptions = {}): Promise<World> {
  const place = engine === 'sqlite' ? sqlitePlace() : await postgresPlace(options.isAlone)
  const config: Config = readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: testSecret, ...place.env, ...options.env })
  const database = config.databaseUrl ? openPostgres(config.databaseUrl, { poolSize: options.poolSize ?? 20 }) : openDatabase(config)
  // No world survives a power cut, so syncing to disk proves nothing.
  if (engine === 'sqlite' && !options.durable) await sql`pragma synchronous = off`.execute(database.db)
  const clock = new TestClock(options.now ?? '2026-11-20T10:20:00.000Z')
  const payments = config.stripe
    ? paymentsOf
    : (parts: Parameters<typeof paymentsOf>[0]) => (options.payments ? createSandbox(parts) : null)
  const services = createServices(config, database, { clock, payments })
  const close = async () => {
    await database.db.destroy()
    await place.remove()
  }
  return { services, clock, databaseUrl: config.databaseUrl, close }
}

function sqlitePlace() {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbers-test-'))
  copySqlite(inject('templates'), dataDir)
  return { env: { DATA_DIR: dataDir }, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

async function postgresPlace(isAlone?: boolean) {
  const { url, release } = await copyPostgres(inject('postgresUrl'), inject('templates'), isAlone)
  // For files stored outside the database.
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbers-test-'))
  return {
    env: { DATABASE_URL: url, DATA_DIR: dataDir },
    async remove() {
      rmSync(dataDir, { recursive: true, force: true })
      await release()
    },
  }
}

/** A world for this test only, closed when the test ends. It has itself as `world`, for tests that need both it and its parts. */
export async function freshWorld(engine: Engine, options: WorldOptions = {}): Promise<FreshWorld> {
  const world = await openWorld(engine, options)
  onTestFinished(world.close)
  return { ...world, world }
}
type FreshWorld = World & { world: World }

/**
 * The `test` of a group of tests: as Vitest's, with a fresh world of these options for a function that takes one; of a race (`races`), one
 * that several instances can share.
 */
interface WorldTest {
  (title: string, run: (world: FreshWorld) => Promise<void>): void
  (title: string, options: WorldOptions & { timeout?: number; races?: boolean }, run: (world: FreshWorld) => Promise<void>): void
  each: typeof test.each
}

function worldTestOn(engine: Engine): WorldTest {
  type Run = (world: FreshWorld) => Promise<void>
  const worldTest = (title: string, ...[first, last]: [Run] | [WorldOptions & { timeout?: number; races?: boolean }, Run]) => {
    const [{ timeout, races, ...options }, run] = typeof first === 'function' ? [{}, first] : [first, last as Run]
    const bare = run as () => Promise<void>
    const inWorld = async () => run(await freshWorld(races ? racing(engine) : engine, options))
    test(title, timeout ? { timeout } : {}, run.length === 0 ? bare : inWorld)
  }
  return Object.assign(worldTest, { each: test.each.bind(test) as typeof test.each })
}

/** The same tests on SQLite and on PostgreSQL. */
export const onEachEngine = (name: string, tests: (engine: Engine, test: WorldTest) => void) =>
  describe.each(['sqlite', 'postgres'] as const)(`${name} on %s`, (engine) => tests(engine, worldTestOn(engine)))

/**
 * Tests of things that don't depend on SQL, such as a wire format or a response's text: `npm test` runs them once, on SQLite, or on
 * PostgreSQL if it is a race; `npm run test:deep` runs them on each engine.
 */
export const onOneEngine = (name: string, tests: (engine: Engine, test: WorldTest) => void): void => {
  if (isDeep) onEachEngine(name, tests)
  else describe(name, () => tests('sqlite', worldTestOn('sqlite')))
}

/** The engine for a race between instances in `onOneEngine`: an embedded database has one process, so races need PostgreSQL. */
export const racing = (engine: Engine): Engine => (isDeep ? engine : 'postgres')

/** The same from another visitor, given by number. */
export const bodyOfVisitor = (visitor: number, changes: Record<string, unknown> = {}): Record<string, unknown> =>
  bookingBody({ phone: `07700 ${900_000 + visitor}`, email: `visitor${visitor}@example.com`, ...changes })

/** A payload as sent by the booking form. Its customer wants emails alone: other tests are about texts. */
export const bookingBody = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Priya Raman',
  phone: '07700 900264',
  email: 'priya.raman@example.com',
  service: 'Burst Pipe',
  description: 'Water through the kitchen ceiling',
  postcode: 'E1 1FR',
  serviceLevel: 'standard',
  contactBy: 'email',
  ...changes,
})
