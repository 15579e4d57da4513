import type { Kysely } from 'kysely'
import { type RefundReason, refundText } from '#app/features/payments/refund-reasons.ts'
import { type Instant, later } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'
import { readSettings } from '#app/platform/settings.ts'
import type { Tables } from '#db/tables.ts'
import { type DeliveryKindName, deliveryKindNames, deliveryKinds, mostStuck } from './delivery-kinds.ts'
import type { BookingChange } from './schema.ts'

/** The webhook: what staff set of it, else the environment's, else none. */
export async function readWebhookTarget(services: Services, db: Kysely<Tables>): Promise<{ url: string; secret: string } | undefined> {
  const { webhookUrl, webhookSecret } = await readSettings(services, db, ['webhookUrl', 'webhookSecret'])
  const url = webhookUrl ?? services.config.webhook?.url
  const secret = webhookSecret ?? services.config.webhook?.secret
  return url && secret ? { url, secret } : undefined
}

/**
 * What a change consists of: when, who, and in words what was agreed, what was written, or who is on the way; and the status that it
 * ended, if one.
 */
export async function readChange(db: Kysely<Tables>, { change, id }: BookingChange) {
  if (change === 'refunded') {
    const refund = await db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.paymentId')
      .select(['refunds.amountPence', 'refunds.reason', 'refunds.createdAt', 'payments.currency'])
      .where('refunds.id', '=', id)
      .executeTakeFirstOrThrow()
    const text = refundText(refund.amountPence, refund.reason as RefundReason, refund.currency)
    return { at: refund.createdAt, actor: 'system', text, fromStatus: null }
  }
  if (change === 'not_yet') {
    const act = await db.selectFrom('staffActs').select(['at', 'actor']).where('id', '=', id).executeTakeFirstOrThrow()
    return { ...act, text: '', fromStatus: null }
  }
  if (change === 'set_out')
    return db
      .selectFrom('bookingEvents')
      .innerJoin('bookings', 'bookings.id', 'bookingEvents.bookingId')
      .leftJoin('engineers', 'engineers.id', 'bookings.engineerId')
      .select(['bookingEvents.at', 'bookingEvents.actor', 'fromStatus', (eb) => eb.fn.coalesce('engineers.name', eb.val('')).as('text')])
      .where('bookingEvents.id', '=', id)
      .executeTakeFirstOrThrow()
  if (change !== 'message' && change !== 'reply')
    return db
      .selectFrom('bookingEvents')
      .select(['at', 'actor', 'note as text', 'fromStatus'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const message = await db.selectFrom('bookingMessages').select(['at', 'actor', 'text']).where('id', '=', id).executeTakeFirstOrThrow()
  return { ...message, fromStatus: null }
}

/** What has been unsent for so long is a matter for staff. */
const stuckAfterMs = 60_000

/** The query for what is unsent: waits for a minute or more, or was given up and nobody has had it sent again. Oldest first. */
export function stuckDeliveries(db: Kysely<Tables>, now: Date) {
  const unsent = (kind: DeliveryKindName, state: 'waiting' | 'dead') => {
    const query = db
      .selectFrom('jobs')
      .select('createdAt')
      .where('kind', '=', kind)
      .where('state', '=', state)
      .where('replayedAs', 'is', null)
      .where('createdAt', '<=', later(now, -stuckAfterMs))
    return db.selectFrom(query.orderBy('createdAt').limit(mostStuck).as('part')).select('part.createdAt')
  }
  const waiting = deliveryKindNames.map((kind) => unsent(kind, 'waiting'))
  // A link or a code that was given up has long been asked for anew.
  const dead = deliveryKindNames.filter((kind) => !('isPersonal' in deliveryKinds[kind])).map((kind) => unsent(kind, 'dead'))
  return [...waiting, ...dead]
    .reduce((all, part) => all.unionAll(part))
    .orderBy('createdAt')
    .limit(mostStuck)
}

/** What has been unsent for a minute or more: how many, `mostStuck` at most, and since when; undefined where nothing has. */
export async function readStuck({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<{ count: number; since: Instant } | undefined> {
  const unsent = await stuckDeliveries(db, clock.now()).execute()
  const [oldest] = unsent
  return oldest && { count: unsent.length, since: oldest.createdAt }
}
