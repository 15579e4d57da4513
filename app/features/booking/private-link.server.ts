import type { Secrets } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { hashOf } from '#app/values/ids.ts'
import type { BookingsTable } from '#db/tables/booking.ts'

type Trackable = Pick<BookingsTable, 'id' | 'trackingKeyId' | 'trackingRevocations'>

/**
 * Returns the private token of a booking: an HMAC of its id and its number of revocations, so that every email and every replay can show it
 * again while only its hash is stored. Anyone who has it can see and change this booking.
 */
export const trackingTokenOf = (secrets: Secrets, booking: Trackable): string =>
  secrets.sign('tracking', `${booking.id}:${booking.trackingRevocations}`, booking.trackingKeyId)

/** The whole private link, `https://…/track/{token}`. */
export const trackingUrl = (services: Pick<Services, 'secrets' | 'config'>, booking: Trackable): string =>
  `${services.config.siteUrl}/track/${trackingTokenOf(services.secrets, booking)}`

/** The columns that change when a booking's private link is replaced: the old link stops working. */
export function renewedLink(secrets: Secrets, { id, trackingRevocations }: Pick<Trackable, 'id' | 'trackingRevocations'>) {
  const next = { trackingKeyId: secrets.currentKeyId, trackingRevocations: trackingRevocations + 1 }
  return { ...next, trackingTokenHash: hashOf(trackingTokenOf(secrets, { id, ...next })) }
}
