import { type Instant, later, minutes } from '#app/platform/clock.ts'

/** What an engineer did, as their phone keeps it. */
export interface QueuedAct {
  /** A UUID: the server does it once. */
  key: string
  /** Whose it is: no one else's phone shows or sends it. */
  engineerId: string
  /** Counts up: acts are sent in this order. */
  order: number
  /** A name of the table `kinds` in `routes/engineer/acts.ts`. */
  kind: string
  bookingId: string
  /** By the phone's clock. */
  at: Instant
  /** How far the server's clock was ahead of the phone's when that was last measured. */
  offsetMs?: number
  /** What was seen of the thing that it changes, where that matters: the revision of the sheet. */
  seen?: string
  fields: Readonly<Record<string, string>>
  /** How often it has been on its way: what has never been may still be taken back. */
  attempts: number
  /**
   * 'asked': the server wants an answer first. 'refused': it was not done. 'done': it was; pages that are older than that still need it.
   */
  state: 'waiting' | 'asked' | 'refused' | 'done'
  /** The question, or the reason. */
  says?: string
  /** With 'done': when, by the server's clock. */
  doneAt?: Instant
}

/** When it happened, by the server's clock as far as that is known. */
export const actAt = ({ at, offsetMs = 0 }: Pick<QueuedAct, 'at' | 'offsetMs'>): Instant => later(at, offsetMs)

/** The acts on a booking that what a page has from the server at `now` does not know of: those that wait, and those done since. */
export const actsSince = (acts: readonly QueuedAct[], bookingId: string, now: Instant): QueuedAct[] =>
  acts.filter(
    (act) =>
      act.bookingId === bookingId && (act.state === 'waiting' || (act.state === 'done' && act.doneAt !== undefined && act.doneAt >= now)),
  )

/** The order in which they happened; of two tabs that counted alike, by the clock. */
export const inOrder = (a: QueuedAct, b: QueuedAct): number => a.order - b.order || a.at.localeCompare(b.at)

/** Bytes of a report at most: servers take 64 KB, and a character is 3 bytes at most. */
const mostCharacters = 18_000
const mostAtOnce = 50

/** The next acts to be sent, in their order; at least one if any waits. `only`: no more than so many. */
export function nextBatch(acts: readonly QueuedAct[], only = mostAtOnce): QueuedAct[] {
  const batch: QueuedAct[] = []
  let characters = 0
  for (const act of acts.filter(({ state }) => state === 'waiting').toSorted(inOrder)) {
    characters += JSON.stringify(act).length
    if (batch.length >= only || (batch.length > 0 && characters > mostCharacters)) break
    batch.push(act)
  }
  return batch
}

/** Whether the engineer may take a step back that they took at `at`. */
export const undoOwnMs = minutes(5)
