import { redlineSlotsPerDay } from '#content/rates.ts'

/** The slots left of a day, from the number occupied; never negative. */
export const slotsLeft = (occupied: number): number => Math.max(0, redlineSlotsPerDay - occupied)

/** The option's words: 'Only N slots left today', or 'SOLD OUT' (specification 1 section 2, booking form). */
export function slotsText(left: number): string {
  if (left === 0) return 'SOLD OUT'
  return `Only ${left} ${left === 1 ? 'slot' : 'slots'} left today`
}
