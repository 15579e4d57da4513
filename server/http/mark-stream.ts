import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { CodedRefusal, isFinal, tooManyRequests } from '#app/platform/errors.ts'
import type { Feed } from '#app/platform/follow-feed.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { addressOf, limitScope } from './client.ts'
import { countRequests } from './count-requests.ts'
import { methodNotAllowed } from './errors.ts'
import { sendJson, serveAt, streamHeaders, takesEvents } from './event-stream.ts'
import { securityHeadersOf } from './headers.ts'
import { lookWhileWatched } from './look-while-watched.ts'

/* The stream of open pages: it sends public pages the live figures, and notifies all others of changes by a new mark. Those read the change
   themselves: their streams carry no booking data. */

/** The most unsent bytes before a listener counts as not reading. */
const mostUnsent = 64 * 1024
/** The marks were read so lately that they may be repeated. */
const freshMs = 2_500
/** How long a listener has to take its stream's end. */
const endLimitMs = 500
/** Listeners notified in one batch; between batches other requests are handled. */
const atOnce = 250

/** The request of a page that wants to listen. `scope`: its client, for limits. */
interface Asker {
  request: IncomingMessage
  cookies: string | undefined
  query: URLSearchParams
  scope: string
}

/** A key to count listeners by, such as a client, a session or a link, and the maximum for it. The keys of one stream differ by kind. */
interface Counted {
  key: string
  most: number
}

/** Throws a refusal, or returns the keys by which a page is counted and the topic it follows. */
export type Admit = (asker: Asker) => Promise<{ counted: readonly Counted[]; topic: string }>

/** The marks of topics: none for an unknown one, null for one that has ended. */
type Marks = ReadonlyMap<string, string | null>

export interface MarkFeed {
  /** Feeds, and who may listen to each. */
  at: readonly (readonly [feed: Feed, admit: Admit])[]
  readMarks(topics: readonly string[]): Promise<Marks>
  /** The JSON of an event: the mark, unless the feed sends what it last read. */
  json?(): string
  /** Calls `heard` when another instance has changed something, while anyone listens; returns the function that ends it. */
  hear?(heard: () => void): () => void
  stop?(): Promise<void>
  /** How often the marks are read without being woken: other instances change things too. */
  pollMs: number
  /** How often listeners' access is checked again; undefined: their topics end with it. */
  checkAgainMs?: number
  /** The average time until a page that lost its stream reconnects. */
  retryMs: number
  /** Listeners in all. */
  most: number
  /** Requests of one client in a minute, unless `admit` needs a session. */
  mostRequests?: number
  /** Texts of refusals and log entries. Without `foreign`, pages of other sites may use the feed too. */
  texts: { tooMany: string; foreign?: string; unread: string }
}

interface Listener {
  response: ServerResponse
  feed: Feed
  topic: string
  /** The last mark sent. */
  mark: string
  admitAgain: () => ReturnType<Admit>
  checkedAt: number
}

