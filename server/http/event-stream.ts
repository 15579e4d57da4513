import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal, refusalBody, StoreUnavailable } from '#app/platform/errors.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { logRequest } from './request-log.ts'

/* Streams of events at fixed paths, on Node's own request and response: a stream outlives the time limit of other responses, and thousands
   of them avoid the overhead of a framework. */

type HeaderPairs = readonly (readonly [string, string])[]

/** Headers of an event stream. */
export const streamHeaders = [
  ['Content-Type', 'text/event-stream; charset=utf-8'],
  ['Cache-Control', 'no-store, no-transform'],
  ['X-Accel-Buffering', 'no'],
] as const

/** Returns true if a client accepts events; browsers send this header alone for a stream. */
export const takesEvents = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  /(^|,)\s*text\/event-stream\s*(,|;(?!\s*q=0(\.0*)?\s*(,|$))|$)/i.test(accept)

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
 * `headers`; other failures are logged, and sent as `unavailable`.
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
        const isRefusal = error instanceof Refusal
        if (!isRefusal || response.headersSent) log.error({ error: loggable(error), path }, 'a stream request failed')
        if (response.headersSent) return response.destroy()
        const refusal = isRefusal ? error : new StoreUnavailable('unavailable')
        sendJson(response, refusal.status, JSON.stringify(refusalBody(refusal)), [...headers, ...Object.entries(refusal.headers())])
      })
    return true
  }
