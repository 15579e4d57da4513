import type { BookingsTable } from '#db/tables/booking.ts'

/* The search text of bookings: folded to letters and digits that compare byte by byte, in any spelling. */

const letters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ß: 'ss' }

/** Lower-case letters without accents, and digits, with single spaces for everything else: 'Ångström, 5' is 'angstrom 5'. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđæœß]/g, (letter) => letters[letter] ?? letter)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The digits of a UK phone number as dialled here, `07700900123`, whether it was written with +44, 0044 or 0. */
export const nationalDigits = (text: string): string => text.replace(/\D/g, '').replace(/^(?:0044|44)0?/, '0')

const longestSearchText = 800

type Findable = Pick<BookingsTable, 'reference' | 'name' | 'phone' | 'email' | 'address' | 'postcode' | 'siteContact'>

/**
 * The search text of a booking: reference, phones, names (the customer's and who lets us in), postcode, address and email. Updated with
 * every change of them.
 */
export function searchTextOf({ reference, name, phone, email, address, postcode, siteContact }: Findable): string {
  const phones = (siteContact.match(/\+?\d[\d ()-]{5,}\d/g) ?? []).map(nationalDigits)
  const parts = [folded(reference).replace(' ', ''), nationalDigits(phone), folded(name), folded(siteContact), ...phones]
  return [...parts, folded(postcode), folded(postcode).replace(/ /g, ''), folded(address), folded(email)]
    .filter(Boolean)
    .join(' ')
    .slice(0, longestSearchText)
}

const longestSearch = 200
const mostTerms = 8

/**
 * The parts that must all be in a booking's search text; none if there is nothing to search for. A number typed with spaces is one part.
 * Letters and digits only, so no part is an SQL pattern.
 */
export function searchTerms(typed: string): string[] {
  const text = typed.slice(0, longestSearch)
  if (/^[\d\s()+.-]+$/.test(text)) return [nationalDigits(text)].filter((digits) => digits.length > 1)
  const terms = [...new Set(folded(text).split(' '))].slice(0, mostTerms)
  return terms.join('').length > 1 ? terms : []
}
