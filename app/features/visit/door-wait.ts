import { type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { actAt, type QueuedAct } from './queued-act.ts'

/** An engineer waiting at a door that no one opens. */
export interface DoorWait {
  arrivedAt: Instant
  /** The start of the wait: the arrival, or the start of the promised window if the engineer was early. */
  countsFrom: Instant
  /** The earliest time to close the visit as one without access, with its fee. */
  feeFrom: Instant
  feePence: number
  /** The tries to reach the customer since then, oldest first. */
  attempts: readonly { id: string; at: Instant; note: string }[]
}

/** The wait of an engineer who arrived at `arrivedAt`, by the booking's own terms. Time before the promised window never counts. */
export function doorWaitOf(
  { arrivedAt, promisedFrom }: { arrivedAt: Instant; promisedFrom: Instant },
  { noAccessAfterMinutes, noAccessPence }: DoorTerms,
): Omit<DoorWait, 'attempts'> {
  const countsFrom = arrivedAt > promisedFrom ? arrivedAt : promisedFrom
  return { arrivedAt, countsFrom, feeFrom: later(countsFrom, minutes(noAccessAfterMinutes)), feePence: noAccessPence }
}

/** Returns true if they tried to reach the customer during the wait that counts. */
export const hasTried = ({ countsFrom, attempts }: Pick<DoorWait, 'countsFrom' | 'attempts'>): boolean =>
  attempts.some(({ at }) => at >= countsFrom)

/** The times we heard of a wait. */
export interface HeardOfWait {
  /** The time the arrival reached us, or the correction that made it earlier. */
  arrivalAt: Instant
  /** The time each try to reach the customer reached us; empty if there was none. */
  triesAt: readonly Instant[]
}

/** Connections take less than this. */
const delayMs = minutes(2)

/**
 * Returns true if we knew of a wait while it lasted, so that the customer could be told: of the arrival for as long as it takes to charge,
 * and of a try, if there was one, before the engineer left at `leftAt`, not in the same report.
 */
export function wasHeardOf(
  { countsFrom, feeFrom }: Pick<DoorWait, 'countsFrom' | 'feeFrom'>,
  heard: HeardOfWait,
  leftAt: Instant,
): boolean {
  const lateMs = Date.parse(heard.arrivalAt) - Date.parse(countsFrom)
  const knownFor = later(feeFrom, Math.max(0, lateMs - delayMs))
  return leftAt >= knownFor && (heard.triesAt.length === 0 || heard.triesAt.some((at) => at <= later(leftAt, -delayMs)))
}

/** Returns true if they have waited long enough at `now` to charge for a visit without access. */
export const hasWaited = ({ feeFrom }: Pick<DoorWait, 'feeFrom'>, now: Date): boolean => toInstant(now) >= feeFrom

/** A booking's terms for a visit without access. */
interface DoorTerms {
  noAccessAfterMinutes: number
  noAccessPence: number
}

/** Returns the wait with the engineer's acts on this phone since: an arrival that only the phone knows, and tries. */
export function doorWaitWith(
  known: DoorWait | undefined,
  since: readonly QueuedAct[],
  { arrivedAt, promisedFrom, doorTerms }: { arrivedAt?: Instant; promisedFrom: Instant; doorTerms: DoorTerms },
): DoorWait | undefined {
  const began = arrivedAt === undefined ? undefined : { ...doorWaitOf({ arrivedAt, promisedFrom }, doorTerms), attempts: [] }
  const wait = began ?? known
  const tries = since.filter(({ kind }) => kind === callAttempt)
  return (
    wait && { ...wait, attempts: [...wait.attempts, ...tries.map((act) => ({ id: act.key, at: actAt(act), note: act.fields.note ?? '' }))] }
  )
}

/** The kind of the act of trying to reach the customer. */
export const callAttempt = 'call_attempt'
