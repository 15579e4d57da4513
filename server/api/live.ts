import type { IncomingMessage, ServerResponse } from 'node:http'
import { isbot } from 'isbot'
import { createFeed, type FeedOptions } from '#app/features/live/feed.server.ts'
import { liveEvent, livePath } from '#app/features/live/figures-schema.ts'
import { notePresence } from '#app/features/live/presence.server.ts'
import { minutes } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'
import { addressOf, limitScope } from '../http/client.ts'
import { countRequests } from '../http/count-requests.ts'
import { securityHeadersOf } from '../http/headers.ts'
import { endStreams, serveAt, streamHeaders } from '../http/streams.ts'

/*
 * GET /api/live (DESIGN 8; docs/api.md): the live figures as a stream of events, or once as JSON. On Node's own request and response: a
 * stream outlives the time limit of every other answer, and five thousand of them carry nothing of the machinery of a request.
 */

const heartbeatMs = 15_000
const seenAgainMs = minutes(2)
const mostListeners = 10_000
/** Pages that are open at one address, of a household or an office; the others ask now and then. */
const mostPerClient = 30
/** Requests of one client in a minute. An answer is a text that lies ready: many people may share an address. */
const mostRequests = 600
/** What may wait to be sent to a listener, in bytes, before it counts as one who does not read. */
const mostUnsent = 64 * 1024
/** Listeners who are told in one go; between two goes other requests have their turn. */
const atOnce = 250
const retryMs = { least: 3_000, spread: 4_000 }
const longestUserAgent = 300

interface Listener {
  response: ServerResponse
  scope: string
  /** Undefined for robots and for pages of other sites: they count as nobody. */
  visitor: string | undefined
  seenAt: number
}

export interface LiveOptions extends FeedOptions {
  flushMs?: number
  heartbeatMs?: number
  mostListeners?: number
}

