import type { Kysely } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { BookingNotFound, StepRefused } from '#app/features/booking/refusals.ts'
import { guaranteeMonths } from '#content/stated.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Returns true if a visit under guarantee may follow a booking at `now`: its visit is done, and its window ended no more than 12 months
 * ago.
 */
export function isReturnable(
  { status, erasedAt, promisedUntil }: Pick<Booking, 'status' | 'erasedAt' | 'promisedUntil'>,
  now: Date,
): boolean {
  const end = new Date(promisedUntil)
  end.setUTCMonth(end.getUTCMonth() + guaranteeMonths)
  return status === 'completed' && erasedAt === null && now <= end
}

/** The booking whose guarantee a return visit is under. Throws `StepRefused` if the guarantee has ended, or `BookingNotFound`. */
export async function requireReturnable(db: Kysely<Tables>, id: string, now: Date): Promise<Booking> {
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  if (!booking) throw new BookingNotFound()
  if (isReturnable(booking, now)) return booking
  throw new StepRefused(
    `${booking.reference} isn’t a visit we finished in the last ${guaranteeMonths} months, so it isn’t under guarantee.`,
  )
}
