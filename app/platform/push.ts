import webPush, { type VapidKeys } from 'web-push'
import { targetPolicy } from './config.ts'
import { RetryLater } from './job-failures.ts'
import { postTo, retryAfterMs } from './post-webhook.ts'
import type { Services } from './services.ts'
import { readSettings, saveFirstSetting } from './settings.ts'
import { type TargetPolicy, webhookUrlProblem } from './webhook-target.ts'

/* Alerts to browsers (Web Push, RFC 8030), encrypted for the one browser (RFC 8291) and signed with the site's own key (VAPID, RFC 8292). */

/** The push services of Chrome, Firefox, Safari and Edge: alerts go nowhere else. */
const pushServices = ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com']

const pushPolicy = (config: Services['config']): TargetPolicy => ({ ...targetPolicy(config), allowedDomains: pushServices })

/** Returns true if an address belongs to a push service. */
export const isPushAddress = (endpoint: string, config: Services['config']): boolean =>
  webhookUrlProblem(endpoint, pushPolicy(config)) === undefined

type Needs = Pick<Services, 'db' | 'secrets' | 'clock' | 'config'>

/** The public key that browsers subscribe with, base64url. */
export const pushKey = async (services: Needs): Promise<string> => (await readKeys(services)).publicKey

/** The site's keys, made at the first use. A new pair would make every subscription useless. */
async function readKeys(services: Needs): Promise<VapidKeys> {
  const { pushKeys } = await readSettings(services, services.db, ['pushKeys'])
  if (pushKeys) return JSON.parse(pushKeys) as VapidKeys
  await saveFirstSetting(services, 'pushKeys', JSON.stringify(webPush.generateVAPIDKeys()), services.db)
  // The first of two instances wins.
  return readKeys(services)
}

export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

/** An alert as a lock screen shows it: nothing about the customer. */
export interface Alert {
  title: string
  body: string
  /** The page that a tap opens. */
  path: string
  /** The booking's id: a newer alert about it replaces this one. */
  about: string
}

/**
 * Hands an alert to the push service of a browser; it is dropped if the browser isn't reached for `ttlSeconds`. Returns 'gone' if the
 * browser no longer takes alerts. Throws if the service didn't take it: `RetryLater` if it says when.
 */
export async function sendPush(
  services: Needs,
  { endpoint, p256dh, auth }: PushAddress,
  alert: Alert,
  { ttlSeconds, signal }: { ttlSeconds: number; signal?: AbortSignal },
): Promise<'sent' | 'gone'> {
  const policy = pushPolicy(services.config)
  const problem = webhookUrlProblem(endpoint, policy)
  if (problem) throw new Error('The address is of no known push service')
  const { siteUrl } = services.config
  const { body, headers } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(alert), {
    TTL: ttlSeconds,
    urgency: 'high',
    topic: alert.about.replaceAll('-', '').slice(0, 32),
    contentEncoding: 'aes128gcm',
    vapidDetails: { subject: siteUrl.startsWith('https:') ? siteUrl : 'mailto:office@localhost', ...(await readKeys(services)) },
  })
  const response = await postTo(new URL(endpoint), stringsOf(headers), body, policy, signal)
  response.destroy()
  const status = response.statusCode ?? 0
  if (status >= 200 && status <= 299) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  const said = `The push service answered ${status}`
  const waitMs = status === 429 || status === 503 ? retryAfterMs(response.headers['retry-after'], services.clock.now()) : undefined
  throw waitMs === undefined ? new Error(said) : new RetryLater(said, waitMs)
}

const stringsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
