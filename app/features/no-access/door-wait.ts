import { type Instant, later, minutes, toInstant } from '#app/platform/clock.ts'

/** An engineer who waits at a door that nobody opens. */
export interface DoorWait {
  arrivedAt: Instant
  /** From when the visit may be closed as one without access, with its fee. */
  feeFrom: Instant
  feePence: number
  /** The tries to reach the customer since then, oldest first. */
  attempts: readonly { id: string; at: Instant; note: string }[]
}

/** When the fee may be charged of an engineer who arrived at `arrivedAt`, by the booking's own terms. */
export const feeFromOf = (arrivedAt: Instant, { noAccessAfterMinutes }: { noAccessAfterMinutes: number }): Instant =>
  later(arrivedAt, minutes(noAccessAfterMinutes))

/** Whether they have waited long enough at `now` to charge for a visit without access. */
export const hasWaited = ({ feeFrom }: Pick<DoorWait, 'feeFrom'>, now: Date): boolean => toInstant(now) >= feeFrom

/** When something happened by the time of the device that says so: not before the arrival, not in the future. */
export function heldTo({ arrivedAt }: Pick<DoorWait, 'arrivedAt'>, at: Instant | undefined, now: Date): Instant {
  if (at === undefined || Number.isNaN(Date.parse(at)) || Date.parse(at) > now.getTime()) return toInstant(now)
  const told = toInstant(new Date(at))
  return told < arrivedAt ? arrivedAt : told
}
