import type { SitePath } from '#app/values/site-path.ts'

/* This browser's subscription to alerts (Web Push), for pages and the service worker. */

const path = '/account/alerts/device' satisfies SitePath

/** The answer of the site: the device's id, or its words why not. */
type Answer = { id?: string; message?: undefined } | { id?: undefined; message: string }

/** Subscribes this browser with the site's key, and tells the site. `was`: the subscription that this one replaces. */
export async function takeAlerts(manager: PushManager, key: string | ArrayBuffer, was?: PushSubscription | null): Promise<Answer> {
  const applicationServerKey = typeof key === 'string' ? bytesOf(key) : key
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const replaced = was ? { endpoint: was.endpoint, auth: was.toJSON().keys?.auth } : undefined
  return ask({ subscription, was: replaced })
}

/** The id of this browser's device at the site, if it has alerts there. */
export const findHere = async (subscription: PushSubscription): Promise<string | undefined> =>
  (await ask({ subscription, isCheck: true })).id

/** The site's public key, for someone who is signed in. */
export async function readSiteKey(): Promise<string> {
  const { key } = await (await fetch(path, { cache: 'no-store' })).json()
  return String(key)
}

async function ask(body: object): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(path, { method: 'POST', cache: 'no-store', headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as { id?: string; message?: string }
  return response.ok ? { id: answer.id } : { message: answer.message ?? '' }
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
