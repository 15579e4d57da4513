/*
 * How an open page hears that something has changed: the board, the wall, an engineer's and a customer's pages alike. A feed sends a new
 * mark with each change, and repeats it. Where a proxy holds streams of events, or the browser has none, the page asks for the mark.
 */

/** A feed that reports changes by a new mark, as a stream of events or as JSON: the same on both ends. */
export interface Feed {
  path: string
  /** The event with the mark, and the one after which nothing more comes. */
  event: string
  ended: string
  /** The longest pause between two marks of a stream that works. */
  beatMs: number
  /** A page that has heard nothing for this long asks. */
  silenceMs: number
}

/** How a page hears of changes: by the stream; by asking every `askEveryMs`; not at all; or never again. */
export type FeedState = 'live' | 'asking' | 'lost' | 'ended'

/** A stream begins with a mark: without even that, something on the way holds it. */
const firstWordMs = 5_000
/** How often the mark is asked for while the stream is silent. */
export const askEveryMs = 12_000
/** An answer that takes longer has failed. */
const answerMs = 5_000
/** Until a refused stream is tried again. */
const againMs = 5_000

interface Follower {
  onMark: (mark: string) => void
  /** Called with every change of the state, and `heardAt`, when a mark last arrived or the page began to listen, in ms. */
  onState?: (state: FeedState, heardAt: number) => void
}

/** Follows a feed; returns how to end that. */
export function followFeed({ path, event, ended, silenceMs }: Feed, { onMark, onState = () => undefined }: Follower): () => void {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let heardAt = Date.now()

  /** Another one with whatever is heard: an answer that comes after that is old. */
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
    onMark((JSON.parse(json) as { mark: string }).mark)
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
    const mine = turn
    askIn(askEveryMs)
    try {
      const answer = await fetch(path, {
        headers: { Accept: 'application/json' },
        cache: 'no-store',
        signal: AbortSignal.timeout(answerMs),
      })
      const json = await answer.text()
      if (turn !== mine) return
      // Over, signed out, no longer allowed, or revoked.
      if ([204, 401, 403, 404].includes(answer.status)) over()
      else if (answer.ok) hear(json, 'asking')
      else onState('lost', heardAt)
    } catch {
      if (turn === mine) onState('lost', heardAt)
    }
  }
  const open = () => {
    if (typeof EventSource === 'undefined') return askIn(0)
    source = new EventSource(path)
    source.addEventListener(event, ({ data }) => {
      hear(data, 'live')
      askIn(silenceMs)
    })
    source.addEventListener(ended, over)
    // The browser tries again by itself, unless the server has refused.
    source.addEventListener('error', () => {
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, againMs)
    })
  }
  askIn(firstWordMs)
  open()
  return end
}
