import { londonMinuteOfDay } from '#app/platform/london.ts'
import { arrivalWindowMinutes, nextVisitMinutes } from '#content/stated.ts'

/**
 * Minutes until the next available engineer by the clock: 46 to 90, in a 45-minute cycle. What the banner says and an ASAP booking is
 * promised is `readNextAvailable`'s, which asks the plan first.
 */
export const nextAvailableMinutes = (now: Date): number => nextVisitMinutes - (londonMinuteOfDay(now) % arrivalWindowMinutes)
