import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import { redlinePaidOnlySlots } from '#content/fees.ts'

/** The slots left of a day, from its number of slots and those occupied; never negative, as the owner may have reduced them. */
export const slotsLeft = (occupied: number, perDay: number): number => Math.max(0, perDay - occupied)

interface Asker {
  phone: string
  email: string
  clientKey: string | null
}

/**
 * Returns true if a slot may be held for someone, given those sold and held: not the last ones of the day, and not a second one for the
 * same phone, email address or client.
 */
export function mayHold(
  asker: Asker,
  taken: readonly (Asker & { day: LondonDay; heldUntil: Instant | null })[],
  { today, slotsPerDay }: { today: LondonDay; slotsPerDay: number },
): boolean {
  const left = slotsLeft(taken.filter(({ day }) => day === today).length, slotsPerDay)
  const holds = taken.filter(({ heldUntil }) => heldUntil !== null)
  return left > redlinePaidOnlySlots && !holds.some((held) => isSamePerson(asker, held))
}

const isSamePerson = (one: Asker, other: Asker) =>
  one.clientKey === other.clientKey || one.phone === other.phone || one.email.toLowerCase() === other.email.toLowerCase()

/** The option's words: 'Only N slots left today', or 'SOLD OUT'; 'Not available now' if slots are left that can't be served. */
export function slotsText(left: number, isClosed = false): string {
  if (left === 0) return isClosed ? 'Not available now' : 'SOLD OUT'
  return `Only ${left} ${left === 1 ? 'slot' : 'slots'} left today`
}
