import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import { newId } from '#app/values/ids.ts'
import { retention } from '#content/retention.ts'
import { claimRound } from './uptime/claim-round.server.ts'
import { failureText } from './uptime/failure-text.ts'
import {
  checkLimitMs,
  countRounds,
  percentileMs,
  stretchOf,
  type UptimeEndpoint,
  uptimeEndpoints,
  uptimeRoundMs,
  uptimeStatus,
} from './uptime-rounds.ts'

interface CheckOptions {
  atStart?: boolean
  /** For tests: the time limit, and the function that measures milliseconds. */
  limitMs?: number
  timer?: () => number
  signal?: AbortSignal
}

/**
 * One round of checks, if it is this instance's turn: requests each endpoint like a visitor, and stores the results. Returns whether it was
 * its turn.
 */
export async function checkUptime(services: Services, { atStart, ...options }: CheckOptions = {}): Promise<boolean> {
  if (!(await claimRound(services, 'uptime', { roundMs: uptimeRoundMs, atStart }))) return false
  const checks = await Promise.all(uptimeEndpoints.map((endpoint) => checkEndpoint(services, endpoint, options)))
  if (options.signal?.aborted) return true
  await services.db.insertInto('uptimeChecks').values(checks).execute()
  for (const { endpoint, status, error } of checks)
    if (status === 'down') services.log.error({ endpoint, problem: error }, 'uptime check: down')
  return true
}

async function checkEndpoint(services: Services, endpoint: UptimeEndpoint, options: CheckOptions) {
  const { limitMs = checkLimitMs, timer = () => performance.now(), signal } = options
  const check = { id: newId(), endpoint, at: toInstant(services.clock.now()) }
  const limit = AbortSignal.timeout(limitMs)
  const startedAt = timer()
  try {
    const response = await fetch(new URL(endpoint, services.config.monitorUrl), {
      method: 'HEAD',
      headers: { 'user-agent': 'emergency-plumbers-uptime' },
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    })
    const responseMs = Math.round(timer() - startedAt)
    const status = uptimeStatus({ ok: response.ok, responseMs })
    return { ...check, status, responseMs, error: response.ok ? '' : `It answered ${response.status}` }
  } catch (error) {
    return { ...check, status: 'down' as const, responseMs: null, error: failureText(error, limit.aborted, limitMs) }
  }
}

/** Chore: sums up past days. Any number of instances may run it. */
export async function keepUptimeDays({ db, clock }: Services): Promise<void> {
  const now = clock.now()
  // A little after midnight: earlier requests have been answered by then.
  const yesterday = addDays(londonDay(later(now, -minutes(10))), -1)
  const oldestDay = addDays(yesterday, -retention.uptimeDayDays)
  const newest = await db
    .selectFrom('uptimeDays')
    .select('day')
    .where('endpoint', '=', '/')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest && newest.day >= yesterday) return
  const first = await db.selectFrom('uptimeChecks').select('at').where('endpoint', '=', '/').orderBy('at').limit(1).executeTakeFirst()
  if (!first) return
  const begin = newest ? addDays(newest.day, 1) : londonDay(first.at)
  for (let day = [begin, oldestDay].sort()[1] ?? begin; day <= yesterday; day = addDays(day, 1)) await sumUpDay(db, day)
}

async function sumUpDay(db: Services['db'], day: LondonDay): Promise<void> {
  const { from, until } = stretchOf(day)
  const checks = await db
    .selectFrom('uptimeChecks')
    .select(['endpoint', 'at', 'status', 'responseMs'])
    .where('endpoint', 'in', uptimeEndpoints)
    .where('at', '>=', from)
    .where('at', '<', until)
    .execute()
  const rows = uptimeEndpoints.map((endpoint) => {
    const own = checks.filter((check) => check.endpoint === endpoint)
    return { endpoint, day, ...countRounds(own, from, until), p50Ms: percentileMs(own, 50), p95Ms: percentileMs(own, 95) }
  })
  await db
    .insertInto('uptimeDays')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
