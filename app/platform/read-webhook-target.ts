import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Services } from './services.ts'
import { readSettings } from './settings.ts'

/** URL of the webhook, and the secret that signs it. */
interface WebhookTarget {
  url: string
  secret: string
  /** True if it answered 410: nothing is sent to it until an owner saves its address again or a test is delivered. */
  isGone: boolean
}

/** The target that staff set, else the environment's, else none. */
export async function readWebhookTarget(services: Services, db: Kysely<Tables>): Promise<WebhookTarget | undefined> {
  const { webhookUrl, webhookSecret, webhookGone } = await readSettings(services, db, ['webhookUrl', 'webhookSecret', 'webhookGone'])
  const url = webhookUrl ?? services.config.webhook?.url
  const secret = webhookSecret ?? services.config.webhook?.secret
  return url && secret ? { url, secret, isGone: webhookGone === url } : undefined
}
