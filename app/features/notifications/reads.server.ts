import type { Kysely, Transaction } from 'kysely'
import type { NewJob } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { readSettings } from '#app/platform/settings.ts'
import type { Tables } from '#db/tables.ts'
import { staffAddress } from './rules.ts'

/** The webhook that staff set, else the environment's, else none. */
export async function readWebhookTarget(services: Services, db: Kysely<Tables>): Promise<{ url: string; secret: string } | undefined> {
  const { webhookUrl, webhookSecret } = await readSettings(services, db)
  const secret = webhookSecret ?? services.config.webhook?.secret
  if (webhookUrl && secret) return { url: webhookUrl, secret }
  return services.config.webhook
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
  const webhook = (await readWebhookTarget(services, tx)) ? [{ kind: 'staff-webhook', payload }] : []
  return [...staffEmail, ...webhook, { kind: 'customer-confirmation', payload }]
}
