import type { Kysely } from 'kysely'
import { hours, type Instant, later } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { hasEnded } from './lifecycle.ts'
import type { Booking, BookingEvent } from './read-booking.server.ts'
import { StepRefused } from './refusals.ts'

/* The end of a booking's visit, from its history: that stays when the booking is reopened, cancelled or closed. */

/** A visit that no one closes counts as over this long after the engineer arrived. */
export const unclosedMs = hours(24)

/** An event that ends a visit: work done, no one let us in, or called off once the engineer was at the door. */
const endsVisit = ({ fromStatus, toStatus }: Pick<BookingEvent, 'fromStatus' | 'toStatus'>) =>
  toStatus === 'completed' || toStatus === 'no_access' || (toStatus === 'cancelled' && fromStatus === 'arrived')

/** Returns the end of a booking's first visit; undefined if there was none yet. */
export function visitEndOf({ status }: Pick<Booking, 'status'>, events: readonly BookingEvent[], now: Date): Instant | undefined {
  const ended = events.filter(endsVisit).map(({ at }) => at)
  if (ended.length > 0) return ended.toSorted()[0]
  const arrived = hasEnded(status) || status === 'arrived' ? events.findLast(({ toStatus }) => toStatus === 'arrived')?.at : undefined
  const unclosed = arrived && later(new Date(arrived), unclosedMs)
  return unclosed && unclosed <= later(now, 0) ? unclosed : undefined
}

/** Throws `StepRefused` if an engineer has been at a booking's door: acts of staff after that must not keep its customer from a review. */
export async function refuseIfVisited(db: Kysely<Tables>, bookingId: string, reason: string): Promise<void> {
  const visit = await db
    .selectFrom('bookingEvents')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('toStatus', 'in', ['arrived', 'completed', 'no_access'])
    .executeTakeFirst()
  if (visit) throw new StepRefused(reason)
}
