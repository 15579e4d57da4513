import type { Question } from '#app/features/booking/refusals.ts'
import { lostTo } from '#app/features/capacity/lost-visits.ts'
import type { Diary } from '#app/features/capacity/read-visit-plan.server.ts'
import type { Visit, VisitPlan } from '#app/features/capacity/visit-plan.ts'
import { windowSeen } from '#app/platform/spoken-moment.ts'
import { toInstant } from '#app/values/clock.ts'

/**
 * The unassigned bookings that no one can keep once a visit is changed as given, each text to follow the engineer's name: 'is the only one
 * who can make BK-7Q2M9XKD (today, 2pm to 4pm)'. `plan`: of the diary, if it has been made.
 */
export const windowsAtStake = (diary: Diary, visit: Visit, plan?: VisitPlan): Question[] =>
  lostTo(diary, visit, plan).map((lost) => ({
    code: `only-free:${lost.bookingId}`,
    text: `is the only one who can make ${bookingText(diary, lost)}`,
  }))

/** 'BK-7Q2M9XKD (today, 2pm to 4pm)'. */
function bookingText({ references, now }: Diary, { bookingId, from, until }: Visit): string {
  const [begins, ends] = [toInstant(new Date(from)), toInstant(new Date(until))]
  return `${references.get(bookingId) ?? 'a booking'} (${windowSeen(begins, ends, new Date(now))})`
}
