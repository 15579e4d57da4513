import { actAt, type QueuedAct } from '#app/features/engineer-acts/queued-act.ts'
import { type Instant, later, minutes, toInstant } from '#app/platform/clock.ts'

/** An engineer waiting at a door that no one opens. */
export interface DoorWait {
  arrivedAt: Instant
  /** From when the visit may be closed as one without access, with its fee. */
  feeFrom: Instant
  feePence: number
  /** The tries to reach the customer since then, oldest first. */
  attempts: readonly { id: string; at: Instant; note: string }[]
}

/** When the fee may be charged, for an engineer who arrived at `arrivedAt`, by the booking's own terms. */
export const feeFromOf = (arrivedAt: Instant, { noAccessAfterMinutes }: { noAccessAfterMinutes: number }): Instant =>
  later(arrivedAt, minutes(noAccessAfterMinutes))

/** Whether they have waited long enough at `now` to charge for a visit without access. */
export const hasWaited = ({ feeFrom }: Pick<DoorWait, 'feeFrom'>, now: Date): boolean => toInstant(now) >= feeFrom

/** A booking's terms for a visit without access. */
export interface DoorTerms {
  noAccessAfterMinutes: number
  noAccessPence: number
}

/** The wait, with what the engineer has done on this phone since: an arrival that only the phone knows, and tries. */
export function doorWaitWith(
  known: DoorWait | undefined,
  since: readonly QueuedAct[],
  { arrivedAt, terms }: { arrivedAt?: Instant; terms: DoorTerms },
): DoorWait | undefined {
  const began =
    arrivedAt === undefined ? undefined : { arrivedAt, feeFrom: feeFromOf(arrivedAt, terms), feePence: terms.noAccessPence, attempts: [] }
  const wait = began ?? known
  const tries = since.filter(({ kind }) => kind === callAttempt)
  return (
    wait && { ...wait, attempts: [...wait.attempts, ...tries.map((act) => ({ id: act.key, at: actAt(act), note: act.fields.note ?? '' }))] }
  )
}

/** How a phone reports that its engineer tried to reach the customer. */
export const callAttempt = 'call_attempt'
