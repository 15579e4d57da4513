import type { IncomingMessage, ServerResponse } from 'node:http'
import { mayActAs } from '#app/features/accounts/roles.ts'
import { peekViewer } from '#app/features/accounts/site-session.server.ts'
import { createBoardFeed } from '#app/features/desk/board-feed.server.ts'
import { boardBeatMs, boardEnded, boardEvent, boardPath, wallLivePath } from '#app/features/desk/board-timing.ts'
import { readBoardMark } from '#app/features/desk/read-board.server.ts'
import { readScreen } from '#app/features/desk/screen-cookie.server.ts'
import { CodedRefusal, isFinal } from '#app/platform/errors.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes } from '#app/values/clock.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { asksForJson, createEventStream, type Listener, sendJson, serveAt } from '../http/event-stream.ts'
import { securityHeadersOf } from '../http/headers.ts'

/* GET /api/board tells staff with the board open that something has happened, and GET /staff/wall/live tells wall screens. The page then
   reads the change with its loader: the stream carries no booking data. */

const checkAgainMs = minutes(1)
const mostListeners = 500
/** Of one session, or of one wall screen: a few tabs. */
const mostPerSession = 12
/** Of one account, on all its devices. */
const mostPerAccount = 24
const retryMs = 1_500
/** The most unsent bytes before a listener counts as not reading. */
const mostUnsent = 16 * 1024
/** The mark was read so lately that it may be said again. */
const freshMs = 2_500

interface Watcher {
  cookies: string | undefined
  /** Authenticates a listener. Throws a refusal if they may not listen. */
  admit: Admit
  checkedAt: number
}

/** Returns what listeners are counted by. */
type Admit = (cookies: string | undefined) => Promise<{ key: string; most: number }[]>

interface BoardOptions {
  pollMs?: number
  beatMs?: number
  checkAgainMs?: number
}

/** Everything that answers at /api/board, before any framework. */
export function createBoardApi(services: Services, options: BoardOptions = {}) {
  const { config, log } = services
  const feed = createBoardFeed(services, options)
  const headers = securityHeadersOf(config.siteUrl)
  const stream = createEventStream<Watcher>({
    headers,
    most: mostListeners,
    tooMany: 'You have too many boards open. Close some.',
    mostUnsent,
    subscribe: (tell) => feed.subscribe((mark) => tell(eventOf(mark))),
    beatMs: options.beatMs ?? boardBeatMs,
    beat,
  })

  /** Staff only. Listening doesn't count as activity of the session. Throws a refusal for others. */
  const admitStaff: Admit = async (cookies) => {
    const viewer = await peekViewer(services, cookies)
    if (!viewer) throw new CodedRefusal(401, 'signed_out', 'Please sign in.')
    if (!mayActAs(viewer.account.user, 'staff')) throw new CodedRefusal(403, 'forbidden', 'This is only for staff.')
    return [
      { key: `session ${viewer.session.id}`, most: mostPerSession },
      { key: `account ${viewer.account.user.id}`, most: mostPerAccount },
    ]
  }

  /** A wall screen by its cookie, or staff who look at the wall. */
  const admitToWall: Admit = async (cookies) => {
    const screen = await readScreen(services, cookies)
    return screen ? [{ key: `screen ${screen.id}`, most: mostPerSession }] : admitStaff(cookies)
  }

  const answerTo = (admit: Admit) => async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET') throw methodNotAllowed('GET')
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') throw new CodedRefusal(403, 'forbidden', 'Only the board can use this.')
    const { cookie: cookies } = request.headers
    const counted = await admit(cookies)
    // Not the feed's: that reads nothing while no one listens.
    if (asksForJson(request)) return sendJson(response, 200, JSON.stringify({ mark: await readBoardMark(services) }), headers)
    const latest = feed.latest()
    const first = `retry: ${retryMs}\n\n${latest ? eventOf(latest.mark) : ''}`
    stream.open(request, response, { counted, who: { cookies, admit, checkedAt: performance.now() }, first })
  }

  /** Repeats the mark, so that a page knows it is live; not while it can't be read. Also checks again who may listen. */
  function beat() {
    const latest = feed.latest()
    if (latest && performance.now() - latest.readAt < freshMs) stream.tell(eventOf(latest.mark))
    for (const listener of stream.listeners) {
      if (performance.now() - listener.who.checkedAt < (options.checkAgainMs ?? checkAgainMs)) continue
      listener.who.checkedAt = performance.now()
      void checkAgain(listener)
    }
  }

  async function checkAgain({ response, who }: Listener<Watcher>) {
    try {
      await who.admit(who.cookies)
    } catch (error) {
      if (isFinal(error)) return response.end(`event: ${boardEnded}\ndata: {}\n\n`)
      log.warn({ error: loggable(error) }, 'a session could not be checked')
      response.destroy()
    }
  }

  const serveBoard = serveAt(services, { path: boardPath, headers }, answerTo(admitStaff))
  const serveWall = serveAt(services, { path: wallLivePath, headers }, answerTo(admitToWall))

  return {
    /** Handles a request of Node's server if it is for one of the two paths; returns whether it is. */
    serveAtOnce: (request: IncomingMessage, response: ServerResponse) => serveBoard(request, response) || serveWall(request, response),
    /** Something has happened on this instance. */
    wake: () => feed.wake(),
    /** How many listen here. */
    listening: () => stream.listeners.size,
    /** Ends all streams and begins no more: their pages reconnect to another instance. */
    close: stream.close,
    async stop() {
      stream.close()
      await feed.stop()
    },
  }
}

const eventOf = (mark: string) => `event: ${boardEvent}\ndata: {"mark":"${mark}"}\n\n`