/** Handles all requests to the addresses of a feed, before any framework. */
export function createMarkStream(
  services: Services,
  feed: MarkFeed,
  options: { pollMs?: number; beatMs?: number; checkAgainMs?: number; most?: number } = {},
) {
  const { config, clock, log } = services
  const { texts, most, pollMs, checkAgainMs = Number.POSITIVE_INFINITY } = { ...feed, ...options }
  const beatMs = options.beatMs ?? Math.min(...feed.at.map(([each]) => each.beatMs))
  const headers = [...securityHeadersOf(config.siteUrl), ['Vary', 'Accept'] as const]
  const requests = feed.mostRequests && countRequests(clock, feed.mostRequests * config.rateLimitScale)
  const listeners = new Set<Listener>()
  const perKey = new Map<string, number>()
  let unhear: (() => void) | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let isClosed = false
  let isStopped = false
  let isFailing = false

  const jsonOf = (mark: string) => feed.json?.() ?? `{"mark":"${mark}"}`
  const eventOf = ({ event }: Feed, mark: string) => `event: ${event}\ndata: ${jsonOf(mark)}\n\n`

  const answerAt = (at: Feed, admit: Admit) => async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD')
    const { cookie: cookies, 'sec-fetch-site': site } = request.headers
    if (texts.foreign && site !== undefined && site !== 'same-origin') throw new CodedRefusal(403, 'forbidden', texts.foreign)
    const scope = limitScope(addressOf(request, config.trustedProxies))
    const wait = requests ? requests.secondsToWait(scope) : 0
    if (wait > 0) throw tooManyRequests(wait)
    const asker = { request, cookies, query: new URLSearchParams(request.url?.split('?', 2)[1]), scope }
    const { counted, topic } = await admit(asker)
    const mark = (await feed.readMarks([topic])).get(topic)
    if (mark === undefined) throw new CodedRefusal(404, 'not_found', 'This link is not valid.')
    // After a 204, browsers stop reconnecting.
    if (mark === null) return void response.writeHead(204, [...headers].flat()).end()
    if (!takesEvents(request)) return sendJson(response, 200, jsonOf(mark), headers)
    // Pipelined behind a response that is still under way on the same connection: it could never begin.
    if (!response.socket || response.destroyed) return void request.socket.destroy()
    const isOver = counted.some((each) => (perKey.get(each.key) ?? 0) >= each.most)
    if (isClosed || listeners.size >= most || isOver)
      throw new CodedRefusal(503, 'too_many_listeners', texts.tooMany, { retryAfterSeconds: 60 })
    response.writeHead(200, [...headers, ...streamHeaders].flat())
    if (request.method === 'HEAD') return void response.end()
    // Spreads the reconnects of those who lose an instance.
    response.write(`retry: ${Math.round(feed.retryMs * (0.6 + 0.8 * Math.random()))}\n\n${eventOf(at, mark)}`)
    join({ response, feed: at, topic, mark, admitAgain: () => admit(asker), checkedAt: performance.now() }, counted)
  }

  function join(listener: Listener, counted: readonly Counted[]) {
    listeners.add(listener)
    for (const { key } of counted) perKey.set(key, (perKey.get(key) ?? 0) + 1)
    listener.response.once('close', () => {
      listeners.delete(listener)
      for (const { key } of counted) {
        const left = (perKey.get(key) ?? 1) - 1
        if (left > 0) perKey.set(key, left)
        else perKey.delete(key)
      }
      if (listeners.size === 0) rest()
    })
    if (heartbeat) return
    heartbeat = setInterval(() => {
      for (const each of listeners) void beat(each)
    }, beatMs).unref()
    looking.begin()
    unhear = feed.hear?.(looking.wake)
  }

  function rest() {
    clearInterval(heartbeat)
    looking.pause()
    unhear?.()
    heartbeat = unhear = undefined
  }

  /** Sends a listener its mark. Drops one that doesn't read its events; it can reconnect. */
  function send({ response, feed: at, mark }: Listener) {
    if (response.writableLength > mostUnsent) response.destroy()
    else if (!response.writableEnded) response.write(eventOf(at, mark))
  }

  /** Notifies listeners whose topic has changed. If it has ended, sends that and ends the stream. */
  async function look() {
    const followers = [...listeners]
    try {
      const marks = await feed.readMarks([...new Set(followers.map(({ topic }) => topic))])
      readAt = performance.now()
      for (const [index, listener] of followers.entries()) {
        const now = marks.get(listener.topic)
        if (now == null) end(listener)
        else if (now !== listener.mark) {
          listener.mark = now
          send(listener)
        }
        if (index % atOnce === atOnce - 1) await turnOfTheLoop()
      }
      isFailing = false
    } catch (error) {
      if (!isFailing && !isStopped) log.warn({ error: loggable(error) }, texts.unread)
      isFailing = true
    }
  }

  const looking = lookWhileWatched({ look, isWatched: () => listeners.size > 0, pollMs })

  /** Repeats the mark, so that a page knows the stream is live; not while marks can't be read, nor to listeners who have lost access. */
  async function beat(listener: Listener) {
    try {
      if (performance.now() - listener.checkedAt >= checkAgainMs) {
        listener.checkedAt = performance.now()
        const { topic } = await listener.admitAgain()
        // The account belongs to another engineer by now.
        if (topic !== listener.topic) return end(listener)
      }
      if (performance.now() - readAt < freshMs) send(listener)
    } catch (error) {
      if (isFinal(error)) return end(listener)
      log.warn({ error: loggable(error) }, 'a session could not be checked')
      listener.response.destroy()
    }
  }

  /** Ends all streams and refuses new ones: their pages reconnect to another instance. Listeners that don't read the end are cut off. */
  function close() {
    isClosed = true
    clearInterval(heartbeat)
    for (const { response } of listeners) response.end()
    setTimeout(() => {
      for (const { response } of listeners) response.destroy()
    }, endLimitMs).unref()
  }

  const served = feed.at.map(([at, admit]) => serveAt(services, { path: at.path, headers }, answerAt(at, admit)))

  return {
    /** Handles a request of Node's server if it is for this feed; returns whether it is. */
    serveAtOnce: (request: IncomingMessage, response: ServerResponse) => served.some((serve) => serve(request, response)),
    /** Something has happened on this instance. */
    wake: looking.wake,
    /** How many listen here. */
    listening: () => listeners.size,
    close,
    async stop() {
      isStopped = true
      close()
      await Promise.all([looking.stop(), feed.stop?.()])
    },
  }
}

const end = ({ response, feed: { ended } }: Listener) => void (response.writableEnded || response.end(`event: ${ended}\ndata: {}\n\n`))
