import { isToDispatch } from '#app/features/booking/lifecycle.ts'
import type { Card } from '../card.ts'

/* The parts of the board that change with time alone, computed on the server and in browsers. */

/** The minutes until an instant; 0 or less once it has passed. */
export const minutesLeftUntil = (at: string, nowMs: number): number => Math.ceil((Date.parse(at) - nowMs) / 60_000)

/** How many minutes of a card's clock are left at an instant, and how much of it has run, 0 to 1. */
export function clockAt(clock: NonNullable<Card['clock']>, nowMs: number) {
  const [start, end] = [Date.parse(clock.from), Date.parse(clock.until)]
  return { minutesLeft: minutesLeftUntil(clock.until, nowMs), run: Math.min(1, Math.max(0, (nowMs - start) / (end - start))) }
}

/** A deadline of the card has passed: of its call, or for being there. */
export const isOverdue = ({ late, clock, call }: Pick<Card, 'late' | 'clock' | 'call'>, nowMs: number): boolean =>
  late !== undefined || [clock?.until, call?.dueAt].some((at) => at !== undefined && Date.parse(at) < nowMs)

/** Red Line while no one has set off: red, as all that is late or in danger. */
export const isUnsentRedLine = ({ isRedLine, status }: Pick<Card, 'isRedLine' | 'status'>): boolean => isRedLine && isToDispatch(status)

/** How close a deadline is if it is due soon: within it, an engineer who has not set off may miss it. */
export const soonMinutes = 20

/** How urgent an arrival is: its deadline has passed, or is close; its window has begun, or not yet. Undefined once someone is there. */
export function latenessOf({ late, clock }: Pick<Card, 'late' | 'clock'>, nowMs: number): 'late' | 'soon' | 'open' | 'ahead' | undefined {
  if (late) return 'late'
  if (!clock) return undefined
  const left = minutesLeftUntil(clock.until, nowMs)
  if (left <= 0) return 'late'
  if (left <= soonMinutes) return 'soon'
  return Date.parse(clock.from) <= nowMs ? 'open' : 'ahead'
}

/** '2 min left', 'now', '3 min over'; hours and days where it is long ago. */
export function leftText(minutesLeft: number): string {
  if (minutesLeft > 48 * 60) return `${Math.floor(minutesLeft / 1440)} days left`
  if (minutesLeft > 90) return `${Math.floor(minutesLeft / 60)} h left`
  if (minutesLeft > 0) return `${minutesLeft} min left`
  const over = -minutesLeft
  if (over === 0) return 'now'
  if (over < 60) return `${over} min over`
  return over < 48 * 60 ? `${Math.floor(over / 60)} h over` : `${Math.floor(over / 1440)} days over`
}
