import type { Transaction } from 'kysely'
import { districtFor } from '#app/features/areas/postcode-lookups.server.ts'
import { CsrfMismatch, KeyReused, PriceChanged, TooManySubmits } from '#app/features/booking/refusals.ts'
import { limits } from '#app/platform/limits.ts'
import { hasTurn, holdTurns } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { hashOf, newToken } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { type Acknowledgement, hashOfContent, type Outcome, replayOf } from './acknowledge.server.ts'
import { storeBooking } from './store-booking.server.ts'

/** A submission from the JSON API, a page, or a queue on the visitor's device. */
export interface Submission {
  /** The payload as it was sent, unchecked. */
  body: Record<string, unknown>
  /** One per booking, made by the form; without one, every submission is a separate booking. */
  idempotencyKey: string | undefined
  clientKey: string
  /** The confirmed address of the account that is signed in. */
  provenEmail?: string
  /** 'mismatch': the security token sent does not belong to this browser. */
  csrf: 'ok' | 'mismatch'
  /** The time we rendered the price that the customer saw, if known. */
  shownAt?: Date
  /** Runs in the transaction that stores it: the server's own test booking is set aside before anyone sees it. */
  onceStored?: (tx: Transaction<Tables>, bookingId: string, now: Date) => Promise<void>
}

/**
 * Stores a booking, its history and its announcement in one transaction, and acknowledges it. Checks, in this order: replay, limit,
 * security token, validation. The same key with the same content gives the same response. Throws `KeyReused`, `TooManySubmits`,
 * `CsrfMismatch`, `InvalidBooking`, `OnlineBookingPaused`, `PaymentNotConfigured` or `SlotsSoldOut`; then nothing is stored.
 */
export async function submitBooking(services: Services, submission: Submission): Promise<Acknowledgement> {
  const key = hashOf(submission.idempotencyKey ?? newToken())
  const contentHash = hashOfContent(submission.body)
  const { onceStored } = submission
  const scale = services.config.rateLimitScale
  // A replay only reads, so that it is answered while nothing can be stored.
  const earlier = submission.idempotencyKey === undefined ? undefined : await replayOf(services, services.db, key, contentHash)
  if (earlier) return acknowledgedIn(earlier)
  // Before the transaction: no row stays locked while another service answers.
  const district = await districtUnlessFlooded(services, submission)
  const outcome = await services.db.transaction().execute(async (tx): Promise<Outcome> => {
    const now = services.clock.now()
    const turns = await holdTurns(tx, [[limits.submit, submission.clientKey]], now, scale)
    const held = turns.wait > 0 ? new TooManySubmits(turns.wait) : submission.csrf === 'mismatch' ? new CsrfMismatch() : undefined
    const attempt = {
      body: submission.body,
      key,
      contentHash,
      district,
      now,
      by: submission,
      shownAt: submission.shownAt,
      isTrial: onceStored !== undefined,
    }
    const stored: Outcome & { id?: string } = held
      ? ((await replayOf(services, tx, key, contentHash)) ?? { refused: held })
      : await storeBooking(services, tx, attempt)
    if (isOfEarlier(stored)) await turns.leave()
    else if (turns.wait === 0) await turns.take()
    if (stored.id) await onceStored?.(tx, stored.id, now)
    return stored
  })
  // A client that got a new price asks this instance for it next.
  if ('refused' in outcome && outcome.refused instanceof PriceChanged) await services.published.refresh()
  const acknowledged = acknowledgedIn(outcome)
  services.jobsAdded()
  return acknowledged
}

function acknowledgedIn(outcome: Outcome): Acknowledgement {
  if ('refused' in outcome) throw outcome.refused
  return outcome.acknowledged
}

/** Returns true if an outcome comes from an earlier submission with the key, so that this one needs no turn. */
const isOfEarlier = (outcome: Outcome) => ('refused' in outcome ? outcome.refused instanceof KeyReused : outcome.acknowledged.replayed)

/** The postcode's exact district, from a service that is not asked for clients over their limit. */
async function districtUnlessFlooded(services: Services, { body, clientKey }: Submission): Promise<string | undefined> {
  const { postcodeLookupUrl, rateLimitScale } = services.config
  if (!postcodeLookupUrl) return undefined
  const mayTry = await hasTurn(services.db, limits.submit, clientKey, services.clock.now(), rateLimitScale)
  return mayTry ? districtFor(services, body.postcode) : undefined
}
