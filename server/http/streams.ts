import type { IncomingMessage, ServerResponse } from 'node:http'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { logRequest } from './request-log.ts'

/*
 * What the streams of events at fixed paths have in common. They stand on Node's own request and response: a stream outlives the time
 * limit of every other answer.
 */

/** How long a listener has to take its stream's end. */
const endLimitMs = 500

/** What a stream says of itself before its first event. */
export const streamHeaders = [
  ['Content-Type', 'text/event-stream; charset=utf-8'],
  ['Cache-Control', 'no-store, no-transform'],
  ['X-Accel-Buffering', 'no'],
] as const

/** Answers a request if it is for `path`, with its line in the log; answers whether it is. One that fails is cut off and logged. */
export const serveAt =
  ({ log }: Pick<Services, 'log'>, path: string, answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) =>
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
        // What is open now is a stream. It may be silent; a listener who does not read is dropped by how much waits for it.
        if (!response.writableEnded) response.setTimeout(0)
      })
      .catch((error) => {
        log.error({ error: loggable(error), path }, 'a stream could not be answered')
        response.destroy()
      })
    return true
  }

/** Ends streams; whoever does not take the end is cut off soon after. */
export function endStreams(listeners: ReadonlySet<{ response: ServerResponse }>): void {
  for (const { response } of listeners) response.end()
  setTimeout(() => {
    for (const { response } of listeners) response.destroy()
  }, endLimitMs).unref()
}
