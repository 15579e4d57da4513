import type { Transaction } from 'kysely'
import { actOnBooking, type Change, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { StaffActsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'

/** An act of staff on a booking. The caller has checked that `staffId` is staff. */
export interface StaffAct {
  bookingId: string
  /** The id of the user. */
  staffId: string
  /** `versionOf` the booking that they saw: if it has changed since, nothing is done. */
  seen: string
}

interface Press extends StaffAct {
  act: StaffActsTable['act']
  /** The input: the same by the same person for the same version is the same act. */
  wish: unknown
}

/**
 * Does an act of staff on a booking that hasn't changed since they saw it, with a row of its state before and after. Repeating it does it
 * once. Throws `BookingOvertaken` with who did what, `BookingNotFound`, or the errors of `decide`.
 */
export const actByStaff = (
  services: Services,
  { bookingId, staffId, seen, act, wish }: Press,
  decide: (tx: Transaction<Tables>, locked: LockedBooking) => Promise<Change & { text: string }>,
): Promise<void> => actOnBooking(services, { bookingId, actor: staffId, seen, press: { act, wish } }, decide)
