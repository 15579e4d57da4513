import type { Transaction, Updateable } from 'kysely'
import { actByStaff, type Change, type LockedBooking, type StaffAct } from '#app/features/booking/act-on-booking.server.ts'
import type { Occasion } from '#app/features/booking/announce.ts'
import { readLastAct, readTakenAt } from '#app/features/booking/history.server.ts'
import { hasEnded, plannedStatuses } from '#app/features/booking/lifecycle.ts'
import { renewedLink } from '#app/features/booking/private-link.server.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { requireEngineer } from '#app/features/capacity/require-engineer.server.ts'
import { hasRefundSince } from '#app/features/payments/read-payment.server.ts'
import { actByEngineer, type OwnAct } from '#app/features/visit/act-by-engineer.server.ts'
import { withdrawUndone } from '#app/features/visit/charges.server.ts'
import { dropFeeQuestion } from '#app/features/visit/fee-questions.server.ts'
import { undoOf, undoOwnUntil } from '#app/features/visit/undo.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { movedText } from './promise-window.server.ts'
import { aboutEngineer, takeEngineersTime } from './steps/take-engineer.server.ts'
import { confirmedText } from './steps/take-window.server.ts'

type Columns = Updateable<BookingsTable> & { revision?: number }

/**
 * Undoes the last act of staff on a booking, by anyone, within 10 minutes and if nothing has happened since: accepting, assigning, a
 * window, a step on the way, a correction; never one that moved money. The act stays in the list, marked as undone, and leaves the history
 * that promises are judged by. A customer who was told of a window, or that someone set off, is notified again. If it leaves no one free
 * for an unassigned booking, that must be confirmed. Throws `AnswerNeeded`, `BookingOvertaken`, `StepRefused` or `BookingNotFound`.
 */
export async function undoAct(services: Services, { confirmed, ...staffAct }: StaffAct & { confirmed?: string }): Promise<void> {
  await actByStaff(services, { ...staffAct, act: 'undo', wish: null }, (tx, locked) =>
    undoChange(services, tx, locked, { by: staffAct.staffId, isOwnOnly: false, confirmed }),
  )
}

interface Undo {
  /** The id of the user. */
  by: string
  /** Engineers undo only their own step, within five minutes, without questions: their position is a fact. */
  isOwnOnly: boolean
  /** Questions of staff's undo that were confirmed. */
  confirmed?: string
  /** The time of the request; absent: now. */
  at?: Instant
}

/** The change of a locked booking that undoes the last act, which it marks as undone. Throws `AnswerNeeded` or `StepRefused`. */
async function undoChange(
  services: Services,
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  { by, isOwnOnly, confirmed, at = toInstant(now) }: Undo,
): Promise<Change & { text: string }> {
  const last = await readLastAct(tx, booking.id)
  const asked = new Date(at)
  if (isOwnOnly && !(last && (undoOwnUntil(last, by, await readTakenAt(tx, last)) ?? '') >= at))
    throw new StepRefused('This can no longer be undone. Call the office.')
  const allowed = undoOf(last, booking, asked, last && (await hasRefundSince(tx, booking.id, last.at)))
  if ('refused' in allowed || !last) throw new StepRefused('refused' in allowed ? allowed.refused : 'There’s nothing to undo.')
  const { revision: revisionBefore, ...before } = JSON.parse(last.before) as Columns
  const isRevised = (JSON.parse(last.after) as Columns).revision !== revisionBefore
  const isPromise = last.act === 'promise'
  // A replaced link is not restored: there is a newer one.
  const { trackingTokenHash, trackingKeyId, trackingRevocations, ...columns } = before
  const restored = { ...booking, ...columns } as Booking
  const engineer = restored.engineerId ? await requireEngineer(tx, restored.engineerId, restored) : undefined
  const atStake =
    engineer && !isOwnOnly && plannedStatuses.includes(restored.status)
      ? await takeEngineersTime(tx, { ...restored, engineerId: engineer.id }, now)
      : []
  const despite = engineer ? confirmedText(aboutEngineer(engineer, atStake), confirmed) : ''
  await tx
    .updateTable('staffActs')
    .set({ undoneAt: toInstant(now) })
    .where('id', '=', last.id)
    .execute()
  if (last.act === 'advance') {
    await withdrawUndone(tx, now, { bookingId: booking.id, since: last.at, by })
    await dropFeeQuestion(tx, booking.id)
  }
  // An undone step leaves no event, since it never happened. A promised window keeps its event: the customer has read it.
  if (!isPromise) await tx.deleteFrom('bookingEvents').where('id', '=', last.id).execute()
  return {
    set: { ...columns, ...(trackingTokenHash && renewedLink(services.secrets, booking)) },
    isRevised,
    text: `undid this: ${last.text}${despite}`,
    event: isPromise ? { kind: 'rescheduled', note: movedText(booking, restored) } : 'none',
    detail: { act: last.id },
    announces: occasionOf({ isPromise, isNewAddress: trackingTokenHash !== undefined, booking, restored }),
  }
}

interface Undone {
  isPromise: boolean
  isNewAddress: boolean
  booking: Booking
  restored: Booking
}

/** Returns the occasion to announce to the customer again; undefined if they had not been notified. */
function occasionOf({ isPromise, isNewAddress, booking, restored }: Undone): Occasion | undefined {
  // No one was notified that a booking was discarded as spam.
  if (booking.closedAs === 'spam') return undefined
  if (isNewAddress) return 'new_address'
  if (booking.status === 'en_route' && restored.status !== 'en_route') return 'not_yet'
  if (hasEnded(booking.status) && !hasEnded(restored.status)) return 'not_over'
  return isPromise ? 'promised' : undefined
}

/** Undoes an engineer's own last step, within five minutes. Throws `StepRefused`, and the errors of `actByEngineer`. */
export async function undoOwnStep(services: Services, act: OwnAct): Promise<void> {
  await actByEngineer(services, { ...act, kind: 'undo', press: { act: 'undo', wish: null } }, (tx, { at, ...locked }) =>
    undoChange(services, tx, locked, { by: act.userId, isOwnOnly: true, at }),
  )
}
