import type { Secrets } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { hashOf } from '#app/values/ids.ts'
import type { Booking } from './read-booking.server.ts'

type Trackable = Pick<Booking, 'id' | 'trackingKeyId' | 'trackingRevocations'>

/**
 * Returns the private token of a booking: an HMAC of its id and its number of revocations, so that every email and every replay can show it
 * again while only its hash is stored. Anyone who has it can see and change this booking.
 */
export const trackingTokenOf = (secrets: Secrets, booking: Trackable): string =>
  secrets.sign('tracking', `${booking.id}:${booking.trackingRevocations}`, booking.trackingKeyId)

/** The whole private link, `https://…/track/{token}`. */
export const trackingUrl = (services: Pick<Services, 'secrets' | 'config'>, booking: Trackable): string =>
  `${services.config.siteUrl}/track/${trackingTokenOf(services.secrets, booking)}`

/** Characters of the token in a short link: 132 bits, as hard to guess as the whole. */
const shortLength = 22

/**
 * Returns the short private link for texts, `https://…/t/{22 characters}`, which leads to the whole one. For bookings from before short
 * links, returns the whole one.
 */
export const shortUrl = (services: Pick<Services, 'secrets' | 'config'>, booking: Trackable & Pick<Booking, 'shortTokenHash'>): string =>
  booking.shortTokenHash === null
    ? trackingUrl(services, booking)
    : `${services.config.siteUrl}/t/${trackingTokenOf(services.secrets, booking).slice(0, shortLength)}`

/** The columns that find a booking by its private link, whole and short. */
export function linkColumns(secrets: Secrets, booking: Trackable) {
  const token = trackingTokenOf(secrets, booking)
  const { trackingKeyId, trackingRevocations } = booking
  return { trackingKeyId, trackingRevocations, trackingTokenHash: hashOf(token), shortTokenHash: hashOf(token.slice(0, shortLength)) }
}

/** The columns that change when a booking's private link is replaced: the old link stops working, and the short one with it. */
export function renewedLink(secrets: Secrets, { id, trackingRevocations }: Pick<Trackable, 'id' | 'trackingRevocations'>) {
  return linkColumns(secrets, { id, trackingKeyId: secrets.currentKeyId, trackingRevocations: trackingRevocations + 1 })
}
