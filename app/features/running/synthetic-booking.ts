import { hours, later, minutes } from '#app/values/clock.ts'
import type { SyntheticRunsTable } from '#db/tables/running.ts'

export const syntheticRoundMs = minutes(15)
export const syntheticLimitMs = 20_000
/** How long a test booking that its run did not remove is kept. */
export const syntheticLeftMs = minutes(5)

/** The header by which the server knows its own (docs/decisions/0023-synthetic-booking.md). */
export const syntheticHeader = 'synthetic-booking'

/** The test booking: valid, and no one's. Ofcom reserves the number for fiction, and the domain can't be registered. */
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

/** Failures further apart than this don't count as consecutive. */
const togetherMs = hours(1)

/**
 * Decides from the newest runs (newest first) if the public pages ask people to call: true from the second failure in a row, false from the
 * next success, otherwise undefined (no change).
 */
export function phoneFirstAfter([newest, before]: readonly Run[]): boolean | undefined {
  if (!newest) return undefined
  if (newest.outcome === 'ok') return false
  return before?.outcome === 'failed' && before.at >= later(newest.at, -togetherMs) ? true : undefined
}

/** The state of test bookings. 'unknown': the last run is too old. */
export function bookingWayNow(newest: Run | undefined, now: Date): 'works' | 'failing' | 'unknown' {
  if (!newest || newest.at < later(now, -2 * syntheticRoundMs - minutes(1))) return 'unknown'
  return newest.outcome === 'ok' ? 'works' : 'failing'
}
