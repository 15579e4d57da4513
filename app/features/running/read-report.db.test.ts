import { expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { bookOne } from '#test/support/booked.ts'
import { freshWorld } from '#test/support/fresh.ts'
import { onEachEngine } from '#test/support/world.ts'
import { type CountRow, writeCounts } from './analytics/write-counts.server.ts'
import { readReport } from './read-report.server.ts'

const rowOf = (changes: Partial<CountRow>): CountRow => ({
  day: '2026-11-20',
  event: 'page_view',
  label: '',
  path: '/',
  area: '',
  channel: 'direct',
  count: 1,
  ...changes,
})
const period = { from: '2026-11-19', to: '2026-11-20' }

onEachEngine('A report', (engine) => {
  it('adds up the counts of its days, and no others', async () => {
    const world = await freshWorld(engine)
    const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']
    await writeCounts(
      world.services,
      days.flatMap((day, at) => [rowOf({ day, count: 10 ** at }), rowOf({ day, path: '/pricing', channel: 'inside' })]),
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
