import { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { timeout } from 'hono/timeout'
import { endedCookie, hasSiteCookie, hasSiteSession, peekSiteSession } from '#app/features/accounts/site-session.server.ts'
import { countsPath } from '#app/features/running/beacon-schema.ts'
import { type KeptCounts, keepCounts } from '#app/features/running/keep-counts.server.ts'
import type { Monitor } from '#app/features/running/monitor.server.ts'
import { isMeasured } from '#app/features/site/site-map.ts'
import { mostFormBytes, takesPhotos } from '#app/features/visit/photo-limits.ts'
import { PhotoRefused } from '#app/features/visit/refusals.ts'
import { refusalBody, tooManyRequests } from '#app/platform/errors.ts'
import type { Health } from '#app/platform/health.ts'
import { openingOf } from '#app/platform/opening.ts'
import { isPrivateLink } from '#app/platform/private-path.ts'
import type { Services, Visit } from '#app/platform/services.ts'
import { newToken } from '#app/values/ids.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { answerError, authApi } from './api/auth-v1/auth-api.ts'
import { countsApi } from './api/counts.ts'
import { functionsApi } from './api/functions-v1.ts'
import { healthApi } from './api/health.ts'
import { metricsApi } from './api/metrics.ts'
import { reportsApi } from './api/reports.ts'
import { restApi } from './api/rest-v1/rest-api.ts'
import { immutableAssets, namedAssets } from './http/assets.ts'
import { canonicalRedirect } from './http/canonical-path.ts'
import { type Bindings, clientAddress, clientKeyOf, isDirectLoopback, limitScope, schemeOf } from './http/client.ts'
import { compressPage } from './http/compress-page.ts'
import { countRequests } from './http/count-requests.ts'
import { errorForBrowser, errorPage, errorResponse } from './http/errors.ts'
import { type InlineSources, pagePolicy, securityHeaders, securityHeadersOf } from './http/headers.ts'
import { noDataOfPublicPages } from './http/no-data.ts'
import { isOwnOrSafe, ownForms } from './http/origin.ts'
import { createPageCache, type PageCache } from './http/page-cache.ts'
import { requestLog } from './http/request-log.ts'
import { buildHeaderOf, serviceWorker } from './http/service-worker.ts'

const bodyLimitBytes = 64 * 1024
const requestLimitMs = 15_000
/** For a photo on a bad connection: as long as the server waits for any request (http/connections.ts). */
const photoLimitMs = 30_000

function limitBody(maxSize: number, tooLarge: () => Error): MiddlewareHandler {
  const onError = () => {
    throw tooLarge()
  }
  const counting = bodyLimit({ maxSize, onError })
  return (c, next) => {
    // Counting makes a stream of the body. If Node reads it, its length is the declared one.
    if (!((c.env as Bindings | undefined)?.incoming instanceof IncomingMessage) || c.req.header('transfer-encoding') !== undefined)
      return counting(c, next)
    return Number(c.req.header('content-length') ?? 0) > maxSize ? onError() : next()
  }
}
const limitTime = (ms: number) => timeout(ms, new HTTPException(503))

interface AppParts {
  services: Services
  health: () => Promise<Health>
  /** Renders a page; React Router's request handler. */
  pages: (request: Request, visit: Visit) => Promise<Response>
  /** The constant scripts and styles inlined in pages. */
  inline?: InlineSources
  /** Value of the Link header that preloads a page's assets. */
  preloadLink?: string
  pageCache?: PageCache
  /** Metrics for Prometheus; undefined without METRICS_TOKEN. */
  metrics?: { contentType: string; text(): Promise<string> }
  counts?: KeptCounts
  /** The patterns of app/routes.ts. */
  patterns?: readonly string[]
  /** Counts responses and receives browsers' reports; without it both are dropped. */
  monitor?: Monitor
  /** The build's folder; undefined if Vite serves it, whose pages change all the time. */
  buildDir?: string
}

/** Handles all HTTP requests, in order: health, APIs, assets, and the pages last. */
export function createApp({
  services,
  health,
  pages,
  inline = { scripts: [], styles: [] },
  preloadLink,
  pageCache,
  metrics,
  counts,
  patterns = [],
  monitor,
  buildDir,
}: AppParts) {
  const { config, log } = services
  const app = new Hono<{ Bindings: Bindings }>()
  app.use(requestLog(log, monitor))
  app.use(securityHeaders(config.siteUrl))
  app.use(refuseTrace)
  const usual = [limitBody(bodyLimitBytes, () => new HTTPException(413)), limitTime(requestLimitMs)] as const
  const forPhotos = [limitBody(mostFormBytes, () => new PhotoRefused('too_large')), limitTime(photoLimitMs)] as const
  for (const at of [0, 1] as const)
    app.use((c, next) => (c.req.method === 'POST' && takesPhotos.test(c.req.path) ? forPhotos : usual)[at](c, next))
  app.onError((error, c) => {
    if (isAuthApi(c.req.path)) return answerError(c, services, error)
    return isApi(c.req.path) ? errorResponse(c, error, log) : errorPage(c, error, services)
  })

  app.route('/api/health', healthApi(health))
  if (metrics && config.metricsToken) app.route('/metrics', metricsApi(config.metricsToken, metrics))
  app.route(countsPath, countsApi(services, counts ?? keepCounts(services), patterns))
  app.route('/api/reports', reportsApi(services, monitor))
  app.route('/functions/v1', functionsApi(services))
  app.route('/rest/v1', restApi(services))
  app.route('/auth/v1', authApi(services))
  monitor?.know(app.routes.map(({ path }) => path))
  if (buildDir) {
    app.get('/assets/*', immutableAssets(join(buildDir, 'client')))
    app.get('/islands/*', immutableAssets(buildDir))
    for (const folder of ['share', 'icons', 'maps', 'drawings']) app.get(`/${folder}/*`, namedAssets(join(buildDir, 'client')))
  }

  app.get('/sw.js', serviceWorker(config.serviceWorker, buildDir))
  const ofBuild = buildHeaderOf(buildDir)

  app.use(ownForms(config.siteUrl))
  app.use(canonicalRedirect)
  app.use(noDataOfPublicPages)
  /** Returns the policy of a page; with a nonce for this response's scripts, if it isn't shared. */
  const policyOf = (path: string, nonce?: string) =>
    pagePolicy(inline, {
      nonce,
      isHttps: config.siteUrl.startsWith('https:'),
      hasAnalytics: isMeasured(path) && services.analyticsId.current() !== undefined,
      formTargets: path === ('/auth/verify' satisfies SitePath) ? config.auth.redirectOrigins.slice(1) : [],
    })
  const requests = countRequests(services.clock, mostMadeForOne * config.rateLimitScale)
  app.use(async (c, next) => {
    const wait = madeForOne.test(c.req.path) ? requests.secondsToWait(limitScope(clientAddress(c, config.trustedProxies))) : 0
    if (wait > 0) throw tooManyRequests(wait)
    await next()
  })
  const kept = pageCache ?? createPageCache(services.clock)
  app.use(async (c, next) => {
    await next()
    // Rendered as a shared page for an unknown cookie.
    if (isShared(c.res) && hasSiteCookie(services, c.req.header('cookie'))) takeAwayCookie(c.res, services)
  })
  app.use(kept.serve(async (cookies) => (await peekSiteSession(services, cookies)) !== undefined))
  app.use(compressPage)
  app.all('*', async (c) => {
    const request = c.req.raw
    const nonce = newToken()
    const visit: Visit = {
      services,
      cookies: request.headers.get('cookie'),
      nonce,
      clientKey: clientKeyOf(services, c),
      userAgent: request.headers.get('user-agent') ?? '',
      sameOrigin: isOwnOrSafe(request, config.siteUrl),
      isOnThisMachine: config.devTools && isDirectLoopback(c),
      headers: { ...Object.fromEntries(securityHeadersOf(config.siteUrl)), 'Content-Security-Policy': policyOf(c.req.path, nonce) },
      scheme: schemeOf(c, config.trustedProxies),
      isHead: c.req.method === 'HEAD',
    }
    const answered = unavailableAnswer(await pages(withoutOrigin(request), visit), visit)
    const response = await errorForBrowser(request, answered, services)
    const page = new Response(response.body, response)
    if (hasSiteCookie(services, visit.cookies)) await markSignedIn(page, visit)
    // A response that sets a cookie is for one visitor, even if the page's headers say otherwise.
    if (!page.headers.has('Cache-Control') || page.headers.has('Set-Cookie')) page.headers.set('Cache-Control', 'private, no-store')
    if (page.status === 405 && !page.headers.has('Allow')) page.headers.set('Allow', 'GET, HEAD')
    const isPage = page.headers.get('Content-Type')?.startsWith('text/html')
    // Also under an invalid private link, which has no page to set it.
    if (openingOf(services).isPreview || isPrivateLink(c.req.path)) page.headers.set('X-Robots-Tag', 'noindex, nofollow')
    if (preloadLink && isPage) page.headers.append('Link', preloadLink)
    if (ofBuild && isPage) page.headers.set(...ofBuild)
    // A shared page has nothing of one response: its scripts are allowed by their hashes alone.
    if (!page.headers.has('Content-Security-Policy'))
      page.headers.set('Content-Security-Policy', isShared(page) ? policyOf(c.req.path) : (visit.headers['Content-Security-Policy'] ?? ''))
    return buildDir ? kept.keep(c, page) : page
  })
  return app
}

/**
 * Paths whose responses contain someone's personal data: all pages and files of private links and accounts, and the files that staff
 * download. Routes are case-insensitive.
 */
const madeForOne =
  /^\/+((track|t|take|calendar|pay|book\/+confirmed|account)([/.]|$)|(staff|engineer|blog-admin)\/.*\.(csv|json|pdf|ics)$)/i
/** For one client in a minute: a household behind one address with pages that follow their booking needs a tenth. */
const mostMadeForOne = 300

/** Refuses TRACE, which would echo the request, cookies included; pages would answer it as GET. */
const refuseTrace: MiddlewareHandler = async (c, next) => {
  if (c.req.method !== 'TRACE') return next()
  return c.body(null, 405, { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' })
}

/** Returns the response for a page that could not use the store: its error screen, or an API's error, as a 503 that may be retried. */
function unavailableAnswer(answer: Response, { unavailable }: Visit): Response {
  if (!unavailable || answer.status < 500) return answer
  const { status } = unavailable
  const headers = new Headers({ ...Object.fromEntries(answer.headers), ...unavailable.headers() })
  const isText = headers.get('Content-Type')?.startsWith('text/plain')
  return isText
    ? Response.json(refusalBody(unavailable), { status, headers: unavailable.headers() })
    : new Response(answer.body, { status, headers })
}

/** A page with someone's name is private. An unknown cookie is removed, so that cached pages apply again. */
async function markSignedIn(page: Response, visit: Visit): Promise<void> {
  if (await hasSiteSession(visit)) page.headers.set('Cache-Control', 'private, no-store')
  else if (!page.headers.has('Set-Cookie')) takeAwayCookie(page, visit.services)
}

const isShared = ({ headers }: Response) => /\bpublic\b/.test(headers.get('Cache-Control') ?? '')

/** Deletes a session's cookie by a response, which is then private. */
function takeAwayCookie({ headers }: Response, services: Services): void {
  headers.append('Set-Cookie', endedCookie(services))
  headers.set('Cache-Control', 'private, no-store')
}

const isApi = (path: string) => /^\/(api|functions|rest)\//.test(path)
const isAuthApi = (path: string) => /^\/auth\/v1(\/|$)/.test(path)

/** React Router compares Origin with the request's own URL, which a proxy may have changed; `isOwnOrSafe` has checked it. */
function withoutOrigin(request: Request): Request {
  if (!request.headers.has('origin')) return request
  const copy = new Request(request)
  copy.headers.delete('origin')
  return copy
}
