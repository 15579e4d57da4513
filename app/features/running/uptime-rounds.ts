import { instantOf, londonDay } from '#app/platform/london.ts'
import { type Instant, later, minutes, seconds, toInstant } from '#app/values/clock.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { UptimeChecksTable } from '#db/tables/running.ts'

/** The paths requested, by HEAD. */
export const uptimeEndpoints = ['/', '/emergency-boiler-repair' satisfies SitePath, '/api/health'] as const
export type UptimeEndpoint = (typeof uptimeEndpoints)[number]
export const endpointNames: Record<UptimeEndpoint, string> = {
  '/': 'Home page',
  '/emergency-boiler-repair': 'Boiler repair page',
  '/api/health': 'Server and database',
}

export const uptimeRoundMs = minutes(5)
export const checkLimitMs = seconds(10)
const slowMs = 5_000
/** After two rounds without a check the state is unknown. */
const freshMs = 2 * uptimeRoundMs + seconds(30)

type UptimeStatus = UptimeChecksTable['status']
/** 'unknown': not checked. It never counts as up. */
export type UptimeNow = UptimeStatus | 'unknown'
export const uptimeStates = ['up', 'degraded', 'down', 'unknown'] as const satisfies readonly UptimeNow[]

export function uptimeStatus({ ok, responseMs }: { ok: boolean; responseMs: number }): UptimeStatus {
  if (!ok) return 'down'
  return responseMs < slowMs ? 'up' : 'degraded'
}

/** The beginning of the round that an instant falls into. */
export const slotOf = (at: Date | Instant, roundMs: number): Instant =>
  toInstant(new Date(Math.floor(new Date(at).getTime() / roundMs) * roundMs))

/** The state by the newest check; unknown once that is old. */
export function statusNow(newest: { at: Instant; status: UptimeStatus } | undefined, now: Date): UptimeNow {
  return newest && newest.at > later(now, -freshMs) ? newest.status : 'unknown'
}

/** The results of a period's rounds. */
export type UptimeCounts = Record<UptimeNow, number>

export interface UptimeCheck {
  at: Instant
  status: UptimeStatus
  responseMs: number | null
}

const noCounts: UptimeCounts = { up: 0, degraded: 0, down: 0, unknown: 0 }
const severity: Record<UptimeStatus, number> = { up: 0, degraded: 1, down: 2 }

/**
 * Counts the rounds that begin in [from, until): if a round has several checks, because a server started in it, the worst counts; one
 * without a check is unknown.
 */
export function countRounds(checks: readonly UptimeCheck[], from: Instant, until: Instant): UptimeCounts {
  const worst = new Map<Instant, UptimeStatus>()
  for (const { at, status } of checks) {
    const slot = slotOf(at, uptimeRoundMs)
    if (slot < from || slot >= until) continue
    const known = worst.get(slot)
    if (!known || severity[status] > severity[known]) worst.set(slot, status)
  }
  const counts = { ...noCounts }
  for (const status of worst.values()) counts[status]++
  const rounds = Math.max(0, Math.ceil((new Date(until).getTime() - new Date(from).getTime()) / uptimeRoundMs))
  counts.unknown = rounds - worst.size
  return counts
}

/** The response time that `percent` of the checks stayed within; null if none was answered. */
export function percentileMs(checks: readonly Pick<UptimeCheck, 'responseMs'>[], percent: number): number | null {
  const times = checks.flatMap(({ responseMs }) => (responseMs === null ? [] : [responseMs])).sort((a, b) => a - b)
  return times[Math.max(0, Math.ceil((times.length * percent) / 100) - 1)] ?? null
}

export const sumOf = ({ up, degraded, down, unknown }: UptimeCounts): number => up + degraded + down + unknown

export const addCounts = (all: readonly UptimeCounts[]): UptimeCounts =>
  all.reduce(
    (sum, one) => ({
      up: sum.up + one.up,
      degraded: sum.degraded + one.degraded,
      down: sum.down + one.down,
      unknown: sum.unknown + one.unknown,
    }),
    noCounts,
  )

/** The colour of a period: its worst round. A period without checks, or mostly without, is unknown. */
export function stateOf(counts: UptimeCounts): UptimeNow {
  if (counts.down > 0) return 'down'
  if (counts.unknown * 2 > sumOf(counts) || sumOf(counts) === 0) return 'unknown'
  return counts.degraded > 0 ? 'degraded' : 'up'
}

/** '99.7%' of the checked rounds; never rounded up to 100. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '–'
  const tenths = Math.floor((part / whole) * 1000)
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}%`
}

/** '38 ms', '1.2 s'. */
export const responseText = (ms: number | null): string => {
  if (ms === null) return '–'
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

export const uptimeSpans = [1, 7, 30, 90] as const
export type UptimeSpan = (typeof uptimeSpans)[number]
export const spanText = (days: UptimeSpan): string => (days === 1 ? 'Last day' : `${days} days`)

/** The period of a cell. */
export interface Stretch {
  from: Instant
  until: Instant
  day: LondonDay
}

/** The last 24 hours, hour by hour, the one that is going on at the end. Hours of the clock, so that none is left out at a clock change. */
export function lastHours(now: Date): Stretch[] {
  const end = Math.floor(now.getTime() / minutes(60)) * minutes(60)
  return Array.from({ length: 24 }, (_, back) => {
    const from = toInstant(new Date(end - (23 - back) * minutes(60)))
    return { from, until: later(from, minutes(60)), day: londonDay(from) }
  })
}

/** Returns London's last days, today at the end: 23 or 25 hours long if the clocks change. */
export function lastDays(now: Date, count: number): Stretch[] {
  const today = londonDay(now)
  return Array.from({ length: count }, (_, back) => stretchOf(addDays(today, back - count + 1)))
}

export const stretchOf = (day: LondonDay): Stretch => ({ day, from: instantOf(day, 0), until: instantOf(addDays(day, 1), 0) })

/** The end of the finished rounds of a period. The current one counts once it has had its check, so an outage shows immediately. */
export function roundsUntil({ until }: Pick<Stretch, 'until'>, now: Date, newest: Instant | undefined): Instant {
  const current = slotOf(now, uptimeRoundMs)
  const end = newest && newest >= current ? later(current, uptimeRoundMs) : current
  return until < end ? until : end
}
