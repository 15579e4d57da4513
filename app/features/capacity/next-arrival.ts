import type { Instant } from '#app/values/clock.ts'

/** The next engineer's arrival: the end of the window that a booking made now would be promised. */
export interface NextArrival {
  /** Whole minutes from `at`. */
  minutes: number
  at: Instant
  until: Instant
  /** The same by London's clocks: '7.35am'. It is within 12 hours, so it needs no day. */
  by: string
}

/** Shown if the arrival time isn't known. No longer than a promise with a time, so that replacing it doesn't move the page. */
const unknownArrival = (lateCredit: string) => `There on time, or ${lateCredit} off`

/** Shown while no one can be promised; as short as the other. */
export const nobodyFree = 'Call us for our earliest time'

/**
 * Returns our promise about speed, the same on every page, without the full stop: the arrival time, and the amount off if we miss it.
 * `next`: null while no one can be promised, undefined while it isn't known.
 */
export function promiseText(next: Pick<NextArrival, 'by'> | null | undefined, lateCredit: string): string {
  if (next === null) return nobodyFree
  return next ? `With you by ${next.by}, or ${lateCredit} off` : unknownArrival(lateCredit)
}

/**
 * Returns the text for a displayed time that can no longer be promised, with the new one; undefined while it can be. `was`: by London's
 * clocks too.
 */
export function goneText(was: Pick<NextArrival, 'until' | 'by'>, next: NextArrival | null): string | undefined {
  if (next === null) return `We said ${was.by}, but that time has gone. ${nobodyFree}.`
  return next.until > was.until ? `We said ${was.by}, but that time has gone: the earliest is now ${next.by}.` : undefined
}

/** No arrival is promised that is nearer than this. */
export const leastAheadMs = 45 * 60_000
