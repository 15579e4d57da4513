import { londonDay } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import { refundDays, satisfactionAnswerDays } from '#content/stated.ts'

/**
 * The last day on which a customer can tell us that they aren't satisfied (terms, guarantees). The day of the visit doesn't count, so they
 * have until midnight in London, whatever the hour of the visit.
 */
export const satisfactionUntil = (finishedAt: Instant): LondonDay => addDays(londonDay(finishedAt), refundDays)

/** The last day on which we do what a customer asked for: refund them, or return. */
export const satisfactionDue = (askedAt: Instant): LondonDay => addDays(londonDay(askedAt), satisfactionAnswerDays)
