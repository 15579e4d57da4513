import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { bookOne } from '#test/support/booked.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { onEachEngine, onOneEngine, racing, type World } from '#test/support/world.ts'
import type { Counted } from './counted-events.ts'
import { type CountRow, keepCounts, writeCounts } from './keep-counts.server.ts'
import { readReport } from './read-report.server.ts'

const viewOf = (changes: Partial<Counted> = {}): Counted => ({
  event: 'page_view',
  label: '',
  path: '/pricing',
  area: '',
  channel: 'direct',
  ...changes,
})
const rowOf = (changes: Partial<CountRow> = {}): CountRow => ({ ...viewOf(), day: '2026-11-20', count: 1, ...changes })
const stored = ({ services: { db } }: World) =>
  db.selectFrom('counts').selectAll().orderBy('day').orderBy('path').orderBy('event').execute()
const sumOf = async (world: World) => (await stored(world)).reduce((sum, { count }) => sum + count, 0)
const manyRows = (count: number, changes: Partial<CountRow> = {}) =>
  Array.from({ length: count }, (_, number) => rowOf({ path: `/${number}`, ...changes }))

onOneEngine('Counts', (engine) => {
  it('are sums: what is the same is one row', async () => {
    const world = await freshWorld(engine)
    const counts = keepCounts(world.services)
    counts.add([viewOf(), viewOf(), viewOf({ channel: 'search' }), viewOf({ path: '/plumbers-whitechapel', area: 'Tower Hamlets' })])
    counts.add([viewOf()])
    await counts.stop()
    await writeCounts(world.services, [rowOf({ count: 2 })])
    const rows = (await stored(world)).map(({ path, area, channel, count }) => [path, area, channel, count])
    expect(rows.sort()).toEqual([
      ['/plumbers-whitechapel', 'Tower Hamlets', 'direct', 1],
      ['/pricing', '', 'direct', 5],
      ['/pricing', '', 'search', 1],
    ])
  })

  it('of two instances that write at once are all there, and no row is lost to the other', async () => {
    const world = await freshWorld(racing(engine))
    const peers = openPeers(world, 3)
    const rounds = 12
    await Promise.all(
      peers.flatMap((peer, number) =>
        Array.from({ length: rounds }, () =>
          // Each process writes the shared rows in opposite order, and one row that only it has.
          writeCounts(peer, [...(number % 2 ? manyRows(20) : manyRows(20).reverse()), rowOf({ path: `/of-${number}` })]),
        ),
      ),
    )
    expect(await sumOf(world)).toBe(3 * rounds * 21)
    expect(await world.services.db.selectFrom('countDays').selectAll().execute()).toEqual([{ day: '2026-11-20', rowCount: 23 }])
  })

  it('have no more rows in a day than they may, however many write at once: the rest is counted by its event', async () => {
    const world = await freshWorld(racing(engine))
    const peers = openPeers(world, 2)
    await writeCounts(world.services, manyRows(10), 50)
    await Promise.all(
      peers.flatMap((peer, number) => [
        writeCounts(peer, manyRows(40, { label: `${number}` }), 50),
        writeCounts(peer, manyRows(10), 50),
        writeCounts(peer, manyRows(5, { event: 'phone_click' }), 50),
      ]),
    )
    const rows = await stored(world)
    const others = rows.filter(({ channel }) => channel === 'other')
    expect(rows.length - others.length).toBe(50)
    expect(others.every(({ label, path, area }) => label === '' && path === 'other' && area === '')).toBe(true)
    expect(await sumOf(world)).toBe(10 + 2 * (40 + 10 + 5))
    // Rows that already exist still count up; another day has its own limit.
    expect(rows.find(({ path, label }) => path === '/3' && label === '')?.count).toBe(3)
    await writeCounts(world.services, [rowOf({ day: '2026-11-21' })], 50)
    expect((await stored(world)).filter(({ day }) => day === '2026-11-21')).toEqual([rowOf({ day: '2026-11-21' })])
  })

  it('are of London’s day', async () => {
    const world = await freshWorld(engine)
    for (const [now, day] of [
      ['2026-11-20T23:59:59.999Z', '2026-11-20'],
      ['2026-11-21T00:00:00.000Z', '2026-11-21'],
      // In summer, midnight in London is 23:00 UTC.
      ['2026-06-30T22:59:59.999Z', '2026-06-30'],
      ['2026-06-30T23:00:00.000Z', '2026-07-01'],
      // Both days on which the clocks change.
      ['2026-03-29T00:59:59.000Z', '2026-03-29'],
      ['2026-03-29T22:59:59.000Z', '2026-03-29'],
      ['2026-03-29T23:00:00.000Z', '2026-03-30'],
      ['2026-10-24T23:00:00.000Z', '2026-10-25'],
      ['2026-10-25T23:59:59.000Z', '2026-10-25'],
      ['2026-10-26T00:00:00.000Z', '2026-10-26'],
    ] as const) {
      world.clock.set(now)
      const counts = keepCounts(world.services)
      counts.add([viewOf({ path: now })])
      await counts.stop()
      expect((await stored(world)).find(({ path }) => path === now)?.day).toBe(day)
    }
  })

  it('that midnight parts are of two days, though they are written together', async () => {
    const world = await freshWorld(engine, { now: '2026-11-20T23:59:59.000Z' })
    const counts = keepCounts(world.services)
    counts.add([viewOf()])
    world.clock.advance(2_000)
    counts.add([viewOf()])
    await counts.stop()
    expect((await stored(world)).map(({ day, count }) => [day, count])).toEqual([
      ['2026-11-20', 1],
      ['2026-11-21', 1],
    ])
  })

  it('are written by themselves, and those that could not be are written later, once', async () => {
    const world = await freshWorld(engine)
    const { db, log } = world.services
    const patience = { timeout: 30_000 }
    let failures = 0
    const warn = () => void failures++
    const counts = keepCounts({ ...world.services, log: Object.assign(Object.create(log), { warn }) }, { flushMs: 5 })
    await sql`alter table counts rename to counts_away`.execute(db)
    counts.add([viewOf()])
    await expect.poll(() => failures, patience).toBe(1)
    await sql`alter table counts_away rename to counts`.execute(db)
    await expect.poll(() => sumOf(world), patience).toBe(1)
    counts.add([viewOf(), viewOf()])
    await expect.poll(() => sumOf(world), patience).toBe(3)
    await counts.stop()
    counts.add([viewOf()])
    await counts.stop()
    expect(await sumOf(world)).toBe(3)
  })

  it('that wait have their bound in memory: what comes on top is counted by its event', async () => {
    const world = await freshWorld(engine)
    const counts = keepCounts(world.services)
    counts.add(Array.from({ length: 2_600 }, (_, number) => viewOf({ path: `/${number}` })))
    await counts.stop()
    const rows = await stored(world)
    expect(rows).toHaveLength(2_001)
    expect(rows.find(({ channel }) => channel === 'other')?.count).toBe(600)
  })
})

