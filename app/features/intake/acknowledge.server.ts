import type { Kysely } from 'kysely'
import { advisedDangers } from '#app/features/booking/find-dangers.ts'
import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import { KeyReused } from '#app/features/booking/refusals.ts'
import { hasSlot } from '#app/features/capacity/slots-left.server.ts'
import { compiledOnce } from '#app/platform/compiled-queries.ts'
import type { Refusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { hashOf } from '#app/values/ids.ts'
import { dangerAdvice } from '#content/danger-advice.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { contentOf } from './booking-form/booking-content.ts'
import type { Acknowledgement as KeptAcknowledgement } from './booking-form/kept-booking.ts'

/** The answer to a submission, and to every repetition. */
export interface Acknowledgement extends KeptAcknowledgement {
  status: BookingsTable['status']
  /** The same key and content came before: this is the same answer again. */
  replayed: boolean
}

export type Outcome = { acknowledged: Acknowledgement } | { refused: Refusal }

type Acknowledged = Pick<
  BookingsTable,
  'id' | 'reference' | 'paymentDueAt' | 'estimatePence' | 'priorityFeePence' | 'trackingKeyId' | 'trackingRevocations'
> & { dangers: string }

export const acknowledge = (
  services: Services,
  booking: Acknowledged,
  { isHeld, replayed }: { isHeld: boolean; replayed: boolean },
): Acknowledgement => ({
  reference: booking.reference,
  // Its first status, even if it has changed since: the same key gives the same response.
  status: booking.paymentDueAt === null ? 'received' : 'awaiting_payment',
  trackingUrl: trackingUrl(services, booking),
  ...(booking.paymentDueAt && {
    payment: { url: `${trackingUrl(services, booking)}/pay`, dueAt: booking.paymentDueAt, amountPence: booking.priorityFeePence, isHeld },
  }),
  estimatedPricePence: booking.estimatePence,
  ...(booking.dangers && {
    advice: advisedDangers(booking).map((danger) => `${dangerAdvice[danger].heading}. ${dangerAdvice[danger].steps.join(' ')}`),
  }),
  replayed,
})

const readByKey = compiledOnce((db: Kysely<Tables>, { key }: { key: string }) =>
  db
    .selectFrom('bookings')
    .select([
      'id',
      'reference',
      'paymentDueAt',
      'estimatePence',
      'priorityFeePence',
      'contentHash',
      'dangers',
      'trackingKeyId',
      'trackingRevocations',
    ])
    .where('idempotencyKey', '=', key),
)

/** The outcome of an earlier submission with this key (its hash), if there was one. */
export async function replayOf(services: Services, db: Kysely<Tables>, key: string, contentHash: string): Promise<Outcome | undefined> {
  const [earlier] = await readByKey(db, { key })
  if (!earlier) return undefined
  if (earlier.contentHash !== contentHash) return { refused: new KeyReused() }
  const isHeld = earlier.paymentDueAt !== null && (await hasSlot(db, earlier.id))
  return { acknowledged: acknowledge(services, earlier, { isHeld, replayed: true }) }
}

/** The hash that the same submissions share. */
export const hashOfContent = (body: Record<string, unknown>): string => hashOf(contentOf(body))
