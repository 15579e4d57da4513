import type { Selectable } from 'kysely'
import { hours } from '#app/platform/clock.ts'
import type { BookingsTable } from '#db/tables.ts'
import { notAJobStatuses } from './lifecycle.ts'
import { folded } from './search-text.ts'

/** The fields that decide whether two bookings are for one visit. */
export type Comparable = Pick<
  Selectable<BookingsTable>,
  'id' | 'reference' | 'status' | 'phone' | 'email' | 'address' | 'postcode' | 'createdAt' | 'suspectedSpam'
>

/** Two bookings of one customer for one place are taken for one visit if they were made within this time. */
const sameVisitWithinMs = hours(24)

/** Whether two bookings look like one visit that was booked twice: the same phone or email, the same place, within 24 hours. */
export function isSameVisit(a: Comparable, b: Comparable): boolean {
  if (a.id === b.id || a.suspectedSpam || b.suspectedSpam) return false
  // An unpaid one may still become a job.
  if ([a, b].some(({ status }) => status !== 'awaiting_payment' && notAJobStatuses.includes(status))) return false
  const isNear = Math.abs(Date.parse(a.createdAt) - Date.parse(b.createdAt)) <= sameVisitWithinMs
  return isNear && isSameCustomer(a, b) && isSamePlace(a, b)
}

const isSameCustomer = (a: Comparable, b: Comparable) =>
  (a.phone !== '' && a.phone === b.phone) || (a.email !== '' && a.email.toLowerCase() === b.email.toLowerCase())

/** The same postcode and address; callers don't always give all of it. */
function isSamePlace(a: Comparable, b: Comparable): boolean {
  const [first, second] = [folded(a.address), folded(b.address)]
  const isSameAddress = first === second || first === '' || second === ''
  if (a.postcode === '' || b.postcode === '') return first === second || (isSameAddress && a.postcode === b.postcode)
  return folded(a.postcode) === folded(b.postcode) && isSameAddress
}

/** The booking that another one duplicates: the oldest earlier one for the same visit. */
export const repeatedBy = <Other extends Comparable>(booking: Comparable, others: readonly Other[]): Other | undefined =>
  others.filter((other) => isBefore(other, booking) && isSameVisit(booking, other)).toSorted((a, b) => (isBefore(a, b) ? -1 : 1))[0]

const isBefore = (a: Comparable, b: Comparable) => (a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt)
