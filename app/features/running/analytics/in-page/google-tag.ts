import type { LocalStorage } from '#app/platform/device-storage.ts'
import type { AnalyticsEvent } from '#app/platform/track.ts'
import { analyticsCookieDays, countedPurchases } from '#content/device-storage.ts'
import { messageOf, referrerOf } from './consented-events.ts'

/* Google's tag: loaded only for visitors who agreed, and given only our own events. */

declare global {
  interface Window {
    dataLayer?: unknown[]
    [disabled: `ga-disable-${string}`]: boolean
  }
}

const purchases = 'analytics-purchases'

/** Loads the tag, once, with the page `path`. Rejects if its script can't be loaded. */
export function loadTag(id: string, path: string): Promise<(event: AnalyticsEvent) => void> {
  window.dataLayer ??= []
  const { dataLayer } = window
  // The tag reads the list of arguments itself, not an array of them.
  const gtag: (...given: unknown[]) => void = function () {
    // biome-ignore lint/complexity/noArguments: see above
    dataLayer.push(arguments)
  }
  // An id for this visit, gone with the page.
  const session = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  gtag('consent', 'default', { analytics_storage: 'granted', ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' })
  gtag('set', { ads_data_redaction: true, url_passthrough: false })
  gtag('js', new Date())
  gtag('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    // The tag's own reading of the address would include the query.
    page_location: location.origin + path,
    page_path: path,
    page_referrer: referrerOf(document.referrer),
    cookie_domain: 'none',
    cookie_expires: analyticsCookieDays * 86_400,
    visit: session,
  })
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.async = true
    script.src = `https://www.googletagmanager.com/gtag/js?id=${id}`
    script.onerror = reject
    script.onload = () =>
      resolve((event) => {
        if (event.name === 'purchase' && !isFirst(event.data.transactionId)) return
        const { name, parameters } = messageOf(event)
        gtag('event', name, parameters)
      })
    document.head.append(script)
  })
}

/** Returns true if this device hasn't sent this payment yet: the page that says 'paid' may be reloaded. */
function isFirst(transactionId: string): boolean {
  try {
    const device: LocalStorage = localStorage
    const sent = device.getItem(purchases)?.split(' ') ?? []
    if (sent.includes(transactionId)) return false
    device.setItem(purchases, [...sent, transactionId].slice(-countedPurchases).join(' '))
  } catch {
    // Without storage, the tag service itself counts a transaction once.
  }
  return true
}

/** Removes everything that the tag and its events have stored on the device. */
export function forgetTag(): void {
  try {
    const device: LocalStorage = localStorage
    device.removeItem(purchases)
    for (const pair of document.cookie.split('; ')) {
      const [name = ''] = pair.split('=')
      if (!/^_ga(_|$)/.test(name)) continue
      const parts = location.hostname.split('.')
      const domains = ['', ...parts.map((_, at) => `; domain=${parts.slice(at).join('.')}`)]
      // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the other way
      for (const domain of domains) document.cookie = `${name}=; max-age=0; path=/${domain}`
    }
  } catch {
    // A device without storage has nothing to remove.
  }
}

/** Lets the tag send, or stops it immediately, by its own switch, which it checks before every message. */
export function allowTag(id: string, isAllowed: boolean): void {
  window[`ga-disable-${id}`] = !isAllowed
}
