// @module-tag never-again
import { expect, test } from 'vitest'
import { readBookDifferences } from '#app/features/billing/check-books.server.ts'
import { creditBill } from '#app/features/billing/credit-bill.server.ts'
import { bookingTables } from '#app/features/booking/booking-tables.server.ts'
import { readBalance } from '#app/features/payments/bill-balance.server.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { days, hours, later, toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { newId } from '#app/values/ids.ts'
import { retention } from '#content/retention.ts'
import type { Tables } from '#db/tables.ts'
import { jobHandlers } from '#server/jobs.ts'
import { billed, openBill, paidAt } from '#test/support/billed.ts'
import { bookOne } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { addFiller, allRows, camel, tablesOf, withoutChecks } from '#test/support/filler-rows.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { onEachEngine, onOneEngine, racing, type World } from '#test/support/world.ts'
import { carryOutRetention, deleteExpired } from './carry-out-retention.server.ts'
import { rules } from './privacy/kept-for.ts'
import { KeptBookings, NightResults } from './retention/night.ts'

/** The next value of a column: an instant, an hour or a day. */
const next = (at: string) =>
  at.length === 10
    ? addDays(at, 1)
    : at.length === 13
      ? later(`${at}:00:00.000Z`, hours(1)).slice(0, 13)
      : later(at, at.endsWith('Z') ? 1 : days(1))

async function nightOf({ db }: Services) {
  const row = await db.selectFrom('retentionNights').selectAll().orderBy('night', 'desc').executeTakeFirstOrThrow()
  return { ...row, results: NightResults.parse(JSON.parse(row.results)), kept: KeptBookings.parse(JSON.parse(row.kept)) }
}

/** A booking that ended now, with no message waiting. */
async function ended(world: World) {
  const booked = await bookOne(world)
  await booked.become('completed')
  await runDueJobs(world.services, jobHandlers)
  return booked
}

const erased = async ({ db }: Services) =>
  (await db.selectFrom('bookings').select('id').where('erasedAt', 'is not', null).execute()).map(({ id }) => id)

