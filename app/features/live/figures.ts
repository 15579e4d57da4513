import { isOffered } from '#app/features/pricing/applied-offer.ts'
import { instantOf, londonDay, londonHour } from '#app/platform/london.ts'
import { type Instant, minutes, toInstant } from '#app/values/clock.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import type { PriceList } from '#content/price-list.ts'

/** Makes the live figures: no database, no clock, no fetch. */

// --- The countdown's offer ---

/** The call-out offer and the end of its hours; undefined outside them. */
export function offerNow(now: Date, prices: PriceList): { code: string; until: Instant } | undefined {
  const { calloutOffer } = prices
  if (!isOffered(calloutOffer, { service: undefined, bookedAt: now })) return undefined
  const { day, hour } = londonHour(now)
  const hours = calloutOffer.hours.find(([from, until]) => from <= hour && hour < until)
  return hours && { code: calloutOffer.code, until: instantOf(day, hours[1]) }
}

// --- Recent jobs ---

const firstHour = 9
const lastHour = 18
const leastGapMinutes = 120
const mostGapMinutes = 180

/**
 * Returns the times the list of recent jobs is made on a London day: at 9am, then every 2 to 3 hours until 6pm. The gaps are derived from
 * the day, so every instance makes the same list at the same moment.
 */
export function editionsOf(day: LondonDay): Instant[] {
  const end = instantOf(day, lastHour)
  const editions: Instant[] = []
  for (let at = instantOf(day, firstHour); at < end; at = after(at, gapMinutes(day, editions.length))) editions.push(at)
  return editions
}

/** Returns the time the list in force at an instant was made. Overnight it is yesterday's last. */
export function editionAt(at: Date): Instant {
  const day = londonDay(at)
  return [...editionsOf(addDays(day, -1)), ...editionsOf(day)].reduce((latest, each) => (each <= toInstant(at) ? each : latest))
}

export const nextEditionAfter = (at: Date): Instant => {
  const day = londonDay(at)
  const [next = instantOf(addDays(day, 1), firstHour)] = editionsOf(day).filter((each) => each > toInstant(at))
  return next
}

const after = (at: Instant, count: number) => toInstant(new Date(Date.parse(at) + minutes(count)))

const gapMinutes = (day: LondonDay, index: number) =>
  leastGapMinutes + (numberFrom(`${day} ${index}`) % (mostGapMinutes - leastGapMinutes + 1))

/** A number derived from a text, evenly distributed (FNV-1a, 32 bits). */
function numberFrom(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash >>> 0
}

/** The time of booking as strangers see it: rounded down to five minutes. */
export const coarse = (at: Instant): Instant => toInstant(new Date(Math.floor(Date.parse(at) / minutes(5)) * minutes(5)))
