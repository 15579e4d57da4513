import { build, files } from 'virtual:built-files'
import type { RouteMatchCallback, WorkboxPlugin } from 'workbox-core/types.js'
import { CacheExpiration } from 'workbox-expiration/CacheExpiration.js'
import { ExpirationPlugin } from 'workbox-expiration/ExpirationPlugin.js'
import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { registerRoute } from 'workbox-routing/registerRoute.js'
import { CacheFirst } from 'workbox-strategies/CacheFirst.js'
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js'
import { createOutbox } from '#app/features/intake/outbox.ts'
import { readSiteKey, takeAlerts } from '#app/features/offline/alerts.ts'
import {
  engineerCopy,
  engineerFile,
  engineerPhoto,
  forgetEngineer,
  forgetOldCopies,
  isPhoto,
  isTurnedAway,
  type KeepRequest,
  keepForEngineer,
  keepPhoto,
} from '#app/features/offline/engineer-copies.ts'
import {
  answererOf,
  buildHeader,
  corePaths,
  isPublicFile,
  keyOf,
  leastPaths,
  mayKeepFile,
  mayKeepPage,
  offlinePath,
  patienceSeconds,
  picturesIn,
  withNote,
} from '#app/features/offline/kept-pages.ts'
import { type NotOnPhone, notOnPhone } from '#app/features/offline/not-on-phone.ts'
import { createActsQueue } from '#app/features/visit/acts-queue.ts'
import type { Alert } from '#app/platform/push.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { type CacheName, mostKept } from '#content/device-storage.ts'
import type { Caches } from './platform/device-storage.ts'

/* The service worker (docs/decisions/0026-service-worker.md): public pages without a connection, and waiting bookings when no page is open.
   It belongs to one build: it keeps pages of that build only, with all their files, so that versions never mix. A newer one waits until no
   page of this one is open, or until the only open page can use the newer one's files. */

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Installing extends Extendable {
  /** Not in every browser. */
  addRoutes?(routes: { condition: { requestMethod: string; urlPattern?: string }; source: 'network' | 'fetch-event' }[]): Promise<void>
}
interface WorkerEvents {
  install: Installing
  activate: Extendable
  message: Extendable & { data?: { takeOverFor?: unknown; keepForEngineer?: KeepRequest; forgetEngineer?: true } }
  fetch: Extendable & { request: Request }
  sync: Extendable & { tag: string }
  push: Extendable & { data: { json(): Alert } | null }
  notificationclick: Extendable & { notification: Notification }
  pushsubscriptionchange: Extendable & { oldSubscription?: PushSubscription | null }
}
interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(of: { type: 'window'; includeUncontrolled: true }): Promise<{ url: string; focus(): Promise<unknown> }[]>
    openWindow(path: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void
}
const worker = self as unknown as WorkerScope

const coreFiles = 'core' satisfies CacheName
const engineersCopies = 'engineer' satisfies CacheName
const pagesOfBuild = `pages-${build}` as const satisfies CacheName
const picturesOfBuild = `pictures-${build}` as const satisfies CacheName
const dayInSeconds = 86_400
const pathOf = (request: Request) => new URL(request.url).pathname
const openWindows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

// --- What is kept from the first visit on ---

/** Fetched without credentials: a signed-in user keeps the same pages as everyone. */
const asVisitor: WorkboxPlugin = {
  requestWillFetch: async ({ request }) => new Request(request, { credentials: 'omit' }),
  cacheWillUpdate: async ({ request, response }) => (mayKeep(pathOf(request), response) ? response : null),
}
const mayKeep = (path: string, response: Response) => mayKeepFile(path, response) || mayKeepPage(path, response, build)
/** This worker has been removed and keeps nothing; the open page still asks it. */
let isRetired = false

/**
 * Fetched one by one during installation. A file of another build, or an incomplete one, fails the installation, which is tried again at
 * another visit.
 */
const core = new PrecacheController({ cacheName: coreFiles, plugins: [asVisitor] })
const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
core.addToCacheList(corePaths.filter((path) => !savesData || leastPaths.includes(path)).map((url) => ({ url, revision: build })))
if (!savesData) core.addToCacheList(files)

worker.addEventListener('install', (event) => {
  void core.install(event as never)
  // Requests that send something bypass this worker, which would lose the last one of a closing page. Signing in or out is the exception.
  event
    .addRoutes?.([
      { condition: { requestMethod: 'POST', urlPattern: '/auth/*' }, source: 'fetch-event' },
      { condition: { requestMethod: 'POST', urlPattern: '/auth' }, source: 'fetch-event' },
      { condition: { requestMethod: 'POST' }, source: 'network' },
    ])
    .catch(() => undefined)
})
worker.addEventListener('activate', (event) => {
  void core.activate(event as never)
  event.waitUntil(begin())
})

