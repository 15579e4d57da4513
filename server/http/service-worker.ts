import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { buildHeader } from '#app/features/offline/kept-pages.ts'
import { builtFiles } from './assets.ts'

/* The service worker's script at /sw.js, and the header that pages send for it (docs/decisions/0026-service-worker.md). Browsers check it
   at every visit, so it is always revalidated. */

const cacheControl = 'no-cache'
/** A worker's own policy: it asks this site only, and loads no code. */
const policy = { 'Content-Security-Policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'" }

/** Replaces any worker, deletes its caches and unregisters itself. The booking outbox is in no cache and is kept. */
const retiring = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  indexedDB.deleteDatabase('workbox-expiration')
  await registration.unregister()
})()))
`

/** Responds to /sw.js with the build's worker; if it is switched off (SERVICE_WORKER=off) or nothing is built, with one that removes it. */
export function serviceWorker(isOn: boolean, buildDir: string | undefined): MiddlewareHandler {
  if (isOn && buildDir) return builtFiles(join(buildDir, 'worker'), cacheControl, policy)
  return async (c) => c.body(retiring, 200, { ...policy, 'Cache-Control': cacheControl, 'Content-Type': 'text/javascript; charset=utf-8' })
}

/** Returns the header that identifies a build's pages; undefined if nothing is built. */
export function buildHeaderOf(buildDir: string | undefined): [name: string, value: string] | undefined {
  const file = join(buildDir ?? '', 'worker', 'build-id')
  return buildDir && existsSync(file) ? [buildHeader, readFileSync(file, 'utf8')] : undefined
}