/** Everything that answers at /api/live, before any framework. */
export function createLiveApi(services: Services, options: LiveOptions = {}) {
  const { config } = services
  const feed = createFeed(services, options)
  const presence = notePresence(services, options)
  const headers = [...securityHeadersOf(config.siteUrl), ['Vary', 'Accept'] as const]
  const listeners = new Set<Listener>()
  const perScope = new Map<string, number>()
  const perClient = Math.max(1, mostPerClient * config.rateLimitScale)
  const total = options.mostListeners ?? mostListeners
  const requests = countRequests(services.clock, mostRequests * config.rateLimitScale)
  const teller = createTeller(listeners)
  let unsubscribe: (() => void) | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let closed = false

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD')
      return refuse(response, 405, 'method_not_allowed', 'Use GET or HEAD.', ['Allow', 'GET, HEAD'])
    const scope = limitScope(addressOf(request, config.trustedProxies))
    const wait = requests.secondsToWait(scope)
    if (wait > 0) return refuse(response, 429, 'too_many_requests', 'Please ask less often.', ['Retry-After', String(wait)])
    const visitor = visitorOf(request, scope)
    if (wantsStream(request)) return openStream(request, response, scope, visitor)
    if (visitor) presence.seen(visitor)
    return answerOnce(method, response)
  }

  async function answerOnce(method: string, response: ServerResponse) {
    const json = await feed.ask().catch(() => undefined)
    if (json === undefined) return refuse(response, 503, 'unavailable', 'The figures cannot be read at the moment.', ['Retry-After', '20'])
    send(response, 200, json, [], method === 'HEAD')
  }

  function openStream(request: IncomingMessage, response: ServerResponse, scope: string, visitor: string | undefined) {
    // Asked for behind an answer that is still under way on the same connection: it could never begin.
    if (!response.socket) return void request.socket.destroy()
    const mine = perScope.get(scope) ?? 0
    if (closed || listeners.size >= total || mine >= perClient)
      return refuse(response, 503, 'too_many_listeners', 'Please ask for JSON now and then.', ['Retry-After', '60'])
    response.writeHead(200, [...headers, ...streamHeaders].flat())
    if (request.method === 'HEAD') return void response.end()
    const listener: Listener = { response, scope, visitor, seenAt: services.clock.now().getTime() }
    listeners.add(listener)
    perScope.set(scope, mine + 1)
    response.once('close', () => forget(listener))
    if (visitor) presence.seen(visitor)
    // Those who lose an instance do not all come back in the same second.
    const retry = `retry: ${Math.round(retryMs.least + Math.random() * retryMs.spread)}\n\n`
    const latest = feed.latest()
    response.write(latest ? retry + eventOf(latest) : retry)
    unsubscribe ??= feed.subscribe((json) => teller.event(eventOf(json)))
    heartbeat ??= setInterval(beat, options.heartbeatMs ?? heartbeatMs).unref()
  }

  function forget(listener: Listener) {
    listeners.delete(listener)
    const left = (perScope.get(listener.scope) ?? 1) - 1
    if (left > 0) perScope.set(listener.scope, left)
    else perScope.delete(listener.scope)
    if (listeners.size > 0) return
    unsubscribe?.()
    clearInterval(heartbeat)
    unsubscribe = heartbeat = undefined
  }

  /** Keeps connections open through proxies, finds those that are gone, and notes that a page is still open. */
  function beat() {
    teller.comment()
    const now = services.clock.now().getTime()
    for (const listener of listeners) {
      if (!listener.visitor || now - listener.seenAt < seenAgainMs) continue
      listener.seenAt = now
      presence.seen(listener.visitor)
    }
  }

  function visitorOf({ headers: { 'user-agent': userAgent, 'sec-fetch-site': site }, method }: IncomingMessage, scope: string) {
    const agent = userAgent?.slice(0, longestUserAgent)
    if (method === 'HEAD' || !agent || isbot(agent) || (site !== undefined && site !== 'same-origin')) return undefined
    return presence.visitorOf(scope, agent)
  }

  function send(response: ServerResponse, status: number, json: string, more: readonly string[], isHead: boolean) {
    const own = [
      'Content-Type',
      'application/json; charset=utf-8',
      'Cache-Control',
      'no-store',
      'Content-Length',
      String(Buffer.byteLength(json)),
    ]
    response.writeHead(status, [...headers.flat(), ...own, ...more])
    response.end(isHead ? undefined : json)
  }

  const refuse = (response: ServerResponse, status: number, code: string, message: string, header: readonly string[]) =>
    send(response, status, JSON.stringify({ error: { code, message } }), header, response.req.method === 'HEAD')

  return {
    /** Answers a request of Node's server if it is for /api/live; answers whether it is. */
    serveAtOnce: serveAt(services, livePath, answer),
    /** How many listen here. */
    listening: () => listeners.size,
    /** Ends all streams and begins no more: their pages come back to another instance. */
    close() {
      closed = true
      endStreams(listeners)
    },
    /** Closes, reads nothing more, and writes down who was seen. */
    async stop() {
      this.close()
      clearInterval(heartbeat)
      await Promise.all([feed.stop(), presence.stop()])
    },
  }
}

const eventOf = (json: string) => `event: ${liveEvent}\ndata: ${json}\n\n`

/** Whether a client takes events; browsers ask for a stream with nothing else. */
const wantsStream = ({ headers: { accept = '' } }: IncomingMessage) =>
  /(^|,)\s*text\/event-stream\s*(,|;(?!\s*q=0(\.0*)?\s*(,|$))|$)/i.test(accept)

/**
 * Tells all listeners, a few at a time. Of two texts that overlap, those not yet reached get the newer one alone. Whoever does not read
 * what is sent is dropped, and can come back.
 */
function createTeller(listeners: ReadonlySet<Listener>) {
  let text = ''
  let round: Iterator<Listener> | undefined
  let onceMore = false

  const tellSome = () => {
    for (let count = 0; round && count < atOnce; count++) {
      const { value: listener, done } = round.next()
      if (!done) tell(listener.response, text)
      else if (onceMore) {
        onceMore = false
        round = listeners.values()
      } else round = undefined
    }
    if (round) setImmediate(tellSome)
  }
  const begin = (next: string) => {
    text = next
    round = listeners.values()
    tellSome()
  }

  return {
    event(next: string) {
      if (!round) return begin(next)
      text = next
      onceMore = true
    },
    /** A line that means nothing, where nothing else is being told. */
    comment() {
      if (!round) begin(':\n\n')
    },
  }
}

function tell(response: ServerResponse, text: string) {
  if (response.writableLength > mostUnsent) response.destroy()
  else response.write(text)
}
