import { type Instant, later, minutes } from '#app/platform/clock.ts'
import { redlineDispatchMinutes } from '#content/rates.ts'

/** Nobody accepted it for so long: staff and owner are alarmed. */
export const escalateAfterMs = minutes(5)

/** Until when an engineer must have set out for Red Line: `redlineDispatchMinutes` after it was paid for, or booked by phone. */
export const redlineDueAt = (since: Instant): Instant => later(since, minutes(redlineDispatchMinutes))