onEachEngine('The nightly erasure', (engine) => {
  test('deletes what each rule says is due, and nothing else', async () => {
    const { services, clock } = await freshWorld(engine)
    await withoutChecks(services)
    const due: { table: keyof Tables; row: string }[] = []
    for (const { table, at, upTo, name, key } of rules) {
      const last = upTo(clock.now())
      const more = () => ({ [key]: newId(), ...ruleRows[name] })
      const before = new Set((await allRows(services, table)).get(table))
      await addFiller(services, table, { ...more(), [at]: last })
      for (const row of (await allRows(services, table)).get(table) ?? []) if (!before.has(row)) due.push({ table, row })
      await addFiller(services, table, { ...more(), [at]: next(last) })
      if (ruleSiblings[name]) await addFiller(services, table, { ...more(), [at]: last, ...ruleSiblings[name] })
    }
    const before = await allRows(services)
    await deleteExpired(services)
    await carryOutRetention(services)
    const after = await allRows(services)
    const gone = [...before].flatMap(([table, rows]) =>
      rows.filter((row) => !after.get(table)?.includes(row)).map((row) => ({ table, row })),
    )
    expect(gone.map(({ table }) => table).toSorted()).toEqual(due.map(({ table }) => table).toSorted())
    expect(gone).toEqual(expect.arrayContaining(due))
    const { results, doneAt } = await nightOf(services)
    expect(doneAt).not.toBeNull()
    expect(Object.keys(results).toSorted()).toEqual(
      rules
        .filter(({ each }) => each === 'night')
        .map(({ name }) => name)
        .toSorted(),
    )
    expect(Object.values(results).every((result) => result.due === 1 && result.done === 1)).toBe(true)
  })

  test('erases a booking 90 days after its end, and one that is kept when its last reason has had its time', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const endedAt = clock.now()
    const free = await ended(world)
    await withoutChecks(services)
    const tables = await tablesOf(services)
    const kept = []
    for (const [table, reason] of Object.entries(bookingTables)) {
      if (reason === 'goes') continue
      const booked = await ended(world)
      const columns = tables.find(({ name }) => camel(name) === table)?.columns.map(({ name }) => camel(name)) ?? []
      const times = columns.filter((name) => /At$/.test(name) && name !== 'withdrawnAt').map((name) => [name, toInstant(endedAt)])
      await addFiller(services, table as keyof Tables, { ...Object.fromEntries(times), bookingId: booked.id })
      kept.push({ id: booked.id, ...reason })
    }
    const unconfirmed = await bookOne(world)
    const open = await bookOne(world)
    await open.become('arrived')
    await runDueJobs(services, jobHandlers)
    clock.set(later(endedAt, days(retention.bookingDays) - 1))
    await carryOutRetention(services)
    expect(await erased(services)).toEqual([])
    expect((await nightOf(services)).kept).toMatchObject({ waiting: 3, dueNext: 2, open: 0 })
    clock.advance(days(2))
    await carryOutRetention(services)
    expect((await erased(services)).toSorted()).toEqual([free.id, unconfirmed.id].toSorted())
    expect(await unconfirmed.read()).toMatchObject({ status: 'cancelled', name: 'Deleted customer' })
    const night = await nightOf(services)
    expect(night.results.bookings).toEqual({ due: 2, done: 2, failed: 0 })
    expect(night.kept).toMatchObject({ waiting: 0, open: 1 })
    expect(Object.keys(night.kept.reasons).toSorted()).toEqual(kept.map(({ what }) => what).toSorted())
    for (const years of [retention.claimYears, retention.billYears]) {
      clock.set(`${2026 + years}-11-20T23:00:00.000Z`)
      await carryOutRetention(services)
      const gone = kept.filter((each) => each.years < years).map(({ id }) => id)
      expect((await erased(services)).toSorted()).toEqual([free.id, unconfirmed.id, ...gone].toSorted())
    }
    clock.advance(days(1))
    await carryOutRetention(services)
    expect(await erased(services)).toHaveLength(kept.length + 2)
    for (const table of ['bills', 'payments'] as const) expect(await services.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

/** The other columns that rows of a rule need. */
const ruleRows: Record<string, Record<string, unknown>> = {
  authFactors: { status: 'unverified' },
  jobs: { state: 'done' },
  measureCounts: { span: 'day' },
  'enquiries 2': { at: '2026-11-20T10:00:00.000Z' },
  'jobs 2': { state: 'dead' },
  'measureCounts 2': { span: 'hour' },
  textNumbers: { stoppedAt: null },
}

/** Rows beside them that another condition keeps, though their time would be over. */
const ruleSiblings: Record<string, Record<string, unknown>> = {
  authUsers: { emailConfirmedAt: '2020-01-01T00:00:00.000Z' },
  authFactors: { status: 'verified' },
  jobs: { state: 'waiting' },
  'jobs 2': { state: 'waiting' },
  textNumbers: { stoppedAt: '2020-01-01T00:00:00.000Z' },
}

onOneEngine('The nightly erasure', (engine) => {
  test('waits for the end of a complaint, a message on its way, and a message that came in later', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const [complained, told, written] = [await ended(world), await ended(world), await ended(world)]
    await withoutChecks(services)
    await addFiller(services, 'complaints', { bookingId: complained.id, receivedAt: toInstant(clock.now()) })
    await addFiller(services, 'jobs', { state: 'waiting', payload: JSON.stringify({ bookingId: told.id }) })
    clock.advance(days(retention.bookingDays - 1))
    await addFiller(services, 'bookingMessages', { bookingId: written.id, at: toInstant(clock.now()), sender: 'customer', text: 'x' })
    clock.advance(days(2))
    await carryOutRetention(services)
    expect(await erased(services)).toEqual([])
    expect((await nightOf(services)).kept.reasons).toEqual({ 'a complaint': { count: 1, open: 1, until: null } })
  })

  test('is done once a night, in parts that go on where they stopped, by one of several instances', async () => {
    const world = await freshWorld(racing(engine))
    const { services, clock } = world
    for (let each = 0; each < 5; each++) await ended(world)
    clock.advance(days(retention.bookingDays))
    const peers = openPeers(world, 3)
    const round = () => Promise.all(peers.map((peer) => carryOutRetention(peer, 2)))
    // An instance that comes late in a round takes the next part.
    for (let rounds = 0; rounds < 4; rounds++) {
      await round()
      const { length } = await erased(services)
      expect(await nightOf(services)).toMatchObject({ results: { bookings: { due: length, done: length } } })
      if (rounds === 0) expect([2, 4, 5]).toContain(length)
    }
    expect(await nightOf(services)).toMatchObject({ results: { bookings: { due: 5, done: 5, failed: 0 } } })
    expect((await nightOf(services)).doneAt).not.toBeNull()
    const [late] = [await ended(world)]
    await services.db.updateTable('bookingEvents').set({ at: '2026-01-01T00:00:00.000Z' }).where('bookingId', '=', late.id).execute()
    await services.db.updateTable('bookings').set({ createdAt: '2026-01-01T00:00:00.000Z' }).where('id', '=', late.id).execute()
    await round()
    expect(await erased(services)).not.toContain(late.id)
    clock.advance(days(1))
    await round()
    expect(await erased(services)).toContain(late.id)
  })

  test('goes on when something fails, and alarms the owner: of that, and of a night that never ended', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const booked = await ended(world)
    clock.advance(days(retention.bookingDays))
    await services.db
      .insertInto('retentionNights')
      .values({ ...unfinished, begunAt: toInstant(clock.now()) })
      .execute()
    const broken = { ...services, secrets: { ...services.secrets, sign: failing } }
    await carryOutRetention(broken)
    expect(await erased(services)).toEqual([])
    const alarms = await services.db.selectFrom('jobs').select('payload').where('kind', '=', 'alarm').orderBy('id').execute()
    expect(alarms.map(({ payload }) => JSON.parse(payload))).toEqual([
      { kind: 'retention_failed', night: unfinished.night, what: [], isUnfinished: true },
      { kind: 'retention_failed', night: (await nightOf(services)).night, what: ['bookings'], isUnfinished: false },
    ])
    clock.advance(days(1))
    await carryOutRetention(services)
    expect(await erased(services)).toEqual([booked.id])
  })
})

const unfinished = { night: '2027-02-16', leasedUntil: '2027-02-16T02:05:00.000Z', results: '{}', kept: '{}' }
const failing = (): never => {
  throw new Error(`broken ${newId()}`)
}

onOneEngine('A bill', (engine) => {
  test('is kept as long as tax law asks, to the day, and is then erased with its money and what names its customer', async () => {
    const world = await freshWorld(engine, { payments: true })
    const { services, clock } = world
    const old = await billed(world)
    await paidAt(world, await openBill(services, old), 11_900)
    await creditBill(services, { bookingId: old.id, staffId: 'dana', amount: '19', reason: 'A part was faulty', key: newId() })
    await runDueJobs(services, jobHandlers)
    clock.set('2027-01-05T10:00:00.000Z')
    const newer = await billed(world)
    const kept = async () => ({
      bills: (await services.db.selectFrom('bills').select('bookingId').execute()).map(({ bookingId }) => bookingId),
      names: (await services.db.selectFrom('bookings').select('name').orderBy('createdAt').execute()).map(({ name }) => name),
    })
    // The day before the seven years are over: the customer deleting their account wouldn't remove it either.
    clock.set('2033-11-20T12:00:00.000Z')
    await carryOutRetention(services)
    expect((await kept()).names).toEqual(['Priya Raman', 'Priya Raman'])
    clock.set('2033-11-21T03:30:00.000Z')
    await carryOutRetention(services)
    expect(await kept()).toEqual({ bills: [newer.id], names: ['Deleted customer', 'Priya Raman'] })
    for (const table of ['payments', 'refunds', 'creditNotes', 'checkouts'] as const)
      expect([table, await services.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    expect(await readBalance(services.db, old.id)).toMatchObject({ billedPence: 0, paidPence: 0, owedPence: 0 })
    expect((await readBookDifferences(services)).filter(({ kind }) => kind === 'numbers')).toEqual([])
    const log = await services.db.selectFrom('auditLog').select(['action', 'detail']).where('subject', '=', old.id).execute()
    expect(log).toContainEqual({ action: 'bill.erase', detail: expect.stringContaining('2026-0001') })
  })

  test('goes with the last bill of its booking, also where it was unpaid and the booking erased before', async () => {
    const world = await freshWorld(engine)
    const { services, clock } = world
    const booked = await billed(world)
    await colleague(world, 'Dana Price', 'owner', 'dana')
    await creditBill(services, { bookingId: booked.id, staffId: 'dana', amount: '119', reason: 'The wrong address', key: newId() })
    await runDueJobs(services, jobHandlers)
    await services.db.updateTable('bookings').set({ erasedAt: clock.now().toISOString() }).where('id', '=', booked.id).execute()
    const [bill] = await services.db.selectFrom('bills').selectAll().execute()
    if (!bill) throw new Error('there is no bill')
    await services.db
      .insertInto('bills')
      .values({ ...bill, id: newId(), revision: 2, number: 1, year: 2027, reference: '2027-0001', issuedAt: '2027-02-01T10:00:00.000Z' })
      .execute()
    clock.set('2034-01-31T12:00:00.000Z')
    await carryOutRetention(services)
    clock.set('2034-02-02T12:00:00.000Z')
    await carryOutRetention(services)
    expect(await services.db.selectFrom('bills').selectAll().execute()).toEqual([])
  })
})
