import type { Selectable } from 'kysely'
import { type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import type { BookingsTable, StaffActsTable } from '#db/tables/booking.ts'
import { undoOwnMs } from './queued-act.ts'

type Booking = Selectable<BookingsTable>

/** The last act can be undone for this long. */
const undoWithinMs = minutes(10)

const undoable: ReadonlySet<StaffActsTable['act']> = new Set(['accept', 'assign', 'promise', 'advance', 'edit', 'discard'])

type LastAct = Pick<StaffActsTable, 'act' | 'at' | 'version' | 'undoneAt'>

/**
 * Returns the time until which an engineer, of the account `userId`, may undo the last act on their job: their own step, for five minutes
 * from `takenAt`, whenever it was reported. Undefined if it wasn't theirs.
 */
export const undoOwnUntil = (act: Pick<StaffActsTable, 'act' | 'actor'>, userId: string, takenAt: Instant): Instant | undefined =>
  act.actor === userId && act.act === 'advance' ? later(takenAt, undoOwnMs) : undefined

/**
 * Returns the time until which the last act on a booking can be undone, or why it can't be at `now`. `movedMoney`: money has been refunded
 * since.
 */
export function undoOf(
  act: LastAct | undefined,
  booking: Pick<Booking, 'version' | 'erasedAt'>,
  now: Date,
  movedMoney = false,
): { until: Instant } | { refused: string } {
  if (!act || act.undoneAt) return { refused: 'There’s nothing to undo.' }
  if (!undoable.has(act.act)) return { refused: 'This can’t be undone. Make another change instead.' }
  if (act.version !== booking.version || booking.erasedAt)
    return { refused: 'Something has happened since, so this can’t be undone. Make another change instead.' }
  if (movedMoney) return { refused: 'Money has been refunded since, so this can’t be undone. Make another change instead.' }
  const until = later(act.at, undoWithinMs)
  if (toInstant(now) > until) return { refused: 'More than 10 minutes have passed, so this can’t be undone. Make another change instead.' }
  return { until }
}
