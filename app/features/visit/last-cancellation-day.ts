import { londonDay } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import { addDays, longDayText } from '#app/values/day.ts'
import { cancellationRightDays } from '#content/fees.ts'

/** The last day, in words, on which work agreed to at `at` can be cancelled: 14 days after the day of the contract. */
export const lastCancellationDay = (at: Date | Instant): string => longDayText(addDays(londonDay(at), cancellationRightDays))
