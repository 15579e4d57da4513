import type { Updateable } from 'kysely'
import type { Occasion } from '#app/features/booking/announce.ts'
import { readLastAct } from '#app/features/booking/history.server.ts'
import { hasEnded } from '#app/features/booking/lifecycle.ts'
import { renewedLink } from '#app/features/booking/private-link.server.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { withdrawUndone } from '#app/features/owed/charges.server.ts'
import { hasRefundSince } from '#app/features/payments/read-payment.server.ts'
import { StepRefused } from '#app/features/roster/refusals.ts'
import { requireEngineer } from '#app/features/roster/require-engineer.server.ts'
import { toInstant } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingsTable } from '#db/tables.ts'
import { movedText } from './promise-window.server.ts'
import type { StaffAct } from './steps/act-by-staff.server.ts'
import { actByStaff } from './steps/act-by-staff.server.ts'
import { mayUndoOwn, undoOf } from './undo.ts'

type Columns = Updateable<BookingsTable> & { revision?: number }

interface UndoAct extends StaffAct {
  /** The engineer who takes back a step of their own; absent: staff do. */
  engineerId?: string
}

/**
 * Takes back the last act of staff on a booking, whoever's it was, within 10 minutes and where nothing has happened since: accepting,
 * assigning, a window, a step on the way, a correction; never what moved money. The act stays in the list of acts, marked as taken back,
 * and leaves the history that promises are judged by. A customer who was told of a window, or that somebody set out, is told anew. Throws `BookingOvertaken`,
 * `StepRefused` or `BookingNotFound`.
 */
export async function undoAct(services: Services, { engineerId, ...staffAct }: UndoAct): Promise<void> {
  await actByStaff(services, { ...staffAct, act: 'undo', wish: null }, async (tx, { booking, now }) => {
    if (engineerId && booking.engineerId !== engineerId) throw new BookingNotFound()
    const last = await readLastAct(tx, booking.id)
    if (engineerId && !mayUndoOwn(last, staffAct.staffId, now)) throw new StepRefused('This can no longer be undone. Call your dispatcher.')
    const allowed = undoOf(last, booking, now, last && (await hasRefundSince(tx, booking.id, last.at)))
    if ('refused' in allowed || !last) throw new StepRefused('refused' in allowed ? allowed.refused : 'There is nothing to undo.')
    const { revision: revisionBefore, ...before } = JSON.parse(last.before) as Columns
    const isRevised = (JSON.parse(last.after) as Columns).revision !== revisionBefore
    const isPromise = last.act === 'promise'
    // A link that was renewed is not revived: there is a newer one.
    const { trackingTokenHash, trackingKeyId, trackingRevocations, ...columns } = before
    const restored = { ...booking, ...columns } as Booking
    if (restored.engineerId) await requireEngineer(tx, restored.engineerId, restored)
    return {
      set: { ...columns, ...(trackingTokenHash && renewedLink(services.secrets, booking)) },
      isRevised,
      text: `undid: ${last.text}`,
      event: isPromise ? { kind: 'rescheduled', note: movedText(booking, restored) } : 'none',
      detail: { act: last.id },
      announces: occasionOf({ isPromise, isNewAddress: trackingTokenHash !== undefined, booking, restored }),
      also: async () => {
        await tx
          .updateTable('staffActs')
          .set({ undoneAt: toInstant(now) })
          .where('id', '=', last.id)
          .execute()
        if (last.act === 'advance') await withdrawUndone(tx, now, { bookingId: booking.id, since: last.at, by: staffAct.staffId })
        // That somebody set out, which they did not, must not count; of a window the customer has read.
        if (!isPromise) await tx.deleteFrom('bookingEvents').where('id', '=', last.id).execute()
        return []
      },
    }
  })
}

interface Undone {
  isPromise: boolean
  isNewAddress: boolean
  booking: Booking
  restored: Booking
}

/** What the customer is told anew; nothing where they had not been told. */
function occasionOf({ isPromise, isNewAddress, booking, restored }: Undone): Occasion | undefined {
  // Of a booking that was discarded as spam nobody was told anything.
  if (booking.closedAs === 'spam') return undefined
  if (isNewAddress) return 'new_address'
  if (booking.status === 'en_route' && restored.status !== 'en_route') return 'not_yet'
  if (hasEnded(booking.status) && !hasEnded(restored.status)) return 'not_over'
  return isPromise ? 'promised' : undefined
}
