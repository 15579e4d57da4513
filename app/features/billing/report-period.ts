import { isDay, type LondonDay } from '#app/values/day.ts'

/** Days of London, both included. */
export interface ReportPeriod {
  from: LondonDay
  to: LondonDay
}

/** Returns the requested days, or the problem with them; this month until today if none were given. */
export function reportPeriod(query: URLSearchParams, today: LondonDay): { period: ReportPeriod; problem?: string } {
  const [from, to] = [query.get('from'), query.get('to')]
  const usual = { from: `${today.slice(0, 8)}01`, to: today }
  if (from === null && to === null) return { period: usual }
  if (!from || !to || !isDay(from) || !isDay(to)) return { period: usual, problem: 'Enter the first day and the last day.' }
  if (from > to) return { period: usual, problem: 'The first day must be on or before the last day.' }
  return { period: { from, to } }
}

/** '2026 Q4': the calendar quarter of a day. */
export const quarterOf = (day: LondonDay): string => `${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
