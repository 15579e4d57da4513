import { hours, later, minutes } from '#app/platform/clock.ts'
import type { SyntheticRunsTable } from '#db/tables.ts'

export const syntheticRoundMs = minutes(15)
export const syntheticLimitMs = 20_000
/** A booking that only tried the way and that its run did not take away goes after this. */
export const syntheticLeftMs = minutes(5)
export const syntheticRunDays = 90

/** The header by which the server knows its own (docs/decisions/0023-synthetic-booking.md). */
export const syntheticHeader = 'synthetic-booking'

/** What is booked: right in everything, of no one. The number is one that Ofcom gives to no one, the domain one that no one can have. */
export const syntheticBody = {
  name: 'Synthetic check',
  phone: '07700 900999',
  email: 'synthetic-check@example.com',
  service: 'Burst Pipe',
  description: 'Made by the server itself to see whether bookings work. It’s removed straight away.',
  postcode: 'E1 1FR',
  serviceLevel: 'standard',
  triggered_from: 'synthetic',
}

export type Run = Pick<SyntheticRunsTable, 'at' | 'outcome'>

/** Two failures further apart than this say nothing of what was between them. */
const togetherMs = hours(1)

/**
 * Whether the public pages are to ask people to ring, after the newest runs (newest first): yes from the second failure in a row, no from
 * the next that works; else undefined, it stays as it is.
 */
export function phoneFirstAfter([newest, before]: readonly Run[]): boolean | undefined {
  if (!newest) return undefined
  if (newest.outcome === 'ok') return false
  return before?.outcome === 'failed' && before.at >= later(newest.at, -togetherMs) ? true : undefined
}

/** How the way of a booking stands. 'unknown': the last run is long ago. */
export function bookingWayNow(newest: Run | undefined, now: Date): 'works' | 'failing' | 'unknown' {
  if (!newest || newest.at < later(now, -2 * syntheticRoundMs - minutes(1))) return 'unknown'
  return newest.outcome === 'ok' ? 'works' : 'failing'
}
