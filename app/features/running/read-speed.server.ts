import { londonDay, momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import type { PlotSeries } from '#app/ui/staff-plot.tsx'
import { days, hours, later, toInstant } from '#app/values/clock.ts'
import { addDays, dayText } from '#app/values/day.ts'
import type { MeasureCountsTable } from '#db/tables/site.ts'
import type { Chosen } from './monitoring-view.ts'
import { percentileOf, type Vital, vitals } from './vitals-and-errors.ts'

/** How far back the staff page looks. */
const shownDays = 28
const shownHours = 48

interface Counted {
  bucket: number
  count: number
}

/** The periods that are shown, oldest first, with how each reads. */
function periodsOf(by: Chosen['by'], now: Date): { period: string; at: string }[] {
  if (by === 'day') {
    const today = londonDay(now)
    return Array.from({ length: shownDays }, (_, back) => addDays(today, back - shownDays + 1)).map((period) => ({
      period,
      at: dayText(period),
    }))
  }
  const first = toInstant(now).slice(0, 13)
  const periods = Array.from({ length: shownHours }, (_, back) => later(`${first}:00:00.000Z`, hours(back - shownHours + 1)).slice(0, 13))
  let before = ''
  return periods.map((period) => {
    const at = momentText(`${period}:00:00.000Z`)
    const isAgain = at === before
    before = at
    // The hour that occurs twice when London's clocks go back.
    return { period, at: isAgain ? `${at} again` : at }
  })
}

/** Reads counts of some metrics, by the columns named, from a period on. */
async function readCounts<Column extends 'period' | 'page' | 'detail'>(
  { db }: Pick<Services, 'db'>,
  columns: readonly Column[],
  asked: { span: 'hour' | 'day'; from: string; metrics: readonly string[]; page?: string; detail?: string },
) {
  const names: ('period' | 'page' | 'detail' | 'metric' | 'bucket')[] = [...columns, 'metric', 'bucket']
  const rows = await db
    .selectFrom('measureCounts')
    .select(names)
    .select((eb) => eb.fn.sum<number | string>('count').as('count'))
    .where('span', '=', asked.span)
    .where('period', '>=', asked.from)
    .where('metric', 'in', [...asked.metrics])
    .$if(asked.page !== undefined, (query) => query.where('page', '=', asked.page ?? ''))
    .$if(asked.detail !== undefined, (query) => query.where('detail', '=', asked.detail ?? ''))
    .groupBy(names)
    .execute()
  type Read = Pick<MeasureCountsTable, Column | 'metric' | 'bucket'> & Counted
  return rows.map((row) => ({ ...row, count: Number(row.count) }) as unknown as Read)
}

const total = (rows: readonly Counted[]) => rows.reduce((sum, { count }) => sum + count, 0)

/** The 75th percentile of each vital by day: milliseconds; of layout shifts, the score. Null if there were no visits. */
export async function readVitals(services: Services, { page, device }: Chosen): Promise<Record<Vital, PlotSeries>> {
  const periods = periodsOf('day', services.clock.now())
  const rows = await readCounts(services, ['period'], {
    span: 'day',
    from: periods[0]?.period ?? '',
    metrics: vitals,
    page,
    detail: device,
  })
  const counts = Map.groupBy(rows, ({ metric, period }) => `${metric} ${period}`)
  const seriesOf = (vital: Vital): PlotSeries => ({
    name: '75th percentile',
    points: periods.map(({ period, at }) => ({ at, value: percentileOf(vital, counts.get(`${vital} ${period}`) ?? [], 0.75) })),
  })
  return Object.fromEntries(vitals.map((vital) => [vital, seriesOf(vital)])) as Record<Vital, PlotSeries>
}

export interface PageSpeed {
  page: string
  device: string
  /** Visits whose largest paint was measured. */
  visits: number
  p75: Record<Vital, number | null>
}

/** The same of four weeks, by page and device; the most visited first. */
export async function readPageSpeeds(services: Services): Promise<PageSpeed[]> {
  const from = addDays(londonDay(services.clock.now()), 1 - shownDays)
  const rows = await readCounts(services, ['page', 'detail'], { span: 'day', from, metrics: vitals })
  const pages = [...Map.groupBy(rows, ({ page, detail }) => `${page}\n${detail}`)].map(([key, counts]) => {
    const [page = '', device = ''] = key.split('\n')
    const of = (vital: Vital) => counts.filter(({ metric }) => metric === vital)
    const p75 = Object.fromEntries(vitals.map((vital) => [vital, percentileOf(vital, of(vital), 0.75)])) as PageSpeed['p75']
    return { page, device, visits: Math.max(total(of('LCP')), total(of('TTFB'))), p75 }
  })
  return pages.toSorted((one, other) => other.visits - one.visits || one.page.localeCompare(other.page))
}

/** Returns the server's response times: the median, the 95th and 99th percentile, and the number of responses that failed because of us. */
export async function readAnswers(services: Services, { page, by }: Chosen): Promise<{ times: PlotSeries[]; failures: PlotSeries }> {
  const periods = periodsOf(by, services.clock.now())
  const rows = await readCounts(services, ['period', 'detail'], { span: by, from: periods[0]?.period ?? '', metrics: ['response'], page })
  const counts = Map.groupBy(rows, ({ period }) => period)
  const shares = [
    ['p50', 0.5],
    ['p95', 0.95],
    ['p99', 0.99],
  ] as const
  return {
    times: shares.map(([name, share]) => ({
      name,
      points: periods.map(({ period, at }) => ({ at, value: percentileOf('response', counts.get(period) ?? [], share) })),
    })),
    failures: {
      name: 'Failures',
      points: periods.map(({ period, at }) => {
        const all = counts.get(period)
        return { at, value: all ? total(all.filter(({ detail }) => detail === '5xx')) : null }
      }),
    },
  }
}

export interface AnswerTimes {
  page: string
  answers: number
  failures: number
  p50: number | null
  p95: number | null
  p99: number | null
}

/**
 * Returns times of the last day by request, the most frequent first. `response`: our responses. `fetch`: requests by visitors' pages, as
 * they measured them. `outgoing`: requests to other servers.
 */
export async function readTimes(services: Services, metric: 'response' | 'fetch' | 'outgoing'): Promise<AnswerTimes[]> {
  const from = later(services.clock.now(), -days(1)).slice(0, 13)
  const rows = await readCounts(services, ['page', 'detail'], { span: 'hour', from, metrics: [metric] })
  const times = [...Map.groupBy(rows, ({ page }) => page)].map(([page, counts]) => ({
    page,
    answers: total(counts),
    failures: total(counts.filter(({ detail }) => detail === '5xx' || detail === 'failed')),
    p50: percentileOf(metric, counts, 0.5),
    p95: percentileOf(metric, counts, 0.95),
    p99: percentileOf(metric, counts, 0.99),
  }))
  return times.toSorted((one, other) => other.answers - one.answers || one.page.localeCompare(other.page))
}

/** Reports of the last day that were not counted, by why. */
export async function readDropped(services: Services): Promise<{ reason: string; count: number }[]> {
  const from = later(services.clock.now(), -days(1)).slice(0, 13)
  const rows = await readCounts(services, ['detail'], { span: 'hour', from, metrics: ['dropped'] })
  return rows.map(({ detail, count }) => ({ reason: detail, count }))
}

/** Pages of which something is known, for a list to choose from. */
export async function readKnownPages({ db, clock }: Services): Promise<string[]> {
  const rows = await db
    .selectFrom('measureCounts')
    .select('page')
    .distinct()
    .where('span', '=', 'day')
    .where('period', '>', addDays(londonDay(clock.now()), -shownDays))
    .where('metric', 'in', [...vitals, 'response'])
    .orderBy('page')
    .execute()
  return rows.map(({ page }) => page)
}

/** The latest individual measurements. */
export async function readNewestMetrics({ db }: Services) {
  const rows = await db.selectFrom('performanceMetrics').selectAll().orderBy('id', 'desc').limit(20).execute()
  return rows.map(({ metadata, ...metric }) => ({ ...metric, metadata: JSON.parse(metadata) as Record<string, string> }))
}
