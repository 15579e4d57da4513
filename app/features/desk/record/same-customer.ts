import { addressKey } from '#app/features/booking/same-visit.ts'
import { folded } from '#app/features/booking/search-text.ts'
import type { BookingsTable } from '#db/tables/booking.ts'

/* The reasons why two customers may be one person, or of one household: staff decide. */

export type Contact = Pick<BookingsTable, 'name' | 'phone' | 'email' | 'address' | 'postcode'>

type Likeness = 'same number' | 'same email' | 'similar name, same address' | 'same address'

const titles = new Set('mr mrs ms miss mx dr prof sir'.split(' '))

/** Returns true if two names may be one person's: the same words in any order, or the same surname with the same initial. */
export function isSimilarName(a: string, b: string): boolean {
  const [first, second] = [a, b].map((name) =>
    folded(name)
      .split(' ')
      .filter((word) => word !== '' && !titles.has(word)),
  )
  if (!first?.length || !second?.length) return false
  if (first.toSorted().join(' ') === second.toSorted().join(' ')) return true
  return first.length > 1 && second.length > 1 && first.at(-1) === second.at(-1) && first[0]?.[0] === second[0]?.[0]
}

/** A home for comparison: postcode, and the numbers of house and flat, or the whole address if it has none; '' if that isn't known. */
export function homeKey({ address, postcode }: Pick<Contact, 'address' | 'postcode'>): string {
  const place = addressKey({ address, postcode })
  const unit = /^[A-Z\d]{2,4} \d[A-Z]{2}$/.test(postcode)
  // An outward code alone is a district.
  if (place === '' || !unit) return ''
  const numbers = place.split(' ').filter((word) => /\d/.test(word))
  return `${postcode} ${numbers.length > 0 ? numbers.join(' ') : place}`
}

/** In what two customers' bookings are alike, the strongest reason first; undefined if in nothing. */
export function likenessOf(one: readonly Contact[], other: readonly Contact[]): Likeness | undefined {
  const pairs = one.flatMap((a) => other.map((b) => [a, b] as const))
  if (pairs.some(([a, b]) => a.phone !== '' && a.phone === b.phone)) return 'same number'
  if (pairs.some(([a, b]) => a.email !== '' && a.email.toLowerCase() === b.email.toLowerCase())) return 'same email'
  const atHome = pairs.filter(([a, b]) => homeKey(a) !== '' && homeKey(a) === homeKey(b))
  if (atHome.some(([a, b]) => isSimilarName(a.name, b.name))) return 'similar name, same address'
  return atHome.length > 0 ? 'same address' : undefined
}
