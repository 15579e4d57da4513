import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { submitBooking } from '#app/features/intake/submit-booking.server.ts'
import { newId } from '#app/values/ids.ts'
import { migrations } from '#db/migrations/index.ts'
import { freshWorld, openPeers, readStored, submissionOf } from '#test/support/fresh.ts'
import { onEachEngine, openWorld } from '#test/support/world.ts'
import { migrate, openPostgres, openSqlite } from './database.ts'
import type { Services } from './services.ts'

const migrationsRun = async ({ db }: Pick<Services, 'db'>) => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** A stored booking, to be inserted again with changes. */
async function bookingRow(services: Services): Promise<Booking> {
  await submitBooking(services, submissionOf({ clientKey: newId() }))
  const row = await services.db.selectFrom('bookings').selectAll().orderBy('createdAt').executeTakeFirstOrThrow()
  return { ...row, id: newId(), reference: newId(), idempotencyKey: newId(), trackingTokenHash: newId(), shortTokenHash: newId() }
}

describe('Migrations on PostgreSQL', () => {
  test('run once each when ten instances start at the same moment on an empty database', { timeout: 240_000 }, async () => {
    const empty = await openEmptyPostgres()
    const instances = Array.from({ length: 10 }, () => openPostgres(empty, { poolSize: 3 }))
    onTestFinished(async () => void (await Promise.all(instances.map(({ db }) => db.destroy()))))
    const [first] = instances
    if (!first) throw new Error('there are ten')
    // Several times, with all connections already open: the race is within a millisecond.
    for (let round = 0; round < 2; round++) {
      await sql`drop schema public cascade`.execute(first.db)
      await sql`create schema public`.execute(first.db)
      await Promise.all(instances.flatMap(({ db }) => [sql`select 1`.execute(db), sql`select 2`.execute(db)]))
      const results = await Promise.allSettled(instances.map((instance) => migrate(instance)))
      expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
      expect(await migrationsRun(first)).toEqual(Object.keys(migrations).sort())
    }
    // This database only: tests that migrate at the same time use the server's others.
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and datname = current_database()`.execute(first.db)
    expect(rows).toEqual([{ count: 0 }])
  })

  test('that fail let the next instance try', async () => {
    const empty = await openEmptyPostgres()
    const [one, two] = [openPostgres(empty, { poolSize: 3 }), openPostgres(empty, { poolSize: 3 })]
    onTestFinished(async () => void (await Promise.all([one, two].map(({ db }) => db.destroy()))))
    await sql`create table settings (in_the_way text)`.execute(one.db)
    await expect(migrate(one)).rejects.toThrow('settings')
    await sql`drop table settings`.execute(one.db)
    await migrate(two)
    expect(await migrationsRun(one)).toEqual(Object.keys(migrations).sort())
    // Every connection has the pool's own limit again, also the one whose migration failed.
    const limitsOf = ({ db }: Pick<Services, 'db'>) =>
      Promise.all(Array.from({ length: 6 }, () => sql<{ statementTimeout: string }>`show statement_timeout`.execute(db)))
    const limits = (await Promise.all([one, two].map(limitsOf))).flat().map(({ rows }) => rows)
    expect(limits).toEqual(Array(12).fill([{ statementTimeout: '15s' }]))
  })

  /** The URL of an empty PostgreSQL database. */
  async function openEmptyPostgres(): Promise<string> {
    const world = await openWorld('postgres', { poolSize: 2 })
    onTestFinished(world.close)
    const { db } = world.services
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    return String(world.databaseUrl)
  }
})

onEachEngine('Migrations', (engine) => {
  test('change nothing when they have run before', async () => {
    const { services } = await freshWorld(engine)
    await submitBooking(services, submissionOf())
    const before = await readStored(services)
    await migrate(services)
    await migrate(services)
    expect(await readStored(services)).toEqual(before)
    expect(await migrationsRun(services)).toEqual(Object.keys(migrations).sort())
  })
})

describe('An embedded database', () => {
  test('keeps what was stored over a restart, and was written to disk before it was acknowledged', async () => {
    const { services } = await freshWorld('sqlite', { durable: true })
    const answer = await submitBooking(services, submissionOf())
    const settings = await Promise.all(
      [sql`pragma journal_mode`, sql`pragma synchronous`, sql`pragma foreign_keys`].map((each) => each.execute(services.db)),
    )
    expect(settings.map(({ rows }) => Object.values(rows[0] as object)[0])).toEqual(['wal', 2, 1])
    await services.db.destroy()
    const again = openSqlite(services.config.dataDir)
    onTestFinished(() => again.db.destroy())
    await migrate(again)
    expect((await readStored(again)).bookings).toMatchObject([{ reference: answer.reference }])
  })
})

onEachEngine('The database itself', (engine) => {
  test('finds nothing in an empty list', async () => {
    const { services } = await freshWorld(engine)
    await bookingRow(services)
    const bookings = services.db.selectFrom('bookings').select('service')
    expect(await bookings.where('service', 'in', []).execute()).toEqual([])
    expect(await bookings.where('service', 'not in', []).execute()).toHaveLength(1)
  })

  const wrongBookings: [string, Partial<Record<keyof Booking, unknown>>][] = [
    ['a status nobody knows', { status: 'paid' }],
    ['a service level nobody knows', { serviceLevel: 'express' }],
    ['a channel nobody knows', { channel: 'fax' }],
    ['a negative price', { estimatePence: -1 }],
    ['a flag that is neither', { late: 2 }],
    ['half a slot', { slotStartsAt: '2026-11-20T12:00:00.000Z' }],
    ['an unpaid booking without a time to pay by', { status: 'awaiting_payment', paymentDueAt: null }],
    ['no name', { name: null }],
  ]
  test('refuses a booking that cannot be', async () => {
    const { services } = await freshWorld(engine)
    const row = await bookingRow(services)
    const insert = (values: Booking) => services.db.insertInto('bookings').values(values).execute()
    for (const [name, wrong] of wrongBookings) await expect(insert({ ...row, ...wrong } as Booking), name).rejects.toThrow()
    await insert(row)
  })

  test('refuses a second booking with the same id, reference, key or private link', async () => {
    const { services } = await freshWorld(engine)
    const row = await bookingRow(services)
    const first = await services.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
    for (const name of ['reference', 'idempotencyKey', 'trackingTokenHash', 'id'] as const) {
      const again = services.db.insertInto('bookings').values({ ...row, [name]: first[name] })
      await expect(again.execute(), name).rejects.toThrow()
    }
    expect((await readStored(services)).bookings).toHaveLength(1)
  })

  test('refuses a tenth Red Line slot, one twice, two for one booking and one for no booking', async () => {
    const { services } = await freshWorld(engine)
    const bookings: Booking[] = []
    for (let each = 0; each < 11; each++) {
      const row = await bookingRow(services)
      await services.db.insertInto('bookings').values(row).execute()
      bookings.push(row)
    }
    const take = (slot: number, booking: number, id = bookings[booking]?.id ?? '') =>
      services.db.insertInto('redlineSlots').values({ day: '2026-11-20', slot, bookingId: id, heldUntil: null }).execute()
    for (let slot = 1; slot <= 9; slot++) await take(slot, slot)
    await expect(take(10, 10)).rejects.toThrow()
    await expect(take(0, 10)).rejects.toThrow()
    await expect(take(5, 10)).rejects.toThrow()
    await services.db.deleteFrom('redlineSlots').where('slot', '=', 5).execute()
    await expect(take(5, 1)).rejects.toThrow()
    await expect(take(5, 10, 'no booking')).rejects.toThrow()
    await take(5, 10)
  })

  test('takes a booking’s history with it, and a job’s attempts', async () => {
    const { services, clock } = await freshWorld(engine)
    await submitBooking(services, submissionOf())
    const { id: jobId } = await services.db.selectFrom('jobs').select('id').executeTakeFirstOrThrow()
    const attempt = { id: newId(), jobId, number: 1, startedAt: clock.now().toISOString(), endedAt: null, outcome: null, detail: '' }
    await services.db.insertInto('jobAttempts').values(attempt).execute()
    await services.db.deleteFrom('bookings').execute()
    await services.db.deleteFrom('jobs').execute()
    expect(await readStored(services)).toMatchObject({ bookingEvents: [], jobAttempts: [] })
  })

  test('undoes everything of a transaction that fails, and the next one works', async () => {
    const world = await freshWorld(engine, { poolSize: 2 })
    const { db } = world.services
    const failing = db.transaction().execute(async (tx) => {
      await tx.insertInto('heartbeats').values({ instance: 'a', at: 'now' }).execute()
      await tx.insertInto('heartbeats').values({ instance: 'a', at: 'again' }).execute()
    })
    await expect(failing).rejects.toThrow()
    expect((await readStored(world.services)).heartbeats).toEqual([])
    await db.insertInto('heartbeats').values({ instance: 'b', at: 'now' }).execute()
    expect((await readStored(world.services)).heartbeats).toHaveLength(1)
  })

  test('orders instants as time does, and keeps every character', async () => {
    const { services } = await freshWorld(engine)
    const texts = ['2026-11-20T10:20:00.000Z', '2026-11-20T10:20:00.001Z', '2026-11-20T09:59:59.999Z', '2027-01-01T00:00:00.000Z']
    await services.db
      .insertInto('heartbeats')
      .values(texts.map((at) => ({ instance: `${at} ‘Zoë’ 😀 \u200f`, at })))
      .execute()
    const rows = await services.db.selectFrom('heartbeats').selectAll().orderBy('at').execute()
    expect(rows.map(({ at }) => at)).toEqual([...texts].sort())
    for (const { instance, at } of rows) expect(instance).toBe(`${at} ‘Zoë’ 😀 \u200f`)
  })
})

describe('A pool of PostgreSQL connections', () => {
  test('survives the server ending its connections', async () => {
    const world = await freshWorld('postgres', { poolSize: 3 })
    const [other] = openPeers(world, 1)
    await Promise.all([1, 2, 3].map(() => sql`select 1`.execute(world.services.db)))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      other?.db ?? world.services.db,
    )
    const book = () => submitBooking(world.services, submissionOf())
    await expect
      .poll(
        () =>
          book().then(
            () => 'stored',
            () => 'not yet',
          ),
        { timeout: 50_000 },
      )
      .toBe('stored')
  })

  test('does not wait for ever for a lock that someone keeps', async () => {
    const world = await freshWorld('postgres', { poolSize: 2 })
    const limits = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`.execute(world.services.db)
    expect(limits.rows.map(({ setting }) => setting)).toEqual(['15000', '15000'])
  })
})
