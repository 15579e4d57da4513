import { londonMinuteOfDay } from '#app/platform/london.ts'
import { arrivalWindowMinutes, nextVisitMinutes } from '#content/stated.ts'

/**
 * Minutes until the next engineer by the clock alone: 46 to 90, in a 45-minute cycle. The banner and ASAP bookings use `readNextAvailable`,
 * which asks the plan first.
 */
export const nextAvailableMinutes = (now: Date): number => nextVisitMinutes - (londonMinuteOfDay(now) % arrivalWindowMinutes)