/** Removes other builds, takes over open pages, and keeps those that were seen before there was a worker. */
async function begin() {
  for (const name of await caches.keys()) {
    if ([coreFiles, engineersCopies, pagesOfBuild, picturesOfBuild].includes(name)) continue
    // With the list of when each entry was used, which is stored separately.
    await new CacheExpiration(name, { maxEntries: 1 }).delete()
    await caches.delete(name)
  }
  await forgetOldCopies()
  await worker.clients.claim()
  const open = await openWindows()
  if (!savesData) await Promise.all(open.map(({ url }) => keepSeen(keyOf(url)).catch(() => undefined)))
}

/** Keeps a page that is open, with its pictures, which the browser has. */
async function keepSeen(url: string) {
  if (answererOf(new URL(url).pathname) !== 'kept' || core.getCacheKeyForURL(url)) return
  const page = await fetch(url, { credentials: 'omit' })
  if (isRetired || !mayKeepPage(new URL(url).pathname, page, build)) return
  const html = await page.clone().text()
  await (await (caches as Caches).open(pagesOfBuild)).put(url, page)
  for (const path of picturesIn(html)) await fileFirst.handle({ event: new Event('message') as never, request: new Request(path) })
}

// --- Pages ---

const keptPage = async (url: string) =>
  (await caches.match(keyOf(url), { cacheName: pagesOfBuild, ignoreVary: true })) ?? (await core.matchPrecache(keyOf(url)))

/** A copy says that it is one. Its headers stay, above all its policy. */
async function asCopy(kept: Response): Promise<Response> {
  const headers = new Headers(kept.headers)
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name)
  return new Response(withNote(await kept.text(), new Date(kept.headers.get('Date') ?? Number.NaN)), { headers })
}

const offline = async () => (await core.matchPrecache(offlinePath)) ?? Response.error()

/** A gateway's answer that no server is available. */
const isNobody = ({ status }: Response) => status >= 502 && status <= 504

const pages = new NetworkFirst({
  cacheName: pagesOfBuild,
  networkTimeoutSeconds: patienceSeconds,
  matchOptions: { ignoreVary: true },
  plugins: [
    new ExpirationPlugin({ maxEntries: mostKept.pages, maxAgeSeconds: mostKept.pageDays * dayInSeconds, purgeOnQuotaError: true }),
    {
      cacheKeyWillBeUsed: async ({ request }) => keyOf(request.url),
      fetchDidSucceed: async ({ request, response }) => {
        if (response.type === 'basic' && response.headers.get(buildHeader) !== build) void lookForNewer()
        if (isNobody(response) && (await keptPage(request.url))) throw new Error('The gateway has no server behind it')
        return response
      },
      cacheWillUpdate: async ({ request, response }) => (!isRetired && mayKeepPage(pathOf(request), response, build) ? response : null),
      cachedResponseWillBeUsed: async ({ request, cachedResponse }) => {
        const kept = cachedResponse ?? (await core.matchPrecache(keyOf(request.url)))
        return kept && asCopy(kept)
      },
      handlerDidError: offline,
    },
  ],
})
/** Matches a visit to a page that is answered in this way. */
const visitTo =
  (answerer: ReturnType<typeof answererOf>): RouteMatchCallback =>
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && answererOf(url.pathname) === answerer

registerRoute(visitTo('kept'), pages)
registerRoute(visitTo('said'), ({ request }) => fetch(request).catch(offline))

// --- An engineer's own pages ---

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isPhoto(url.pathname),
  async ({ request }) => {
    const kept = await engineerPhoto(request.url)
    if (kept) return kept
    const small = request.mode === 'navigate' ? await engineerPhoto(`${keyOf(request.url)}/small`) : undefined
    try {
      const answer = await fetchInTime(request, small)
      await keepPhoto(request.url, answer)
      return answer
    } catch {
      if (request.mode !== 'navigate') return Response.error()
      return small ?? ledTo(request.url.replace(/\/photos\/.*/, ''), 'photo')
    }
  },
)

registerRoute(visitTo('engineer'), async ({ request }) => {
  const copy = await engineerCopy(request.url)
  try {
    const answer = await fetchInTime(request, copy)
    if (isTurnedAway(answer)) await forgetEngineer()
    return copy && isNobody(answer) ? copy : answer
  } catch {
    return copy ?? ledTo(new URL('/engineer', request.url).href, 'page')
  }
})

/** Leads to a kept page, which says what isn't on this phone. */
const ledTo = async (page: string, missing: NotOnPhone) =>
  (await engineerCopy(page)) ? Response.redirect(`${page}?${notOnPhone}=${missing}`) : offline()

