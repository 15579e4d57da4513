import { redlineSlotsPerDay } from '#content/rates.ts'

/** How long an unpaid Red Line booking keeps its slot (specification 1 section 4, secure session data). */
export const holdMinutes = 30

/** The slots left of a day, from the number occupied; never negative. */
export const slotsLeft = (occupied: number): number => Math.max(0, redlineSlotsPerDay - occupied)

/** The option's words: 'Only N slots left today', or 'SOLD OUT' (specification 1 section 2, booking form). */
export function slotsText(left: number): string {
  if (left === 0) return 'SOLD OUT'
  return `Only ${left} ${left === 1 ? 'slot' : 'slots'} left today`
}
