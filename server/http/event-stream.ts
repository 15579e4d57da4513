import type { IncomingMessage, ServerResponse } from 'node:http'
import { CodedRefusal, Refusal, refusalBody } from '#app/platform/errors.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { logRequest } from './request-log.ts'

/* Streams of events at fixed paths, on Node's own request and response: a stream outlives the time limit of other responses, and thousands
   of them avoid the overhead of a framework. */

/** How long a listener has to take its stream's end. */
const endLimitMs = 500
/** Listeners notified in one batch; between batches other requests are handled. */
const atOnce = 250

type HeaderPairs = readonly (readonly [string, string])[]

/** Headers of an event stream. */
export const streamHeaders = [
  ['Content-Type', 'text/event-stream; charset=utf-8'],
  ['Cache-Control', 'no-store, no-transform'],
  ['X-Accel-Buffering', 'no'],
] as const

/** Returns true if a page asks for the current mark as JSON, because a proxy in between buffers streams. */
export const asksForJson = ({ headers }: IncomingMessage): boolean => headers.accept === 'application/json'

/** Sends JSON, without caching. */
export function sendJson(response: ServerResponse, status: number, json: string, headers: HeaderPairs): void {
  const own: HeaderPairs = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Cache-Control', 'no-store'],
    ['Content-Length', String(Buffer.byteLength(json))],
  ]
  response.writeHead(status, [...headers, ...own].flat())
  response.end(response.req.method === 'HEAD' ? undefined : json)
}

/**
 * Handles a request if it is for `path`, with its line in the log; returns whether it is. A refusal that `answer` throws is sent with
 * `headers`; what fails otherwise is cut off and logged.
 */
export const serveAt =
  (
    { log }: Pick<Services, 'log'>,
    { path, headers }: { path: string; headers: HeaderPairs },
    answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '', method } = request
    if (url !== path && !url.startsWith(`${path}?`)) return false
    const startedAt = performance.now()
    response.on('error', () => undefined)
    response.once('close', () =>
      logRequest(log, { method, path, status: response.statusCode, durationMs: Math.round(performance.now() - startedAt) }),
    )
    answer(request, response)
      .then(() => {
        // From here the response is a stream and may be silent. A listener that doesn't read is dropped by the size of its buffer.
        if (!response.writableEnded) response.setTimeout(0)
      })
      .catch((error) => {
        if (error instanceof Refusal && !response.headersSent)
          return sendJson(response, error.status, JSON.stringify(refusalBody(error)), [...headers, ...Object.entries(error.headers())])
        log.error({ error: loggable(error), path }, 'a stream request failed')
        response.destroy()
      })
    return true
  }

/** Someone who listens. */
export interface Listener<Who> {
  response: ServerResponse
  who: Who
}

interface EventStreamParts {
  /** Of every stream, beside those of streams. */
  headers: HeaderPairs
  /** Listeners in all. */
  most: number
  /** The refusal of one listener too many. */
  tooMany: string
  /** The most unsent bytes before a listener counts as not reading. */
  mostUnsent: number
  /**
   * Calls `tell` with every event from now on, and returns a function that ends it. Called with the first listener; ended after the last.
   */
  subscribe(tell: (event: string) => void): () => void
  beatMs: number
  /** Called every `beatMs` while anyone listens. */
  beat(): void
}

/** A key to count listeners by, such as a client, a session or a link, and the maximum for it. */
export interface Counted {
  key: string
  most: number
}

/** The listeners of one event stream. */
interface EventStream<Who> {
  listeners: ReadonlySet<Listener<Who>>
  /**
   * Begins a stream with `first`; returns whether it has begun. `counted`: the keys of one stream differ by kind. Throws
   * `too_many_listeners`, also when streams have been closed.
   */
  open(request: IncomingMessage, response: ServerResponse, listener: { counted: readonly Counted[]; who: Who; first: string }): boolean
  /** Sends an event to one listener. */
  send(listener: Listener<Who>, event: string): void
  /** Sends an event to all listeners. */
  tell(event: string): void
  /** Sends a comment line to all listeners if no event is being sent: it keeps connections open through proxies. */
  comment(): void
  /** Ends all streams and refuses new ones: their pages reconnect to another instance. Listeners that don't read the end are cut off. */
  close(): void
}

export function createEventStream<Who>(parts: EventStreamParts): EventStream<Who> {
  const listeners = new Set<Listener<Who>>()
  const perKey = new Map<string, number>()
  const teller = createTeller(listeners, send)
  let unsubscribe: (() => void) | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let closed = false

  function leave(listener: Listener<Who>, counted: readonly Counted[]) {
    listeners.delete(listener)
    for (const { key } of counted) {
      const left = (perKey.get(key) ?? 1) - 1
      if (left > 0) perKey.set(key, left)
      else perKey.delete(key)
    }
    if (listeners.size === 0) rest()
  }

  /** Drops listeners that don't read their events; they can reconnect. */
  function send({ response }: Listener<unknown>, event: string) {
    if (response.writableLength > parts.mostUnsent) response.destroy()
    else if (!response.writableEnded) response.write(event)
  }

  function rest() {
    unsubscribe?.()
    clearInterval(heartbeat)
    unsubscribe = heartbeat = undefined
  }

  return {
    listeners,
    open(request, response, { counted, who, first }) {
      // Pipelined behind a response that is still under way on the same connection: it could never begin.
      if (!response.socket || response.destroyed) {
        request.socket.destroy()
        return false
      }
      const isOver = counted.some(({ key, most }) => (perKey.get(key) ?? 0) >= most)
      if (closed || listeners.size >= parts.most || isOver)
        throw new CodedRefusal(503, 'too_many_listeners', parts.tooMany, { retryAfterSeconds: 60 })
      response.writeHead(200, [...parts.headers, ...streamHeaders].flat())
      if (request.method === 'HEAD') {
        response.end()
        return false
      }
      const listener = { response, who }
      listeners.add(listener)
      for (const { key } of counted) perKey.set(key, (perKey.get(key) ?? 0) + 1)
      response.once('close', () => leave(listener, counted))
      response.write(first)
      unsubscribe ??= parts.subscribe(teller.event)
      heartbeat ??= setInterval(parts.beat, parts.beatMs).unref()
      return true
    },
    send,
    tell: teller.event,
    comment: teller.comment,
    close() {
      closed = true
      clearInterval(heartbeat)
      for (const { response } of listeners) response.end()
      setTimeout(() => {
        for (const { response } of listeners) response.destroy()
      }, endLimitMs).unref()
    },
  }
}

/** Sends events to all listeners, a few at a time. If two events overlap, listeners not yet reached get only the newer one. */
function createTeller(listeners: ReadonlySet<Listener<unknown>>, send: (listener: Listener<unknown>, text: string) => void) {
  let text = ''
  let round: Iterator<Listener<unknown>> | undefined
  let onceMore = false

  const tellSome = () => {
    for (let count = 0; round && count < atOnce; count++) {
      const { value: listener, done } = round.next()
      if (!done) send(listener, text)
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
    comment() {
      if (!round) begin(':\n\n')
    },
  }
}
