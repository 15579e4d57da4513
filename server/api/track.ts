import type { IncomingMessage, ServerResponse } from 'node:http'
import { readMarks } from '#app/features/tracking/booking-marks.server.ts'
import { followBeatMs, followEnded, followEvent, followPath } from '#app/features/tracking/follow-timing.ts'
import { CodedRefusal, tooManyRequests } from '#app/platform/errors.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { hashOf } from '#app/values/ids.ts'
import { addressOf, limitScope } from '../http/client.ts'
import { countRequests } from '../http/count-requests.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { asksForJson, createEventStream, sendJson, serveAt } from '../http/event-stream.ts'
import { securityHeadersOf } from '../http/headers.ts'
import { lookWhileWatched } from '../http/look-while-watched.ts'

/* GET /api/track?link={token}: tells the page of a private link that something about its booking has changed. The page then fetches its own
   address: the stream carries no booking data. The token is checked as on the page; a stream ends with the booking, or when the link is
   revoked. With `bill=1` it is for the bill's page, and continues after the visit. */

const pollMs = 1_000
const mostListeners = 2_000
/** Pages that are open at one address, of a household or an office; the others read themselves again now and then. */
const mostPerClient = 20
/** Pages that are open of one private link, on all networks: a family's phones, and a person who was sent it. */
const mostPerLink = 10
/** Streams that one client begins in a minute. */
const mostRequests = 120
/** As long as a token (`newToken`), or more. */
const longestToken = 100
/** The most unsent bytes before a listener counts as not reading. */
const mostUnsent = 16 * 1024
const retryMs = 3_000

interface Follower {
  tokenHash: string
  /** The bill's page, which is followed after the visit too. */
  isBill: boolean
  /** What it was told last. */
  mark: string
}

/** Everything that answers at /api/track, before any framework. */
export function createTrackApi(services: Services, options: { pollMs?: number } = {}) {
  const { config, clock, db, log } = services
  const headers = securityHeadersOf(config.siteUrl)
  const requests = countRequests(clock, mostRequests * config.rateLimitScale)
  let isStopped = false
  let isFailing = false
  const stream = createEventStream<Follower>({
    headers,
    most: mostListeners,
    tooMany: 'You have too many of these pages open.',
    mostUnsent,
    subscribe() {
      looking.begin()
      return looking.pause
    },
    beatMs: followBeatMs,
    // So that a page knows that it is live.
    beat() {
      for (const { response, who } of stream.listeners) if (!response.writableEnded) response.write(eventOf(who.mark))
    },
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'GET') throw methodNotAllowed('GET')
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') throw new CodedRefusal(403, 'forbidden', 'Only a booking’s own page can use this.')
    const scope = limitScope(addressOf(request, config.trustedProxies))
    const wait = requests.secondsToWait(scope)
    if (wait > 0) throw tooManyRequests(wait)
    const tokenHash = hashOf(tokenOf(request))
    const found = (await readMarks(db, [tokenHash])).get(tokenHash)
    if (!found) throw new CodedRefusal(404, 'not_found', 'This link is not valid.')
    // After that answer, browsers ask no more.
    const isBill = /[?&]bill=1(&|$)/.test(request.url ?? '')
    if (found.hasEnded && !isBill) return void response.writeHead(204, [...headers].flat()).end()
    const { mark } = found
    if (asksForJson(request)) return sendJson(response, 200, JSON.stringify({ mark }), headers)
    const counted = [
      { key: `client ${scope}`, most: Math.max(1, mostPerClient * config.rateLimitScale) },
      { key: `link ${tokenHash}`, most: mostPerLink },
    ]
    stream.open(request, response, { counted, who: { tokenHash, mark, isBill }, first: `retry: ${retryMs}\n\n${eventOf(mark)}` })
  }

  /** Tells listeners whose booking has changed; if the booking or link has ended, they are told so, and the stream ends. */
  async function look() {
    try {
      const marks = await readMarks(db, [...new Set([...stream.listeners].map(({ who }) => who.tokenHash))])
      for (const { response, who } of stream.listeners) {
        const now = marks.get(who.tokenHash)
        if (!now || (now.hasEnded && !who.isBill)) response.end(`event: ${followEnded}\ndata: {}\n\n`)
        else if (response.writableLength > mostUnsent) response.destroy()
        else if (now.mark !== who.mark) response.write(eventOf(now.mark))
        if (now) who.mark = now.mark
      }
      isFailing = false
    } catch (error) {
      if (!isFailing && !isStopped) log.warn({ error: loggable(error) }, 'tracked bookings could not be read')
      isFailing = true
    }
  }

  const looking = lookWhileWatched({ look, isWatched: () => stream.listeners.size > 0, pollMs: options.pollMs ?? pollMs })

  return {
    /** Handles a request of Node's server if it is for /api/track; returns whether it is. */
    serveAtOnce: serveAt(services, { path: followPath, headers }, answer),
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

/** What the address says of the link; '' where that is no token. */
function tokenOf({ url = '' }: IncomingMessage): string {
  const token = new URLSearchParams(url.split('?', 2)[1]).get('link') ?? ''
  return token.length <= longestToken ? token : ''
}

const eventOf = (mark: string) => `event: ${followEvent}\ndata: {"mark":"${mark}"}\n\n`
