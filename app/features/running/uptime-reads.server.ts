import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import type { Instant } from '#app/values/clock.ts'
import { bookingWayNow } from './synthetic-booking.ts'
import {
  addCounts,
  countRounds,
  lastDays,
  lastHours,
  roundsUntil,
  type Stretch,
  statusNow,
  stretchOf,
  type UptimeCounts,
  type UptimeEndpoint,
  type UptimeNow,
  type UptimeSpan,
  uptimeEndpoints,
} from './uptime-rounds.ts'

/** The present state of an endpoint. */
export interface EndpointNow {
  endpoint: UptimeEndpoint
  status: UptimeNow
  /** Of the newest check, however old it is. */
  checkedAt: Instant | null
  responseMs: number | null
  error: string
}

/** The state of each endpoint: by its newest check, 'unknown' if that is older than two rounds. */
export async function readUptimeNow({ db, clock }: Services): Promise<EndpointNow[]> {
  const now = clock.now()
  return Promise.all(
    uptimeEndpoints.map(async (endpoint) => {
      const newest = await db
        .selectFrom('uptimeChecks')
        .selectAll()
        .where('endpoint', '=', endpoint)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst()
      const { at = null, responseMs = null, error = '' } = newest ?? {}
      return { endpoint, status: statusNow(newest, now), checkedAt: at, responseMs, error }
    }),
  )
}

/** A cell of a strip: an hour or a day. */
export interface UptimeCell extends Stretch {
  counts: UptimeCounts
}

export interface EndpointHistory {
  endpoint: UptimeEndpoint
  cells: UptimeCell[]
  counts: UptimeCounts
  /** Of the responses in these days; null if there were none. */
  p50Ms: number | null
  p95Ms: number | null
}

/** The results of each endpoint: by hour over the last day, else by day. */
export const readUptimeHistory = (services: Services, span: UptimeSpan): Promise<EndpointHistory[]> =>
  Promise.all(uptimeEndpoints.map((endpoint) => readEndpoint(services, endpoint, span)))

async function readEndpoint(services: Services, endpoint: UptimeEndpoint, span: UptimeSpan): Promise<EndpointHistory> {
  const now = services.clock.now()
  const stretches = span === 1 ? lastHours(now) : lastDays(now, span)
  const from = stretches[0]?.from ?? ''
  const known = span === 1 ? new Map<string, UptimeCounts>() : await readDays(services, endpoint, stretches)
  // Days that are summed up don't need their checks.
  const open = stretches.find(({ day }) => !known.has(day)) ?? stretchOf(londonDay(now))
  const checks = await services.db
    .selectFrom('uptimeChecks')
    .select(['at', 'status', 'responseMs'])
    .where('endpoint', '=', endpoint)
    .where('at', '>=', open.from)
    .execute()
  const newest = checks
    .map(({ at }) => at)
    .sort()
    .at(-1)
  const cells = stretches.map((stretch) => ({
    ...stretch,
    counts: known.get(stretch.day) ?? countRounds(checks, stretch.from, roundsUntil(stretch, now, newest)),
  }))
  const [p50Ms, p95Ms] = [await readPercentile(services, endpoint, from, 50), await readPercentile(services, endpoint, from, 95)]
  return { endpoint, cells, counts: addCounts(cells.map(({ counts }) => counts)), p50Ms, p95Ms }
}

async function readDays({ db }: Services, endpoint: UptimeEndpoint, stretches: readonly Stretch[]): Promise<Map<string, UptimeCounts>> {
  const rows = await db
    .selectFrom('uptimeDays')
    .select(['day', 'up', 'degraded', 'down', 'unknown'])
    .where('endpoint', '=', endpoint)
    .where('day', '>=', stretches[0]?.day ?? '')
    .execute()
  return new Map(rows.map(({ day, ...counts }) => [day, counts]))
}

/** Computed by the database, which has the times sorted, instead of reading tens of thousands of them. */
async function readPercentile({ db }: Services, endpoint: UptimeEndpoint, from: Instant, percent: number): Promise<number | null> {
  const answered = () =>
    db.selectFrom('uptimeChecks').where('endpoint', '=', endpoint).where('at', '>=', from).where('responseMs', 'is not', null)
  const { count } = await answered()
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const rank = Math.max(0, Math.ceil((Number(count) * percent) / 100) - 1)
  const row = await answered().select('responseMs').orderBy('responseMs').limit(1).offset(rank).executeTakeFirst()
  return row?.responseMs ?? null
}

const mostRuns = 12

/** The state of test bookings, since when the pages ask people to call, and the newest runs. */
export async function readBookingWay({ db, clock }: Services) {
  const runs = await db.selectFrom('syntheticRuns').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(mostRuns).execute()
  const row = await db.selectFrom('phoneFirst').select('since').executeTakeFirst()
  return { state: bookingWayNow(runs[0], clock.now()), phoneFirstSince: row?.since ?? null, runs }
}
