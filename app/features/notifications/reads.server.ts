import type { Kysely, Transaction } from 'kysely'
import type { NewJob } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { hasSetting, readSettings } from '#app/platform/settings.ts'
import type { Tables } from '#db/tables.ts'
import { staffAddress } from './rules.ts'

/** The webhook: what staff set of it, else the environment's, else none. */
export async function readWebhookTarget(services: Services, db: Kysely<Tables>): Promise<{ url: string; secret: string } | undefined> {
  const { webhookUrl, webhookSecret } = await readSettings(services, db)
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
  // Whether there is one, not what it is: settings that cannot be opened hold up the delivery, never the booking.
  const configured = services.config.webhook !== undefined || (await hasSetting(tx, 'webhookUrl'))
  const webhook = configured ? [{ kind: 'staff-webhook', payload }] : []
  return [...staffEmail, ...webhook, { kind: 'customer-confirmation', payload }]
}
