import { type Instant, later, minutes } from '#app/values/clock.ts'

/** An engineer's act, as their phone keeps it. */
export interface QueuedAct {
  /** A UUID: the server does it once. */
  key: string
  /** Its engineer's id: no one else's phone shows or sends it. */
  engineerId: string
  /** Counts up: acts are sent in this order. */
  order: number
  /** A name of the table `ownActs` in `routes/engineer/acts.server.ts`. */
  kind: string
  /** '' if it isn't about a job. */
  bookingId: string
  /** By the phone's clock. */
  at: Instant
  /** The lead of the server's clock over the phone's at the last measurement. */
  offsetMs?: number
  /** The version that was seen, if that matters: the revision of the sheet. */
  seen?: string
  fields: Readonly<Record<string, string>>
  /** The number of times it was sent: at 0, it can be withdrawn. */
  attempts: number
  /** 'asked': the server wants an answer first. 'refused': it was not done. 'done': kept for pages with older data. */
  state: 'waiting' | 'asked' | 'refused' | 'done'
  /** The question, or the reason. */
  says?: string
  /** With 'asked': the value that answers the question. */
  confirms?: string
  /** With 'done': the time by the server's clock. */
  doneAt?: Instant
}

/** The kind of act that records the customer's request to start while they may still cancel. */
export const askedToStart = 'asked-to-start'

/** The kind of the act of reading a refusal; its field `refused` has the key of the refused act. */
export const readRefusal = 'read-refusal'

/** Returns the time of an act by the server's clock, as far as known. */
export const actAt = ({ at, offsetMs = 0 }: Pick<QueuedAct, 'at' | 'offsetMs'>): Instant => later(at, offsetMs)

/** The acts on a booking that a page's data, read by the server at `now`, doesn't include: waiting ones, and ones done since. */
export const actsSince = (acts: readonly QueuedAct[], bookingId: string, now: Instant): QueuedAct[] =>
  acts.filter(
    (act) =>
      act.bookingId === bookingId && (act.state === 'waiting' || (act.state === 'done' && act.doneAt !== undefined && act.doneAt >= now)),
  )

/** In the order of events; equal counts of two tabs are ordered by the clock. */
export const inOrder = (a: QueuedAct, b: QueuedAct): number => a.order - b.order || a.at.localeCompare(b.at)

/** The size limit of a report: servers take 64 KB, and a character is at most 3 bytes. */
const mostCharacters = 18_000
const mostAtOnce = 50

/** Returns true if an earlier act on the same booking has a question that the engineer must answer first. */
const isHeld = (act: QueuedAct, acts: readonly QueuedAct[]): boolean =>
  acts.some(({ state, bookingId, order }) => state === 'asked' && bookingId === act.bookingId && order < act.order)

/** The next acts to send, in order; at least one if any can be sent. `only`: the most to send. */
export function nextBatch(acts: readonly QueuedAct[], only = mostAtOnce): QueuedAct[] {
  const batch: QueuedAct[] = []
  let characters = 0
  for (const act of acts.filter((each) => each.state === 'waiting' && !isHeld(each, acts)).toSorted(inOrder)) {
    characters += JSON.stringify(act).length
    if (batch.length >= only || (batch.length > 0 && characters > mostCharacters)) break
    batch.push(act)
  }
  return batch
}

/** An engineer may undo their step for this long. */
export const undoOwnMs = minutes(5)