const period = { from: '2026-11-19', to: '2026-11-20' }

onEachEngine('A report', (engine) => {
  it('adds up the counts of its days, and no others', async () => {
    const world = await freshWorld(engine)
    const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']
    await writeCounts(
      world.services,
      days.flatMap((day, at) => [rowOf({ day, path: '/', count: 10 ** at }), rowOf({ day, channel: 'inside' })]),
    )
    const { funnel, days: plotted, tables } = await readReport(world.services, period)
    expect(funnel[0]).toMatchObject({ name: 'Visits', count: 110 })
    expect(plotted.map(({ visits }) => visits)).toEqual([10, 100])
    expect(tables.find(({ id }) => id === 'pages')?.rows.map((row) => row.slice(0, 3))).toEqual([
      ['/', 110, 110],
      ['/pricing', 2, 0],
    ])
  })

  it('counts the bookings that are stored, each once and on its London day, without possible spam', async () => {
    const world = await freshWorld(engine, { now: '2026-06-30T22:59:00.000Z', payments: true })
    const { services, clock } = world
    await bookOne(world)
    clock.advance(60_000)
    const redline = await bookOne(world, { serviceLevel: 'redline' })
    await bookOne(world, { serviceLevel: 'redline' })
    const spam = await bookOne(world)
    const byPhone = await bookOne(world, { postcode: 'SW9 8QH' })
    await services.db.updateTable('bookings').set({ suspectedSpam: 1 }).where('id', '=', spam.id).execute()
    await services.db.updateTable('bookings').set({ channel: 'phone' }).where('id', '=', byPhone.id).execute()
    // Paid twice by mistake: the second payment is refunded.
    for (const outcome of ['confirmed', 'returned'] as const)
      await services.db
        .insertInto('payments')
        .values({
          id: newId(),
          provider: 'sandbox',
          providerPaymentId: newId(),
          checkoutId: null,
          bookingId: redline.id,
          amountPence: 2999,
          currency: 'gbp',
          outcome,
          paidAt: '2026-06-30T23:01:00.000Z',
          recordedAt: '2026-06-30T23:01:00.000Z',
        })
        .execute()
    const { funnel, days, tables } = await readReport(services, { from: '2026-06-30', to: '2026-07-01' })
    expect(days.map(({ bookings }) => bookings)).toEqual([1, 3])
    expect(funnel.slice(-3).map(({ count }) => count)).toEqual([3, 2, 1])
    expect(tables.find(({ id }) => id === 'bookings')?.rows).toEqual([
      ['Online', 1, 2, 1],
      ['By phone', 1, 0, 0],
    ])
    expect(tables.find(({ id }) => id === 'areas')?.rows).toEqual([
      ['Lambeth', 0, 0, 0, 0, 0, 1],
      ['Tower Hamlets', 0, 0, 0, 0, 3, 0],
    ])
    expect((await readReport(services, { from: '2026-07-02', to: '2026-07-03' })).funnel.at(-3)?.count).toBe(0)
  })
})
