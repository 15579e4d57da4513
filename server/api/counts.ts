import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { isbot } from 'isbot'
import { Beacon } from '#app/features/running/beacon-schema.ts'
import { countedIn } from '#app/features/running/counted-events.ts'
import type { KeptCounts } from '#app/features/running/keep-counts.server.ts'
import { countedRoute, publicPages } from '#app/features/site/site-map.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { type Bindings, clientAddress, limitScope } from '../http/client.ts'
import { countRequests } from '../http/count-requests.ts'
import { errorResponse, onlyMethods } from '../http/errors.ts'
import { readJsonObject } from '../http/json.ts'
import { foreignOrigin, isFromOwnPage } from '../http/origin.ts'

/** Limit for a beacon: twice the longest that a page sends. */
const mostBytes = 4 * 1024
/** Beacons of one client in a minute: many people may share an address, and a page sends one every few seconds at most. */
const mostPerClient = 240
/** For all clients together. */
const mostInAll = 30_000

/** Paths that are counted, without query or fragment. */
const pages = new Set([...publicPages.map(({ path }) => path), '/payment-success' satisfies SitePath])

const tooManyBeacons = (retryAfterSeconds: number) =>
  new CodedRefusal(429, 'too_many_requests', 'Too many counts in one minute. Any more this minute won’t be counted.', {
    retryAfterSeconds,
  })
const badBeacon = () => new CodedRefusal(400, 'invalid', 'Send path, referrer, medium and up to 50 events (docs/api.md).')

/**
 * POST /api/counts: events on one of our pages (docs/api.md). Responds 204 whether or not it is counted: robots, prefetched pages and
 * unknown events are not. Nothing about the sender is stored; User-Agent and address are only checked here. `patterns`: those of
 * app/routes.ts, the only names under which pages that aren't public are counted.
 */
export function countsApi(services: Services, counts: KeptCounts, patterns: readonly string[]) {
  const routes = new Set(patterns.flatMap((pattern) => countedRoute(pattern) ?? []))
  const { config, clock, secrets } = services
  const api = new Hono<{ Bindings: Bindings }>()
  const perClient = countRequests(clock, mostPerClient * config.rateLimitScale)
  const inAll = countRequests(clock, mostInAll * config.rateLimitScale)
  const limited = (c: Context<{ Bindings: Bindings }>) => {
    const client = secrets.sign('client', limitScope(clientAddress(c, config.trustedProxies)))
    return Math.max(perClient.secondsToWait(client), inAll.secondsToWait(''))
  }

  api.post(
    '/',
    bodyLimit({
      maxSize: mostBytes,
      onError: () => {
        throw new HTTPException(413)
      },
    }),
    async (c) => {
      if (!isFromOwnPage(c.req.raw, config.siteUrl)) throw foreignOrigin()
      const wait = limited(c)
      if (wait > 0) throw tooManyBeacons(wait)
      const beacon = Beacon.safeParse(await readJsonObject(c))
      if (!beacon.success) throw badBeacon()
      if (isPerson(c)) counts.add(countedIn(beacon.data, pages, routes))
      return c.body(null, 204, { 'Cache-Control': 'no-store' })
    },
  )
  api.all('/', onlyMethods('POST'))
  api.onError((error, c) => errorResponse(c, error, services.log))
  return api
}

/** False for robots and for pages that a browser prefetches. */
function isPerson(c: Context): boolean {
  const agent = c.req.header('user-agent')?.slice(0, 300)
  return agent !== undefined && !isbot(agent) && !/prefetch|prerender/.test(c.req.header('sec-purpose') ?? '')
}
