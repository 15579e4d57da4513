import type { IncomingMessage, ServerResponse } from 'node:http'
import { isbot } from 'isbot'
import { createFeed, type FeedOptions } from '#app/features/live/feed.server.ts'
import { liveFeed } from '#app/features/live/figures-schema.ts'
import { notePresence } from '#app/features/live/presence.server.ts'
import { CodedRefusal, tooManyRequests } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes } from '#app/values/clock.ts'
import { addressOf, limitScope } from '../http/client.ts'
import { countRequests } from '../http/count-requests.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { createEventStream, sendJson, serveAt } from '../http/event-stream.ts'
import { securityHeadersOf } from '../http/headers.ts'

/*
 * GET /api/live (docs/api.md): the live figures as a stream of events, or once as JSON.
 */

const heartbeatMs = 15_000
const seenAgainMs = minutes(2)
const mostListeners = 10_000
/** Pages that are open at one address, of a household or an office; the others ask now and then. */
const mostPerClient = 30
/** Requests of one client in a minute. An answer is a text that lies ready: many people may share an address. */
const mostRequests = 600
/** The most unsent bytes before a listener counts as not reading. */
const mostUnsent = 64 * 1024
const retryMs = { least: 3_000, spread: 4_000 }
const longestUserAgent = 300

interface Visitor {
  /** Undefined for robots and for pages of other sites: they aren't counted. */
  visitor: string | undefined
  seenAt: number
}

export interface LiveOptions extends FeedOptions {
  flushMs?: number
  heartbeatMs?: number
  mostListeners?: number
}

/** Handles all requests to /api/live, before any framework. */
export function createLiveApi(services: Services, options: LiveOptions = {}) {
  const { config, clock } = services
  const feed = createFeed(services, options)
  const presence = notePresence(services, options)
  const headers = [...securityHeadersOf(config.siteUrl), ['Vary', 'Accept'] as const]
  const requests = countRequests(clock, mostRequests * config.rateLimitScale)
  const stream = createEventStream<Visitor>({
    headers,
    most: options.mostListeners ?? mostListeners,
    tooMany: 'Please poll for JSON instead.',
    mostUnsent,
    subscribe: (tell) => feed.subscribe((json) => tell(eventOf(json))),
    beatMs: options.heartbeatMs ?? heartbeatMs,
    beat,
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD')
    const scope = limitScope(addressOf(request, config.trustedProxies))
    const wait = requests.secondsToWait(scope)
    if (wait > 0) throw tooManyRequests(wait)
    const visitor = visitorOf(request, scope)
    if (wantsStream(request)) {
      const latest = feed.latest()
      const first = latest ? retryLine() + eventOf(latest) : retryLine()
      const counted = [{ key: scope, most: Math.max(1, mostPerClient * config.rateLimitScale) }]
      const begins = stream.open(request, response, { counted, who: { visitor, seenAt: clock.now().getTime() }, first })
      if (begins && visitor) presence.seen(visitor)
      return
    }
    if (visitor) presence.seen(visitor)
    sendJson(response, 200, await figures(), headers)
  }

  async function figures(): Promise<string> {
    try {
      return await feed.ask()
    } catch {
      throw new CodedRefusal(503, 'unavailable', 'The figures aren’t available at the moment.', { retryAfterSeconds: 20 })
    }
  }

  /** Keeps connections open through proxies, finds those that are gone, and notes that a page is still open. */
  function beat() {
    stream.comment()
    const now = clock.now().getTime()
    for (const { who } of stream.listeners) {
      if (!who.visitor || now - who.seenAt < seenAgainMs) continue
      who.seenAt = now
      presence.seen(who.visitor)
    }
  }

  function visitorOf({ headers: { 'user-agent': userAgent, 'sec-fetch-site': site }, method }: IncomingMessage, scope: string) {
    const agent = userAgent?.slice(0, longestUserAgent)
    if (method === 'HEAD' || !agent || isbot(agent) || (site !== undefined && site !== 'same-origin')) return undefined
    return presence.visitorOf(scope, agent)
  }

  return {
    /** Handles a request of Node's server if it is for /api/live; returns whether it is. */
    serveAtOnce: serveAt(services, { path: liveFeed.path, headers }, answer),
    /** How many listen here. */
    listening: () => stream.listeners.size,
    /** Ends all streams and refuses new ones: their pages reconnect to another instance. */
    close: stream.close,
    /** Closes the streams, stops reading, and stores the visitors seen. */
    async stop() {
      stream.close()
      await Promise.all([feed.stop(), presence.stop()])
    },
  }
}

/** Spreads the reconnects of those who lose an instance. */
const retryLine = () => `retry: ${Math.round(retryMs.least + Math.random() * retryMs.spread)}\n\n`
const eventOf = (json: string) => `event: ${liveFeed.event}\ndata: ${json}\n\n`

/** Returns true if a client accepts events; browsers send this header alone for a stream. */
const wantsStream = ({ headers: { accept = '' } }: IncomingMessage) =>
  /(^|,)\s*text\/event-stream\s*(,|;(?!\s*q=0(\.0*)?\s*(,|$))|$)/i.test(accept)
