import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { expect, test } from 'vitest'
import { readNextAvailable } from '#app/features/capacity/read-next-available.server.ts'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { acceptBooking } from '#app/features/dispatch/accept-booking.server.ts'
import { planShift } from '#app/features/dispatch/plan-shift.server.ts'
import { readEngineers } from '#app/features/dispatch/read-roster.server.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { type Booked, bookOne } from '#test/support/booked.ts'
import { freshWorld, withPlugin } from '#test/support/fresh.ts'
import { fillBookings } from '#test/support/many-bookings.ts'
import { bodyOfVisitor, onEachEngine, onOneEngine, type World } from '#test/support/world.ts'
import { readBoard } from './board.server.ts'
import { readBookingView } from './board-booking.server.ts'
import { boardQueries } from './board-queries.server.ts'
import { escalate } from './escalate.server.ts'
import { readFoundCustomers } from './found-customers.server.ts'
import { noteBooking } from './note-booking.server.ts'
import { readBookingPage } from './read-board.server.ts'
import { readCustomer } from './read-customer.server.ts'
import { searchBookings, searchQueries } from './search-bookings.server.ts'

/** Tables that this test fills; PostgreSQL rightly scans a table with few rows. */
const filled = 'bookings|booking_events|shifts|customers'
/** All tables that grow with the business. */
const growing = `${filled}|booking_messages|booking_notes|staff_acts|payments|refunds|call_backs|audit_log|jobs|enquiries|photos|complaints|satisfaction_requests|cancellations|customer_notes|customer_decisions`
/** Full table scans in a plan, as PostgreSQL and SQLite word them; SQLite's scan along an index ends at the limit. */
const wholeTable = (names: string) => new RegExp(`Seq Scan on (${names})\\b|SCAN (${names})\\b(?! USING)`)

/** The services, and the queries that their database runs. */
function listening(services: Services) {
  const asked: RootOperationNode[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === 'SelectQueryNode') asked.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { listened: withPlugin(services, plugin), asked }
}

/** Engineers with a year of shifts each; only the first is on shift now. */
async function fillShifts({ services: { db }, clock }: World): Promise<string[]> {
  const now = clock.now()
  const engineers = Array.from({ length: 20 }, (_, index) => ({
    id: newId(),
    name: `Engineer ${index}`,
    phone: `+447700900${100 + index}`,
    gasSafeNumber: null,
    base: 'Bow',
    retiredAt: null,
    createdAt: toInstant(now),
  }))
  await db.insertInto('engineers').values(engineers).execute()
  for (const [index, { id: engineerId }] of engineers.entries()) {
    const shifts = Array.from({ length: 365 }, (_, day) => {
      const daysAgo = index === 0 ? day : day + 1
      return { id: newId(), engineerId, startsAt: later(now, -hours(24 * daysAgo + 2)), endsAt: later(now, -hours(24 * daysAgo - 6)) }
    })
    await db.insertInto('shifts').values(shifts).execute()
  }
  return engineers.map(({ id }) => id)
}

