import type { Secrets } from '#app/platform/secrets.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { Booking } from './read-booking.server.ts'

/*
 * Anyone can book with anyone's phone and email. A booking is proven by an act that only its customer or we can do: the link in our email,
 * an account with that address, a payment, a conversation by phone, or staff who accept it.
 */

/** Returns true if the customer has proved that we can reach them. */
export const isProven = ({ provenAt, acceptedAt, callSettledAt }: Pick<Booking, 'provenAt' | 'acceptedAt' | 'callSettledAt'>): boolean =>
  provenAt !== null || acceptedAt !== null || callSettledAt !== null

/** The token that only our emails hold: someone with the private link alone can't prove the booking. It changes with the private link. */
export const proofOf = (
  secrets: Secrets,
  { id, trackingRevocations, trackingKeyId }: Pick<BookingsTable, 'id' | 'trackingKeyId' | 'trackingRevocations'>,
): string => secrets.sign('proof', `${id}:${trackingRevocations}`, trackingKeyId)
