import type { Kysely, Transaction } from 'kysely'
import { type RefundReason, refundText } from '#app/features/payments/rules.ts'
import { type Instant, later } from '#app/platform/clock.ts'
import type { NewJob } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { hasSetting, readSettings } from '#app/platform/settings.ts'
import type { Tables } from '#db/tables.ts'
import { type DeliveryKindName, deliveryKindNames, deliveryKinds, mostStuck } from './delivery-kinds.ts'
import { staffAddress } from './rules.ts'
import type { BookingChange } from './schema.ts'

/** The webhook: what staff set of it, else the environment's, else none. */
export async function readWebhookTarget(services: Services, db: Kysely<Tables>): Promise<{ url: string; secret: string } | undefined> {
  const { webhookUrl, webhookSecret } = await readSettings(services, db, ['webhookUrl', 'webhookSecret'])
  const url = webhookUrl ?? services.config.webhook?.url
  const secret = webhookSecret ?? services.config.webhook?.secret
  return url && secret ? { url, secret } : undefined
}

/** Who is told of a new booking. A suspected spam booking reaches staff by a quiet e-mail, and nobody else (DESIGN 5). */
export async function jobsForBooking(
  services: Services,
  tx: Transaction<Tables>,
  booking: { id: string; suspectedSpam: boolean },
): Promise<NewJob[]> {
  const payload = { bookingId: booking.id }
  const staffEmail = staffAddress(services.config) ? [{ kind: 'staff-email', payload }] : []
  if (booking.suspectedSpam) return staffEmail
  const webhook = (await hasWebhook(services, tx)) ? [{ kind: 'staff-webhook', payload }] : []
  return [...staffEmail, ...webhook, { kind: 'customer-confirmation', payload }]
}

/**
 * Who is told that a booking was changed, cancelled or paid for, that money goes back, or that the customer wrote: staff, and by mail
 * the customer, who need not be told of a message of their own, nor of what staff have to see to. Of a suspected spam booking again staff
 * alone, by mail; and of one that was erased staff and the webhook: there is no address any more.
 */
export async function jobsForChange(
  services: Services,
  tx: Transaction<Tables>,
  booking: { id: string; suspectedSpam: number; erasedAt: Instant | null },
  change: BookingChange,
): Promise<NewJob[]> {
  const payload = { bookingId: booking.id, ...change }
  const staffEmail = staffAddress(services.config) ? [{ kind: 'staff-change-email', payload }] : []
  if (booking.suspectedSpam) return staffEmail
  const webhook = (await hasWebhook(services, tx)) ? [{ kind: 'staff-change-webhook', payload }] : []
  const isForCustomer = !forStaffAlone.has(change.change) && booking.erasedAt === null
  return [...staffEmail, ...webhook, ...(isForCustomer ? [{ kind: 'customer-change', payload }] : [])]
}

/**
 * Who is told of what one of us did with a booking: the customer by mail, and the webhook, save of an answer to the customer. Staff see it
 * on the board. Of a suspected spam booking nobody; of one that was erased nobody but the webhook.
 */
export async function jobsForOurChange(
  services: Services,
  tx: Transaction<Tables>,
  booking: { id: string; suspectedSpam: number; erasedAt: Instant | null },
  change: BookingChange,
): Promise<NewJob[]> {
  if (booking.suspectedSpam) return []
  const payload = { bookingId: booking.id, ...change }
  const webhook = change.change !== 'reply' && (await hasWebhook(services, tx)) ? [{ kind: 'staff-change-webhook', payload }] : []
  return [...webhook, ...(booking.erasedAt === null ? [{ kind: 'customer-change', payload }] : [])]
}

/** Who is alarmed that nobody has accepted a Red Line booking: staff and every owner by mail, and the webhook. */
export async function jobsForEscalation(
  services: Services,
  tx: Transaction<Tables>,
  { id }: { id: string },
  change: BookingChange,
): Promise<NewJob[]> {
  const payload = { bookingId: id, ...change }
  const desk = staffAddress(services.config)
  const owners = await tx
    .selectFrom('authUsers')
    .select(['id', 'email'])
    .where('role', '=', 'owner')
    .where('email', 'is not', null)
    .execute()
  return [
    ...(desk ? [{ kind: 'staff-change-email', payload }] : []),
    ...owners
      .filter(({ email }) => email !== desk?.toLowerCase())
      .map((owner) => ({ kind: 'owner-change-email', payload: { ...payload, ownerId: owner.id } })),
    ...((await hasWebhook(services, tx)) ? [{ kind: 'staff-change-webhook', payload }] : []),
  ]
}

/** Who is told that an engineer has set out, or that this was said too early: the customer, by mail. */
export const jobsForSettingOut = (
  { id: bookingId, suspectedSpam, erasedAt }: { id: string; suspectedSpam: number; erasedAt: Instant | null },
  change: BookingChange & { change: 'set_out' | 'not_yet' },
): NewJob[] => (suspectedSpam || erasedAt ? [] : [{ kind: 'customer-change', payload: { bookingId, ...change } }])

const forStaffAlone: ReadonlySet<BookingChange['change']> = new Set(['message', 'unpaid'])

/** Whether there is one, not what it is: settings that cannot be opened hold up the delivery, never the booking. */
const hasWebhook = async (services: Services, tx: Transaction<Tables>) =>
  services.config.webhook !== undefined || (await hasSetting(tx, 'webhookUrl'))

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
