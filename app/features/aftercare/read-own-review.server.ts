import { type Booking, type BookingEvent, readHistory } from '#app/features/booking/read-booking.server.ts'
import { visitEndOf } from '#app/features/booking/visit-end.server.ts'
import type { Services } from '#app/platform/services.ts'
import { areaOf, firstNameOf, removalReasons } from './review-rules.ts'

/** The page on which a booking's customer reviews its visit; undefined before the visit is over, or once the booking is erased. */
export async function readOwnReview({ db, clock }: Pick<Services, 'db' | 'clock'>, booking: Booking, events?: readonly BookingEvent[]) {
  if (booking.erasedAt || !visitEndOf(booking, events ?? (await readHistory(db, booking.id)), clock.now())) return undefined
  const known = await db.selectFrom('reviews').selectAll().where('bookingId', '=', booking.id).executeTakeFirst()
  return {
    reference: booking.reference,
    area: known ? known.area : areaOf(booking),
    state: !known || known.withdrawnAt ? ('none' as const) : known.removalReason ? ('removed' as const) : ('shown' as const),
    removedBecause: known?.removalReason ? removalReasons[known.removalReason].says : undefined,
    /** It isn't shown or counted, since the private link went to one of us. */
    isOwn: known?.isOwn === 1,
    answer: known?.answer ?? '',
    written: {
      stars: known?.stars ? String(known.stars) : '',
      text: known?.text ?? '',
      name: known ? known.name : firstNameOf(booking),
      mayPublish: known ? (known.mayPublish ? 'yes' : 'no') : '',
    },
  }
}

export type OwnReview = NonNullable<Awaited<ReturnType<typeof readOwnReview>>>
