import type { Selectable } from 'kysely'
import { statusFacts, stepFacts } from '#app/features/booking/lifecycle.ts'
import { type Changeable, lateAfterOf } from '#app/features/capacity/late-arrival.ts'
import { pausedText } from '#app/features/capacity/online-pause.ts'
import type { Pause } from '#app/platform/online-pause.ts'
import { type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { changeCutoffMinutes } from '#content/fees.ts'
import type { BookingsTable } from '#db/tables/booking.ts'

/** The time until which the customer may change the time online, or the reason why not and the alternative. */
type TimeChange = { until: Instant } | { refused: string }

/**
 * Returns if and until when the customer may change their booking's time at `now`. As soon as possible: until an engineer is on the way,
 * and not once the window has passed, since £50 off is judged by it. A slot: until `changeCutoffMinutes` before it begins. Red Line: never.
 * While online booking is paused, every time is given by phone.
 */
export function timeChangeOf(
  booking: Changeable & Partial<Pick<Selectable<BookingsTable>, 'toAgree'>>,
  now: Date,
  pause?: Pause,
): TimeChange {
  const { status, serviceLevel, slotStartsAt, promisedFrom, promisedUntil } = booking
  const { over } = statusFacts(status)
  if (over) return { refused: over }
  if (serviceLevel === 'redline')
    return { refused: 'Red Line visits are immediate, so the time can’t be changed. You can cancel, or call us.' }
  const refused = stepFacts('reschedule').customer?.refused?.[status]
  if (refused) return { refused }
  const at = toInstant(now)
  if (booking.toAgree === 1 && at > lateAfterOf(booking)) return { refused: 'Please call us to agree a time.' }
  if (at > lateAfterOf(booking)) return { refused: 'Your arrival window has passed. Please call us: we’ll find you a new time.' }
  const until = slotStartsAt ? later(promisedFrom, -minutes(changeCutoffMinutes)) : promisedUntil
  if (at <= until) return pause ? { refused: `${pausedText(pause, now)} To change the time of your visit, call us.` } : { until }
  return { refused: `Your slot starts in less than ${changeCutoffMinutes} minutes. Please call us to change it.` }
}

/** A change of time changes the price cap only if its hour has another call-out charge, and a higher cap must be agreed first. */
export const priceKeptText =
  'Our rates stay as they were when you booked. If the most you’ll pay is more at the new time, we’ll show you before anything changes.'
