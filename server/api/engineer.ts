import type { IncomingMessage, ServerResponse } from 'node:http'
import { peekViewer } from '#app/features/accounts/site-session.server.ts'
import { readEngineerMarks } from '#app/features/visit/engineer-marks.server.ts'
import { engineerBeatMs, engineerLiveEnded, engineerLiveEvent, engineerLivePath } from '#app/features/visit/live-timing.ts'
import { hasEngineersPassword, readOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { CodedRefusal, isFinal } from '#app/platform/errors.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { asksForJson, createEventStream, type Listener, sendJson, serveAt } from '../http/event-stream.ts'
import { securityHeadersOf } from '../http/headers.ts'
import { lookWhileWatched } from '../http/look-while-watched.ts'

/* GET /api/engineer tells an engineer's phone that something about their jobs has changed. The page then reads the change with its loader:
   the stream carries no booking data. */

const pollMs = 1_000
const mostListeners = 500
/** Of one session: a few tabs. */
const mostPerSession = 8
/** Of one account, on all its devices. */
const mostPerAccount = 16
const retryMs = 2_000
/** The most unsent bytes before a listener counts as not reading. */
const mostUnsent = 16 * 1024

interface Phone {
  cookies: string | undefined
  engineerId: string
  /** What it was told last. */
  mark: string
}

/** Everything that answers at /api/engineer, before any framework. */
export function createEngineerApi(services: Services, options: { pollMs?: number; beatMs?: number } = {}) {
  const { config, clock, db, log } = services
  const headers = securityHeadersOf(config.siteUrl)
  let isStopped = false
  let isFailing = false
  const stream = createEventStream<Phone>({
    headers,
    most: mostListeners,
    tooMany: 'You have too many of these pages open. Close some.',
    mostUnsent,
    subscribe() {
      looking.begin()
      return looking.pause
    },
    beatMs: options.beatMs ?? engineerBeatMs,
    beat,
  })

  /** Engineers only. Listening doesn't count as activity of the session. Throws a refusal for others. */
  async function admit(cookies: string | undefined): Promise<{ counted: { key: string; most: number }[]; engineerId: string }> {
    const viewer = await peekViewer(services, cookies)
    if (!viewer) throw new CodedRefusal(401, 'signed_out', 'Please sign in.')
    const engineer = await readOwnEngineer(services, viewer)
    if (!engineer || !hasEngineersPassword(viewer)) throw new CodedRefusal(403, 'forbidden', 'This is only for engineers.')
    const counted = [
      { key: `session ${viewer.session.id}`, most: mostPerSession },
      { key: `account ${viewer.account.user.id}`, most: mostPerAccount },
    ]
    return { counted, engineerId: engineer.id }
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'GET') throw methodNotAllowed('GET')
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') throw new CodedRefusal(403, 'forbidden', 'Only engineers’ pages can use this.')
    const { cookie: cookies } = request.headers
    const { counted, engineerId } = await admit(cookies)
    const mark = (await readEngineerMarks(db, [engineerId], clock.now())).get(engineerId) ?? ''
    if (asksForJson(request)) return sendJson(response, 200, JSON.stringify({ mark }), headers)
    stream.open(request, response, { counted, who: { cookies, engineerId, mark }, first: `retry: ${retryMs}\n\n${eventOf(mark)}` })
  }

  /** Tells those whose jobs have changed. */
  async function look() {
    try {
      const marks = await readEngineerMarks(db, [...new Set([...stream.listeners].map(({ who }) => who.engineerId))], clock.now())
      for (const { response, who } of stream.listeners) {
        const now = marks.get(who.engineerId)
        if (now === undefined || now === who.mark) continue
        who.mark = now
        if (response.writableLength > mostUnsent) response.destroy()
        else response.write(eventOf(now))
      }
      isFailing = false
    } catch (error) {
      if (!isFailing && !isStopped) log.warn({ error: loggable(error) }, 'engineers’ jobs could not be read')
      isFailing = true
    }
  }

  const looking = lookWhileWatched({ look, isWatched: () => stream.listeners.size > 0, pollMs: options.pollMs ?? pollMs })

  /** Says each mark again, so that a page knows that it is live, and looks again who listens. */
  function beat() {
    for (const listener of stream.listeners) void checkAgain(listener)
  }

  async function checkAgain({ response, who }: Listener<Phone>) {
    try {
      await admit(who.cookies)
      if (!response.writableEnded) response.write(eventOf(who.mark))
    } catch (error) {
      if (isFinal(error)) return response.end(`event: ${engineerLiveEnded}\ndata: {}\n\n`)
      log.warn({ error: loggable(error) }, 'a session could not be checked')
      response.destroy()
    }
  }

  return {
    /** Handles a request of Node's server if it is for /api/engineer; returns whether it is. */
    serveAtOnce: serveAt(services, { path: engineerLivePath, headers }, answer),
    /** Something has happened on this instance. */
    wake: looking.wake,
    /** How many listen here. */
    listening: () => stream.listeners.size,
    /** Ends all streams and begins no more: their pages reconnect to another instance. */
    close: stream.close,
    async stop() {
      isStopped = true
      stream.close()
      await looking.stop()
    },
  }
}

const eventOf = (mark: string) => `event: ${engineerLiveEvent}\ndata: {"mark":"${mark}"}\n\n`
