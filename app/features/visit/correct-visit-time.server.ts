import type { Kysely } from 'kysely'
import { type BookingEvent, readHistory } from '#app/features/booking/read-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { londonDay, spokenTimeAt } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { spokenTimeOnDay } from '#app/platform/spoken-moment.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { actByEngineer, type OwnAct } from './act-by-engineer.server.ts'
import { doubtCredits } from './credit-doubts.server.ts'
import { type CorrectableTime, correctedAt, outsideBounds, readCorrection, type VisitTimes } from './sheet/visit-times.ts'

const isOf: Record<CorrectableTime, (event: BookingEvent) => boolean> = {
  arrived: ({ fromStatus, toStatus }) => toStatus === 'arrived' && fromStatus !== 'arrived',
  left: ({ fromStatus, toStatus }) => (toStatus === 'completed' || toStatus === 'no_access') && fromStatus !== toStatus,
}

/** Returns the engineer's arrival and departure from the booking's history. */
export async function readVisitTimes(db: Kysely<Tables>, bookingId: string): Promise<VisitTimes> {
  const events = await readHistory(db, bookingId)
  const arrival = events.findLastIndex(isOf.arrived)
  return { arrived: events[arrival]?.at, left: arrival < 0 ? undefined : events.slice(arrival).find(isOf.left)?.at }
}

/**
 * Corrects when an engineer arrived at a job of their own or left it, with the reason; staff read it in the history. It must stay between
 * the events before and after. A credit stays: if the arrival was in time after all, staff are asked about it. Throws `InvalidEntry`,
 * `StepRefused` if there is no such time, and as `actByEngineer` does.
 */
export async function correctVisitTime(services: Services, { seen: _, ...act }: OwnAct, typed: (name: string) => string): Promise<void> {
  const read = readCorrection(typed)
  if ('problems' in read) throw new InvalidEntry(read.problems)
  const { what, time, reason } = read.correction
  await actByEngineer(services, { ...act, kind: 'correct-time' }, async (tx, { booking, now }) => {
    const events = await readHistory(tx, booking.id)
    const at = events.findLastIndex(isOf[what])
    const event = events[at]
    if (!event || booking.erasedAt) throw new StepRefused('There’s no time to correct yet.')
    const before = events[at - 1]?.at
    const typedAt = correctedAt(event.at, time)
    const problem = outsideBounds(typedAt, { from: before ?? booking.createdAt, until: events[at + 1]?.at ?? toInstant(now) })
    if (problem) throw new InvalidEntry({ time: problem })
    // A time in the same minute as the previous event becomes that event's: the history stays in order.
    const toAt = before !== undefined && before > typedAt ? before : typedAt
    await tx.updateTable('bookingEvents').set({ at: toAt }).where('id', '=', event.id).execute()
    await tx
      .insertInto('timeCorrections')
      .values({ id: newId(), bookingId: booking.id, what, fromAt: event.at, toAt, at: toInstant(now), actor: act.userId, reason })
      .execute()
    if (what === 'arrived') await doubtCredits(tx, booking.id, toAt, now)
    return { action: 'booking.correct-time', detail: { what } }
  })
}

/** The corrections of a booking's times, as staff read them in its history. */
export async function readCorrectionHistory(db: Kysely<Tables>, bookingId: string) {
  const rows = await db.selectFrom('timeCorrections').selectAll().where('bookingId', '=', bookingId).orderBy('id').limit(100).execute()
  return rows.map(({ id, at, actor, what, fromAt, toAt, reason }) => {
    // The days too, if one of the times was on another day.
    const spoken = londonDay(fromAt) === londonDay(toAt) ? spokenTimeAt : spokenTimeOnDay
    return { id, at, actor, what: `corrected the time they ${what} from ${spoken(fromAt)} to ${spoken(toAt)}: ${reason}` }
  })
}
