import { addDays, dayText, isDay, type LondonDay } from '#app/values/day.ts'
import { retention } from '#content/retention.ts'
import type { TableId } from './analytics/funnel-tables.ts'
import { monthsBefore, type Period } from './counted-events.ts'

/* The period that a report of visits and bookings is asked for, and how it is shown. */

/** Periods offered as links, in days. */
export const periodDays = [7, 28, 90] as const
const usualDays = 28

interface Asked {
  days?: string | null
  from?: string | null
  to?: string | null
}

/** Returns the requested period, or the last 28 days with the problem of the request. */
export function periodOf({ days, from, to }: Asked, today: LondonDay): { period: Period; days?: number; problem?: string } {
  const last = (count: number): Period => ({ from: addDays(today, 1 - count), to: today })
  if (!from && !to) {
    const count = periodDays.find((each) => String(each) === days) ?? usualDays
    return { period: last(count), days: count }
  }
  const problem = problemOf(from ?? '', to ?? '', today)
  return problem ? { period: last(usualDays), problem } : { period: { from: from ?? '', to: to ?? '' } }
}

function problemOf(from: string, to: string, today: LondonDay): string | undefined {
  if (!isDay(from) || !isDay(to)) return 'Enter the first day and the last day.'
  if (from > to) return 'The first day must be on or before the last day.'
  if (to > today) return 'The last day can’t be in the future.'
  if (from < monthsBefore(today, retention.countMonths))
    return `We keep counts for ${retention.countMonths} months. Choose a later first day.`
}

/** 'Fri 20 Nov', with the year if the period is long. */
export const plotDay = (day: LondonDay, { from, to }: Period): string =>
  from.slice(0, 4) === to.slice(0, 4) ? dayText(day) : `${dayText(day)} ${day.slice(0, 4)}`

/** The file name of a table's CSV. */
export const csvName = (id: TableId, { from, to }: Period): string => `${id}-${from}-to-${to}.csv`
