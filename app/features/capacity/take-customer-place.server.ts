import type { Transaction } from 'kysely'
import { actOnBookingIn } from '#app/features/booking/act-on-booking.server.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { plannedSpan } from './read-visit-plan.server.ts'
import { takePlace } from './take-place.server.ts'
import { lockLapsed, mayTakeUnproven } from './unproven-places.server.ts'

/* Places that customers take themselves (docs/decisions/0100-proven-bookings.md). Callers hold `lockPlan`. */

type Placeable = Pick<
  Booking,
  | 'id'
  | 'phone'
  | 'email'
  | 'postcode'
  | 'address'
  | 'service'
  | 'dangers'
  | 'serviceLevel'
  | 'slotStartsAt'
  | 'promisedFrom'
  | 'promisedUntil'
>

/** Takes a place for a booking that isn't proven; false if none is left for it. */
export async function takeUnprovenPlace(
  services: Services,
  tx: Transaction<Tables>,
  booking: Placeable & { clientKey: string },
  now: Date,
): Promise<boolean> {
  if (!(await mayTakeUnproven(services, tx, booking, booking.clientKey, now))) return false
  return (await takePlace(tx, booking, now, { isUnproven: true })) !== undefined
}

/**
 * Takes a place for a proven booking, if need be that of an unproven one that has had its half hour: its customer and staff are told that
 * we call to agree a time. False if there is none.
 */
export async function takeProvenPlace(services: Services, tx: Transaction<Tables>, booking: Placeable, now: Date): Promise<boolean> {
  if (await takePlace(tx, booking, now)) return true
  const span = plannedSpan(now, { from: booking.promisedFrom, until: booking.promisedUntil })
  const lapsed = await lockLapsed(services.engine, tx, now, span)
  const lost = lapsed.length > 0 ? await takePlace(tx, booking, now, { lapsed }) : undefined
  for (const { id } of lost ?? [])
    await actOnBookingIn(services, tx, { bookingId: id, actor: 'system' }, async () => ({
      set: { toAgree: 1 },
      isRevised: true,
      event: { note: 'Its customer hadn’t confirmed it within 30 minutes, so a confirmed booking was given its time' },
      announces: 'unplaced',
    }))
  return lost !== undefined
}
