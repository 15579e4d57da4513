import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { normalisePostcode } from '#app/platform/uk.ts'

/**
 * A booking as an email to its customer may show it. Its maker may have entered someone else's email address and their own words instead of
 * a place: only a real postcode is kept, and nothing in the address that email programs turn into links.
 */
export const withoutLinks = <Mailed extends Booking>(booking: Mailed): Mailed => ({
  ...booking,
  postcode: normalisePostcode(booking.postcode) ?? '',
  address: withoutLinkText(booking.address),
})

/** The same without anything that was typed, while no one has proven that the address is its maker's own. */
export const withoutWords = <Mailed extends Booking>(booking: Mailed): Mailed => ({
  ...booking,
  postcode: normalisePostcode(booking.postcode) ?? '',
  ...{ name: '', phone: '', address: '', description: '', accessNotes: '', siteContact: '' },
})

/** Characters of an address in an email; the booking's page has all of it. */
const longest = 60

/** Letters, digits and the separators of an address; no number as long as a phone number. */
function withoutLinkText(typed: string): string {
  const text = typed
    .replace(/\b(?:https?|www)\b/gi, ' ')
    .replace(/[^\p{L}\p{M}\p{N} ,'’&()/-]+|\/{2,}/gu, ' ')
    .replace(/\p{N}(?:[ ()/-]*\p{N}){6,}/gu, '…')
    .replace(/ +/g, ' ')
    .trim()
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
