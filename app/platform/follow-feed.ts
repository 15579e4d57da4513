/*
 * Notifies open pages of changes: public pages, the board, the wall, an engineer's and a customer's pages alike. If a proxy holds streams
 * of events, or the browser has none, the page requests the same JSON.
 */

/** A feed of JSON, as a stream of events or as the answer to a request: described once for both ends. */
export interface Feed {
  path: string
  /** The event with the JSON, and the one that ends the stream, if there is one. */
  event: string
  ended?: string
  /** The longest pause between events of a working stream. */
  beatMs: number
  /** A page that has received nothing for this long requests the JSON, */
  silenceMs: number
  /** and requests it again after this while the stream is silent. */
  askEveryMs?: number
  /** The pause before a refused stream is tried again. */
  againMs?: number
}

/** A feed that only reports that something has changed, by a new mark, which it repeats: `{"mark":"…"}`. */
export const markIn = (json: string): string => JSON.parse(json).mark

/** The page's connection: by the stream; by asking every `askEveryMs`; none; or closed for good. */
export type FeedState = 'live' | 'asking' | 'lost' | 'ended'

/** A stream begins with an event: if that doesn't arrive, a proxy buffers it. */
const firstWordMs = 5_000
/** A page requests the JSON this often, unless its feed has its own interval. */
export const askEveryMs = 12_000
/** An answer that takes longer has failed. */
const answerMs = 5_000

interface Follower {
  /** Called with the JSON of each event or answer. */
  onData: (json: string) => void
  /** Called with the state whenever it may have changed. `heardAt`: the time of the last arrival, or of the start, in ms. */
  onState?: (state: FeedState, heardAt: number) => void
}

/** Follows a feed; returns the function that ends it. */
export function followFeed(feed: Feed, { onData, onState = () => undefined }: Follower): () => void {
  const { path, event, ended, silenceMs, askEveryMs: everyMs = askEveryMs, againMs = 5_000 } = feed
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let heardAt = Date.now()
  /** The stream has failed since its last event. */
  let isBroken = false

  /** Incremented with each event: a response to an earlier request is out of date. */
  let turn = 0

  const end = () => {
    turn += 1
    clearTimeout(again)
    clearTimeout(silence)
    source?.close()
  }
  const hear = (json: string, state: FeedState) => {
    turn += 1
    heardAt = Date.now()
    onState(state, heardAt)
    onData(json)
  }
  const over = () => {
    end()
    onState('ended', heardAt)
  }
  const askIn = (ms: number) => {
    clearTimeout(silence)
    silence = setTimeout(ask, ms)
  }
  async function ask() {
    clearTimeout(silence)
    const mine = turn
    const limit = new AbortController()
    const tooLong = setTimeout(() => limit.abort(), answerMs)
    const answer = await fetch(path, { headers: { Accept: 'application/json' }, cache: 'no-store', signal: limit.signal })
      .then(async (response) => ({ status: response.status, json: response.ok ? await response.text() : undefined }))
      .catch(() => undefined)
    clearTimeout(tooLong)
    if (turn !== mine) return
    askIn(everyMs)
    // Over, signed out, no longer allowed, or revoked.
    if (ended && answer && [204, 401, 403, 404].includes(answer.status)) over()
    else if (answer?.json !== undefined) hear(answer.json, 'asking')
    else onState('lost', heardAt)
  }
  const open = () => {
    if (typeof EventSource === 'undefined') return askIn(0)
    source = new EventSource(path)
    source.addEventListener(event, ({ data }) => {
      isBroken = false
      hear(data, 'live')
      askIn(silenceMs)
    })
    if (ended) source.addEventListener(ended, over)
    source.addEventListener('error', () => {
      // The browser tries again by itself, unless the server has refused.
      const isRefused = source?.readyState === EventSource.CLOSED
      if (isRefused) again = setTimeout(open, againMs)
      if (!isBroken) askIn(isRefused ? 0 : firstWordMs)
      isBroken = true
    })
  }
  askIn(firstWordMs)
  open()
  return end
}
