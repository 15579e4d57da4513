import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Services } from './services.ts'
import { readSettings } from './settings.ts'

/** Where webhooks go, and the secret they are signed with: what staff set, else the environment's, else none. */
export async function readWebhookTarget(services: Services, db: Kysely<Tables>): Promise<{ url: string; secret: string } | undefined> {
  const { webhookUrl, webhookSecret } = await readSettings(services, db, ['webhookUrl', 'webhookSecret'])
  const url = webhookUrl ?? services.config.webhook?.url
  const secret = webhookSecret ?? services.config.webhook?.secret
  return url && secret ? { url, secret } : undefined
}
