import type { Selectable } from 'kysely'
import { hours } from '#app/values/clock.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import { notAJobStatuses } from './lifecycle.ts'
import { folded } from './search-text.ts'

/** The fields that decide whether two bookings are for one visit. */
export type Comparable = Pick<
  Selectable<BookingsTable>,
  'id' | 'reference' | 'status' | 'phone' | 'email' | 'address' | 'postcode' | 'createdAt' | 'returnOf'
>

/** Two bookings of one customer for one place are taken for one visit if they were made within this time. */
const sameVisitWithinMs = hours(24)

/** Returns true if two bookings look like one visit that was booked twice: the same phone or email, the same place, within 24 hours. */
export function isSameVisit(a: Comparable, b: Comparable): boolean {
  if (a.id === b.id || isReturn(a, b)) return false
  // An unpaid one may still become a job.
  if ([a, b].some(({ status }) => status !== 'awaiting_payment' && notAJobStatuses.includes(status))) return false
  const isNear = Math.abs(Date.parse(a.createdAt) - Date.parse(b.createdAt)) <= sameVisitWithinMs
  return isNear && isSameCustomer(a, b) && isSamePlace(a, b)
}

const isSameCustomer = (a: Comparable, b: Comparable) =>
  (a.phone !== '' && a.phone === b.phone) || (a.email !== '' && a.email.toLowerCase() === b.email.toLowerCase())

/** Returns true if either booking is a return visit under the other's guarantee: that is a separate visit. */
export const isReturn = (a: Pick<Comparable, 'id' | 'returnOf'>, b: Pick<Comparable, 'id' | 'returnOf'>): boolean =>
  a.returnOf === b.id || b.returnOf === a.id

/** The same postcode and address; callers don't always give all of it. */
function isSamePlace(a: Comparable, b: Comparable): boolean {
  const [first, second] = [addressKey(a), addressKey(b)]
  const isSameAddress = first === second || first === '' || second === ''
  if (a.postcode === '' || b.postcode === '') return first === second || (isSameAddress && a.postcode === b.postcode)
  return denseOf(a.postcode) === denseOf(b.postcode) && isSameAddress
}

const denseOf = (postcode: string) => folded(postcode).replaceAll(' ', '')

/** Words by their short form. 'St' is both a street and a saint, so it has both. */
const shortForms = new Map(
  Object.entries({
    ...{ st: 'street saint str', rd: 'road', ave: 'avenue av', ln: 'lane', cl: 'close', ct: 'court', cres: 'crescent', dr: 'drive' },
    ...{
      gdns: 'gardens gdn garden',
      gr: 'grove',
      pl: 'place',
      sq: 'square',
      ter: 'terrace terr',
      hse: 'house',
      bldg: 'building buildings bldgs',
    },
    ...{
      est: 'estate',
      mans: 'mansions mansion',
      pk: 'park',
      n: 'north',
      s: 'south',
      e: 'east',
      w: 'west',
      flat: 'apartment apt unit flt',
    },
  }).flatMap(([short, forms]) => forms.split(' ').map((form) => [form, short] as const)),
)

/**
 * Returns an address for comparison, independent of spelling and order: 'Flat 4, 118 Cannon Street Rd' equals '118 Cannon St Road,
 * Apartment 4'. Without its postcode, which is compared separately; '' if there is no address.
 */
export function addressKey({ address, postcode }: Pick<Comparable, 'address' | 'postcode'>): string {
  const words = ` ${folded(address)} `
    .replace(new RegExp(` ${denseOf(postcode).replace(/(?=...$)/, ' ?')} `), ' ')
    .trim()
    .split(' ')
    .map((word) => shortForms.get(word) ?? word)
    .filter((word) => !['', 'london', 'uk', 'england'].includes(word))
  // A flat's number stays apart from the house's, and '12 A' is '12A'.
  return words
    .join(' ')
    .replace(/\bflat (\w+)/g, 'flat$1')
    .replace(/\b(\d+) ([a-d])\b/g, '$1$2')
    .split(' ')
    .sort()
    .join(' ')
}

/** The booking that another one duplicates: the oldest earlier one for the same visit. */
export const repeatedBy = <Other extends Comparable>(booking: Comparable, others: readonly Other[]): Other | undefined =>
  others.filter((other) => isBefore(other, booking) && isSameVisit(booking, other)).toSorted((a, b) => (isBefore(a, b) ? -1 : 1))[0]

const isBefore = (a: Comparable, b: Comparable) => (a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt)
