import { sql } from 'kysely'
import { instantOf, londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { addDays } from '#app/values/day.ts'
import type { BookingSum, CountSum, DaySum } from './analytics/count-sums.ts'
import { type Report, reportOf } from './analytics/funnel-report.ts'
import type { Period } from './counted-events.ts'

/** Visits and bookings of a period of London days. */
export async function readReport({ db }: Pick<Services, 'db'>, period: Period): Promise<Report> {
  const [sums, daySums, bookings] = await Promise.all([readSums(db, period), readDaySums(db, period), readBookingSums(db, period)])
  return reportOf(period, sums, daySums, bookings)
}

const countsIn = (db: Services['db'], { from, to }: Period) =>
  db
    .selectFrom('counts')
    .select(({ fn }) => fn.sum<number | string>('count').as('count'))
    .where('day', '>=', from)
    .where('day', '<=', to)

async function readSums(db: Services['db'], period: Period): Promise<CountSum[]> {
  const columns = ['event', 'label', 'path', 'area', 'channel'] as const
  const rows = await countsIn(db, period).select(columns).groupBy(columns).execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

async function readDaySums(db: Services['db'], period: Period): Promise<DaySum[]> {
  const columns = ['day', 'event', 'channel'] as const
  const some = countsIn(db, period).where('event', 'in', ['page_view', 'booking_started', 'booking_completed'])
  const rows = await some.select(columns).groupBy(columns).execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Without possible spam. Grouped by hour, since London's days start on one. */
async function readBookingSums(db: Services['db'], { from, to }: Period): Promise<BookingSum[]> {
  const hour = sql<string>`substr(bookings.created_at, 1, 13)`
  const rows = await db
    .selectFrom('bookings')
    // A booking has at most one confirmed payment of the priority fee (0062-bill-payments).
    .leftJoin('payments', (join) =>
      join.onRef('payments.bookingId', '=', 'bookings.id').on('payments.outcome', '=', 'confirmed').on('payments.billId', 'is', null),
    )
    .select([hour.as('hour'), 'bookings.channel', 'bookings.serviceLevel', 'bookings.borough'])
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.count<number | string>('payments.id').as('paid')])
    .where('bookings.createdAt', '>=', instantOf(from, 0))
    .where('bookings.createdAt', '<', instantOf(addDays(to, 1), 0))
    .where('bookings.suspectedSpam', '=', 0)
    .groupBy([hour, 'bookings.channel', 'bookings.serviceLevel', 'bookings.borough'])
    .execute()
  return rows.map(({ hour: begins, count, paid: paidCount, ...row }) => ({
    ...row,
    day: londonDay(`${begins}:00:00.000Z`),
    count: Number(count),
    paid: Number(paidCount),
  }))
}
