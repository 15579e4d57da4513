import type { IncomingMessage, ServerResponse } from 'node:http'
import { CodedRefusal, isFinal, tooManyRequests } from '#app/platform/errors.ts'
import type { Feed } from '#app/platform/follow-feed.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { addressOf, limitScope } from './client.ts'
import { countRequests } from './count-requests.ts'
import { methodNotAllowed } from './errors.ts'
import { asksForJson, type Counted, createEventStream, type Listener, sendJson, serveAt } from './event-stream.ts'
import { securityHeadersOf } from './headers.ts'
import { lookWhileWatched } from './look-while-watched.ts'

/* Notifies open pages of changes by a new mark. The page then reads the change itself: a stream carries no booking data. */

/** The most unsent bytes before a listener counts as not reading. */
const mostUnsent = 16 * 1024
/** The marks were read so lately that they may be repeated. */
const freshMs = 2_500

/** The request of a page that wants to listen. `scope`: its client, for limits. */
interface Asker {
  cookies: string | undefined
  query: URLSearchParams
  scope: string
}

/** Throws a refusal, or returns the keys by which a page is counted and the topic it follows. */
export type Admit = (asker: Asker) => Promise<{ counted: readonly Counted[]; topic: string }>

/** The marks of topics: none for an unknown one, null for one that has ended. */
export type Marks = ReadonlyMap<string, string | null>

export interface MarkFeed {
  /** Feeds, and who may listen to each. */
  at: readonly (readonly [feed: Feed, admit: Admit])[]
  readMarks(topics: readonly string[]): Promise<Marks>
  /** How often the marks are read without being woken: other instances change things too. */
  pollMs: number
  /** How often listeners' access is checked again; undefined: their topics end with it. */
  checkAgainMs?: number
  retryMs: number
  /** Listeners in all. */
  most: number
  /** Requests of one client in a minute, unless `admit` needs a session. */
  mostRequests?: number
  /** Texts of refusals and log entries. */
  texts: { tooMany: string; foreign: string; unread: string }
}

interface Follower {
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
  options: { pollMs?: number; beatMs?: number; checkAgainMs?: number } = {},
) {
  const { config, clock, log } = services
  const { texts, checkAgainMs = Number.POSITIVE_INFINITY } = { ...feed, ...options }
  const headers = securityHeadersOf(config.siteUrl)
  const requests = feed.mostRequests && countRequests(clock, feed.mostRequests * config.rateLimitScale)
  let readAt = Number.NEGATIVE_INFINITY
  let isStopped = false
  let isFailing = false
  const stream = createEventStream<Follower>({
    headers,
    most: feed.most,
    tooMany: texts.tooMany,
    mostUnsent,
    subscribe() {
      looking.begin()
      return looking.pause
    },
    beatMs: options.beatMs ?? Math.min(...feed.at.map(([{ beatMs }]) => beatMs)),
    beat() {
      for (const listener of stream.listeners) void beat(listener)
    },
  })

  const answerAt = (at: Feed, admit: Admit) => async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET') throw methodNotAllowed('GET')
    const { cookie: cookies, 'sec-fetch-site': site } = request.headers
    if (site !== undefined && site !== 'same-origin') throw new CodedRefusal(403, 'forbidden', texts.foreign)
    const scope = limitScope(addressOf(request, config.trustedProxies))
    const wait = requests ? requests.secondsToWait(scope) : 0
    if (wait > 0) throw tooManyRequests(wait)
    const asker = { cookies, query: new URLSearchParams(request.url?.split('?', 2)[1]), scope }
    const { counted, topic } = await admit(asker)
    const mark = (await feed.readMarks([topic])).get(topic)
    if (mark === undefined) throw new CodedRefusal(404, 'not_found', 'This link is not valid.')
    // After a 204, browsers stop reconnecting.
    if (mark === null) return void response.writeHead(204, [...headers].flat()).end()
    if (asksForJson(request)) return sendJson(response, 200, JSON.stringify({ mark }), headers)
    const who = { feed: at, topic, mark, admitAgain: () => admit(asker), checkedAt: performance.now() }
    stream.open(request, response, { counted, who, first: `retry: ${feed.retryMs}\n\n${eventOf(who)}` })
  }

  /** Notifies listeners whose topic has changed. If it has ended, sends that and ends the stream. */
  async function look() {
    const listeners = [...stream.listeners]
    try {
      const marks = await feed.readMarks([...new Set(listeners.map(({ who }) => who.topic))])
      readAt = performance.now()
      for (const listener of listeners) {
        const now = marks.get(listener.who.topic)
        if (now == null) end(listener)
        else if (now !== listener.who.mark) {
          listener.who.mark = now
          stream.send(listener, eventOf(listener.who))
        }
      }
      isFailing = false
    } catch (error) {
      if (!isFailing && !isStopped) log.warn({ error: loggable(error) }, texts.unread)
      isFailing = true
    }
  }

  const looking = lookWhileWatched({ look, isWatched: () => stream.listeners.size > 0, pollMs: options.pollMs ?? feed.pollMs })

  /** Repeats the mark, so that a page knows the stream is live; not while marks can't be read, nor to listeners who have lost access. */
  async function beat(listener: Listener<Follower>) {
    const { who, response } = listener
    try {
      if (performance.now() - who.checkedAt >= checkAgainMs) {
        who.checkedAt = performance.now()
        const { topic } = await who.admitAgain()
        // The account belongs to another engineer by now.
        if (topic !== who.topic) return end(listener)
      }
      if (performance.now() - readAt < freshMs) stream.send(listener, eventOf(who))
    } catch (error) {
      if (isFinal(error)) return end(listener)
      log.warn({ error: loggable(error) }, 'a session could not be checked')
      response.destroy()
    }
  }

  const served = feed.at.map(([at, admit]) => serveAt(services, { path: at.path, headers }, answerAt(at, admit)))

  return {
    /** Handles a request of Node's server if it is for this feed; returns whether it is. */
    serveAtOnce: (request: IncomingMessage, response: ServerResponse) => served.some((serve) => serve(request, response)),
    /** Something has happened on this instance. */
    wake: looking.wake,
    /** How many listen here. */
    listening: () => stream.listeners.size,
    /** Ends all streams and refuses new ones: their pages reconnect to another instance. */
    close: stream.close,
    async stop() {
      isStopped = true
      stream.close()
      await looking.stop()
    },
  }
}

const eventOf = ({ feed, mark }: Follower) => `event: ${feed.event}\ndata: {"mark":"${mark}"}\n\n`
const end = ({ response, who }: Listener<Follower>) =>
  void (response.writableEnded || response.end(`event: ${who.feed.ended}\ndata: {}\n\n`))