/** The network's answer. Rejects if it takes too long and there is a copy. */
function fetchInTime(request: Request, copy: Response | undefined): Promise<Response> {
  const tooSlow = () => new Promise<never>((_, reject) => setTimeout(reject, patienceSeconds * 1_000))
  return Promise.race([fetch(request), ...(copy ? [tooSlow()] : [])])
}

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode !== 'navigate' && /^\/assets\/[\w.-]+\.(js|css)$/.test(url.pathname),
  async ({ request }) => (await engineerFile(request.url)) ?? fetch(request),
)

worker.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (event.request.method === 'POST' && /^\/auth(\/|$)/.test(pathname)) event.waitUntil(forgetAll())
  if (event.request.method === 'POST' && pathname === ('/auth/sign-out' satisfies SitePath)) event.waitUntil(endAlerts())
})

const forgetAll = () => Promise.all([forgetEngineer(), acts.wipe()])

// --- Files ---

const fileFirst = new CacheFirst({
  cacheName: picturesOfBuild,
  plugins: [
    new ExpirationPlugin({ maxEntries: mostKept.pictures, maxAgeSeconds: mostKept.pictureDays * dayInSeconds, purgeOnQuotaError: true }),
    { cacheWillUpdate: async ({ request, response }) => (!isRetired && mayKeepFile(pathOf(request), response) ? response : null) },
  ],
})
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode !== 'navigate' && !request.headers.has('Range') && !url.search && isPublicFile(url.pathname),
  async ({ event, request }) => (await core.matchPrecache(request.url)) ?? fileFirst.handle({ event, request }),
)

// --- Newer and none ---

worker.addEventListener('message', (event) => {
  const urls = event.data?.takeOverFor
  if (Array.isArray(urls)) event.waitUntil(takeOver(urls.map(String)))
  if (event.data?.keepForEngineer) event.waitUntil(keepOne(event.data.keepForEngineer))
  if (event.data?.forgetEngineer) event.waitUntil(forgetEngineer())
})

/** One after another: the last request decides what is kept. */
let keeping: Promise<unknown> = Promise.resolve()
function keepOne(request: KeepRequest) {
  keeping = keeping.then(() => keepForEngineer(request, location.origin)).catch(() => undefined)
  return keeping
}

/** Only if the one open page finds all its files here; otherwise this worker waits, as browsers do by default. */
async function takeOver(urls: string[]) {
  const open = await openWindows()
  if (open.length === 1 && urls.every((url) => core.getCacheKeyForURL(url))) await worker.skipWaiting()
}

let looked = false
/**
 * The site is of another build: either there is a newer worker, or none, and then this one removes itself. Checked first, as a browser may
 * put off a worker's update for minutes.
 */
async function lookForNewer() {
  if (looked) return
  looked = true
  const { status } = await fetch('/sw.js', { cache: 'no-store' }).catch(() => Response.error())
  if (status === 404 || status === 410) return retire()
  // No answer: the next page asks again.
  if (status !== 200) looked = false
  else await worker.registration.update().catch(() => undefined)
}

async function retire() {
  isRetired = true
  await worker.registration.unregister()
  const forget = async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  }
  await forget()
  // A response on its way may have recreated a cache after it was deleted.
  setTimeout(() => void forget(), underWayMs)
}
const underWayMs = 2_000

// --- Bookings and acts of engineers that wait ---

const outbox = createOutbox()
const acts = createActsQueue(() => void forgetEngineer())
worker.addEventListener('sync', (event) => {
  if (event.tag === 'booking-outbox') event.waitUntil(outbox.sendAll())
  if (event.tag === 'engineer-acts') event.waitUntil(acts.sendAll())
})

// --- Alerts ---

worker.addEventListener('push', (event) => {
  const alert = event.data?.json()
  if (alert) event.waitUntil(showAlert(alert))
})

/** A newer alert about the same booking replaces the one on the screen, and sounds again. */
function showAlert({ title, body, path, about }: Alert) {
  const options = { body, tag: about, renotify: true, requireInteraction: true, data: path, icon: '/icons/icon-192.png' }
  return worker.registration.showNotification(title, options)
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(String(event.notification.data)))
})

async function openPage(path: string) {
  const open = await openWindows()
  const there = open.find(({ url }) => new URL(url).pathname === path)
  await (there ? there.focus() : worker.clients.openWindow(path))
}

/** The browser has ended a subscription: another one takes its place, for the same account. */
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewAlerts(event.oldSubscription)))
const renewAlerts = async (was: PushSubscription | null | undefined) =>
  takeAlerts(worker.registration.pushManager, was?.options.applicationServerKey ?? (await readSiteKey()), was)

/** Signed out: the next person on this device isn't alerted to someone else's jobs. */
const endAlerts = async () => (await worker.registration.pushManager?.getSubscription())?.unsubscribe()
