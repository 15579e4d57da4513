import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasAtLeast } from '#app/features/accounts/roles.ts'
import { createBoardFeed } from '#app/features/dispatch/board-feed.server.ts'
import { boardBeatMs, boardEnded, boardEvent, boardPath } from '#app/features/dispatch/board-timing.ts'
import { peekViewer } from '#app/features/sessions/site-session.server.ts'
import { minutes } from '#app/platform/clock.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { securityHeadersOf } from '../http/headers.ts'
import { endStreams, serveAt, streamHeaders } from '../http/streams.ts'

/*
 * GET /api/board: tells the staff who look at the board that something has happened. What it is, the page then reads by its loader: nothing
 * of a booking is on this line. On Node's own request and response, since a stream outlives the time limit of every other answer.
 */

const checkAgainMs = minutes(1)
const mostListeners = 500
/** Of one session: a few tabs. */
const mostPerSession = 12
const retryMs = 1_500
/** What may wait to be sent to a listener, in bytes, before it counts as one who does not read. */
const mostUnsent = 16 * 1024
/** The mark was read so lately that it may be said again. */
const freshMs = 2_500

interface Listener {
  response: ServerResponse
  cookies: string | undefined
  sessionId: string
  checkedAt: number
}

export interface BoardOptions {
  pollMs?: number
  beatMs?: number
  checkAgainMs?: number
}

/** Everything that answers at /api/board, before any framework. */
export function createBoardApi(services: Services, options: BoardOptions = {}) {
  const { config, log } = services
  const feed = createBoardFeed(services, options)
  const headers = securityHeadersOf(config.siteUrl)
  const listeners = new Set<Listener>()
  let unsubscribe: (() => void) | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let closed = false

  /** Who asks, where it is staff; else how to refuse. Asking is no use of the session: the page asks by itself. */
  async function staffOf(cookies: string | undefined) {
    const viewer = await peekViewer(services, cookies)
    if (!viewer) return 401
    return hasAtLeast(viewer.account.user.role, 'staff') ? viewer : 403
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'GET') return refuse(response, 405, 'method_not_allowed', 'Use GET.', ['Allow', 'GET'])
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') return refuse(response, 403, 'forbidden', 'This is for the board itself.')
    const cookies = request.headers.cookie
    const viewer = await staffOf(cookies)
    if (viewer === 401) return refuse(response, 401, 'signed_out', 'Please sign in.')
    if (viewer === 403) return refuse(response, 403, 'forbidden', 'This is for staff.')
    const sessionId = viewer.session.id
    const mine = [...listeners].filter((listener) => listener.sessionId === sessionId).length
    if (closed || listeners.size >= mostListeners || mine >= mostPerSession)
      return refuse(response, 503, 'too_many_listeners', 'Too many boards are open. Close some.', ['Retry-After', '60'])
    if (response.destroyed) return
    response.writeHead(200, [...headers, ...streamHeaders].flat())
    const listener: Listener = { response, cookies, sessionId, checkedAt: performance.now() }
    listeners.add(listener)
    response.once('close', () => forget(listener))
    const latest = feed.latest()
    response.write(`retry: ${retryMs}\n\n${latest ? eventOf(latest.mark) : ''}`)
    unsubscribe ??= feed.subscribe((mark) => tellAll(eventOf(mark)))
    heartbeat ??= setInterval(beat, options.beatMs ?? boardBeatMs).unref()
  }

  function forget(listener: Listener) {
    listeners.delete(listener)
    if (listeners.size > 0) return
    unsubscribe?.()
    clearInterval(heartbeat)
    unsubscribe = heartbeat = undefined
  }

  function tellAll(text: string) {
    for (const { response } of listeners) {
      if (response.writableLength > mostUnsent) response.destroy()
      else response.write(text)
    }
  }

  /** Says the mark again, so that a page knows it is live; not where it could not be read. Looks again who listens. */
  function beat() {
    const latest = feed.latest()
    if (latest && performance.now() - latest.readAt < freshMs) tellAll(eventOf(latest.mark))
    for (const listener of listeners) {
      if (performance.now() - listener.checkedAt < (options.checkAgainMs ?? checkAgainMs)) continue
      listener.checkedAt = performance.now()
      void checkAgain(listener)
    }
  }

  async function checkAgain({ response, cookies }: Listener) {
    try {
      if (typeof (await staffOf(cookies)) === 'object') return
      response.end(`event: ${boardEnded}\ndata: {}\n\n`)
    } catch (error) {
      log.warn({ error: loggable(error) }, 'a session could not be looked at')
      response.destroy()
    }
  }

  function refuse(response: ServerResponse, status: number, code: string, message: string, more: readonly string[] = []) {
    const json = JSON.stringify({ error: { code, message } })
    const own = ['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-store']
    response.writeHead(status, [...headers.flat(), ...own, 'Content-Length', String(Buffer.byteLength(json)), ...more])
    response.end(json)
  }

  return {
    /** Answers a request of Node's server if it is for /api/board; answers whether it is. */
    serveAtOnce: serveAt(services, boardPath, answer),
    /** Something has happened on this instance. */
    wake: () => feed.wake(),
    /** How many listen here. */
    listening: () => listeners.size,
    /** Ends all streams and begins no more: their pages come back to another instance. */
    close() {
      closed = true
      endStreams(listeners)
    },
    async stop() {
      this.close()
      clearInterval(heartbeat)
      await feed.stop()
    },
  }
}

const eventOf = (mark: string) => `event: ${boardEvent}\ndata: {"mark":"${mark}"}\n\n`
