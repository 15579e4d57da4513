import type { VisitStep } from '#app/features/booking/lifecycle.ts'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { advanceBooking } from '#app/features/dispatch/advance-booking.server.ts'
import { undoAct } from '#app/features/dispatch/undo-act.server.ts'
import type { Services } from '#app/platform/services.ts'

/** What an engineer does with a job of their own. */
export interface OwnAct {
  bookingId: string
  engineerId: string
  /** Of the engineer's account. */
  userId: string
  /** `versionOf` the booking that they saw. */
  seen: string
}

/**
 * Takes a job of an engineer's own one step on. Customer, board and webhook hear of it as when staff do. Throws `BookingNotFound` where
 * the job is not theirs, and what `advanceBooking` throws.
 */
export async function takeOwnStep(
  services: Services,
  { userId, ...act }: OwnAct,
  { to, confirmed }: { to: VisitStep; confirmed: string },
): Promise<void> {
  await requireOwn(services, act)
  await advanceBooking(services, { ...act, staffId: userId, to, confirmed })
}

/** Takes back an engineer's own last step, within five minutes. Throws `BookingNotFound`, and what `undoAct` throws. */
export async function undoOwnStep(services: Services, { userId, ...act }: OwnAct): Promise<void> {
  await requireOwn(services, act)
  await undoAct(services, { ...act, staffId: userId })
}

/** Before anything is said of a booking, also that it has changed: it is nobody else's business. */
export async function requireOwn({ db }: Services, { bookingId, engineerId }: Pick<OwnAct, 'bookingId' | 'engineerId'>): Promise<void> {
  const own = await db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', bookingId)
    .where('engineerId', '=', engineerId)
    .executeTakeFirst()
  if (!own) throw new BookingNotFound()
}