onEachEngine('With 10,000 bookings and a year of shifts', (engine) => {
  test('whatever the board, its pages and its chores ask is answered by indexes, and what the board reads has an end', {
    timeout: 240_000,
  }, async () => {
    const { world, services, clock } = await freshWorld(engine)
    const booked = await bookOne(world)
    const staffId = newId()
    await acceptBooking(services, await booked.act(staffId))
    await noteBooking(services, { bookingId: booked.id, staffId, text: 'Rang, no answer', idempotencyKey: 'a' })
    await fillBookings(services.db, 10_000)
    const engineers = await fillShifts(world)
    await sql`${sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze')}`.execute(services.db)

    const { listened, asked } = listening(services)
    await askAll(listened, { booked, staffId, engineerId: engineers[0] ?? '', now: clock.now() })
    const ids = (await services.db.selectFrom('bookings').select('id').limit(150).execute()).map(({ id }) => id)
    for (const [name, query] of Object.entries(queriesOf(listened, ids)))
      expect((await query.execute()).length, name).toBeLessThanOrEqual(800)
    expect(asked.length).toBeGreaterThan(30)
    const parts = searchQueries.byParts(services.db, [{ term: 'zzyzx', engineerIds: [] }]).compile()
    expect(await planOf(services, parts)).toMatch(/USING COVERING INDEX bookings_search|Index Only Scan[^"]* using bookings_search/)

    for (const node of asked) {
      const { sql: text, parameters } = services.db.getExecutor().compileQuery(node, { queryId: newId() })
      // A query that is compiled once is recorded with placeholders as values: any text works for its plan.
      const values = parameters.map((value) => (typeof value === 'object' && value !== null ? '' : value))
      const explain = CompiledQuery.raw(`${engine === 'postgres' ? 'explain' : 'explain query plan'} ${text}`, values)
      const plans = await services.db.transaction().execute(async (tx) => {
        const usual = JSON.stringify((await tx.executeQuery(explain)).rows)
        // The plan for tables that have grown.
        if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(tx)
        return { usual, grown: JSON.stringify((await tx.executeQuery(explain)).rows) }
      })
      const found = [plans.usual.match(wholeTable(filled))?.[0], plans.grown.match(wholeTable(growing))?.[0]]
      expect([text, ...found]).toEqual([text, undefined, undefined])
    }
  })
})

onOneEngine('The board', (_, test) => {
  test('asks no more about thirty jobs that no engineer has than about one', async (world) => {
    const danger = { description: 'The ceiling is about to come down' }
    const asked = async (until: number) => {
      for (let each = until === 1 ? 0 : 1; each < until; each++) await bookOne(world, bodyOfVisitor(each, danger))
      await escalate(world.services)
      const { listened, asked: queries } = listening(world.services)
      const { view } = await readBoard(listened, null)
      expect(view.needed.map(({ next }) => next)).toEqual(Array.from({ length: until }, () => expect.any(Object)))
      return queries.length
    }
    const one = await asked(1)
    expect(await asked(30)).toBe(one)
  })
})

async function planOf({ db, engine }: Services, { sql: text, parameters }: CompiledQuery): Promise<string> {
  const explain = CompiledQuery.raw(`${engine === 'postgres' ? 'explain' : 'explain query plan'} ${text}`, [...parameters])
  return JSON.stringify((await db.executeQuery(explain)).rows)
}

async function askAll(
  services: Services,
  { booked, staffId, engineerId, now }: { booked: Booked; staffId: string; engineerId: string; now: Date },
): Promise<void> {
  await readBoard(services, null)
  await readBookingView(services, booked.id)
  const { customerId } = await booked.read()
  await readCustomer(services, customerId ?? '')
  await readBookingPage(services, (await readBookingPage(services)).next)
  for (const typed of ['BK-ABCDEFGH', '07700 900000', 'nobody@example.com', 'N1 9AG', 'raman'])
    await readFoundCustomers(services.db, await searchBookings(services, typed))
  await escalate(services)
  await recordMissedPromises(services)
  await readNextAvailable(services.db, now, services.published.current().windows)
  await readEngineers(services.db, true)
  await planShift(services, { staffId, personId: engineerId, fields: { day: '2026-12-01', from: '08:00', until: '16:00' } })
}

/** The board's own queries, each as it reads most. */
function queriesOf({ db, clock }: Services, ids: readonly string[]) {
  const now = clock.now()
  const at = toInstant(now)
  return {
    waiting: boardQueries.waiting(db),
    open: boardQueries.open(db, later(now, hours(36))),
    between: boardQueries.between(db, at, later(now, hours(12))),
    visits: boardQueries.visits(db, at, later(now, hours(24))),
    leads: boardQueries.leads(db, at),
    paid: boardQueries.paid(db, ids),
    steps: boardQueries.steps(db, ids),
    letters: boardQueries.letters(db, ids),
    firstPage: boardQueries.page(db),
    olderPage: boardQueries.page(db, { createdAt: at, id: ids[0] ?? '' }),
    byReference: searchQueries.byReference(db, 'BK-ABCDEFGH'),
    byPhone: searchQueries.byPhone(db, '+447700900000'),
    byEmail: searchQueries.byEmail(db, 'nobody@example.com'),
    byPostcode: searchQueries.byPostcode(db, 'N1 9AG'),
    byParts: searchQueries.byParts(db, [{ term: 'raman', engineerIds: ['no-one'] }]),
    events: boardQueries.marks(db, 'bookingEvents'),
  }
}
