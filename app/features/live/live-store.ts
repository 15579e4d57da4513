import type { NextArrival } from '#app/features/capacity/next-arrival.ts'
import { learnSlots } from '#app/features/capacity/slots-store.ts'
import { followFeed } from '#app/platform/follow-feed.ts'
import { learnServerTime, serverNow } from '#app/platform/server-clock.ts'
import { type HeardView, liveFeed, liveStaleMs, readLiveView } from './figures-schema.ts'

/* The live figures for all islands of a page: one stream while the page is visible and an island needs it, or a request every 20 s if there
   is no stream. Slots go straight to the store of slots; the other figures are updated every 15 to 25 s. Figures older than 90 s by the
   server's clock are not shown. */

export interface LiveFigures {
  /**
   * The next engineer's arrival, for the visitor's place and problem once they are known; null: no one is free in the next 12 hours, or
   * online booking is paused; undefined: not known.
   */
  next: NextArrival | null | undefined
  /** Visits of the last five minutes. */
  viewing: number | null
  /** The newest bookings, newest first; `at` is an ISO 8601 instant. */
  jobs: readonly { borough: string; service: string; at: string }[] | null
  /** True if the server has the countdown's offer at `at`, in ms by its clock; undefined until it has answered. */
  offer?: { isOpen: boolean; at: number }
  /** The first request has been answered, or has failed. */
  isAsked: boolean
  /** The server was heard in the last 90 seconds, so a null figure really is absent. */
  isCurrent: boolean
}

/** Before anything is known, as rendered by the server. */
export const unknownFigures: LiveFigures = { next: undefined, viewing: null, jobs: null, isAsked: false, isCurrent: false }

const refreshMs = { least: 15_000, most: 25_000 }
let heard: HeardView | undefined
let ownNext: NextArrival | null | 'asked' | undefined
let shown = unknownFigures
const listeners = new Set<() => void>()

let endFeed: (() => void) | undefined
let refreshTimer: ReturnType<typeof setTimeout> | undefined
let staleTimer: ReturnType<typeof setTimeout> | undefined

/** The figures to show; the same object until something changes. */
export const getLive = (): LiveFigures => shown

/** Calls `listener` after every change of the figures; the server is listened to meanwhile. Returns the function that stops it. */
export function subscribeLive(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', seenOrLeft)
    addEventListener('online', seenOrLeft)
    addEventListener('pagehide', stop)
    addEventListener('pageshow', seenOrLeft)
    seenOrLeft()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', seenOrLeft)
    removeEventListener('online', seenOrLeft)
    removeEventListener('pagehide', stop)
    removeEventListener('pageshow', seenOrLeft)
    stop()
  }
}

/**
 * Takes over the server's arrival time for the visitor's own place and problem, for the whole page: no two parts of it show different
 * times. 'asked': a request is under way, and the general figure isn't shown meanwhile.
 */
export function learnOwnNext(next: NextArrival | null | 'asked'): void {
  ownNext = next
  if (isWatched()) show()
}

/** A hidden page holds no connection: browsers allow six for each host over HTTP/1.1. */
function seenOrLeft(): void {
  stop()
  if (document.visibilityState !== 'visible') return
  if (heard) show()
  endFeed = followFeed(liveFeed, {
    onData: (json) => hear(json) || show(),
    onState: (state) => state === 'lost' && show(),
  })
}

function stop(): void {
  endFeed?.()
  clearTimeout(refreshTimer)
  refreshTimer = undefined
}

// --- Listening to the server ---

const isWatched = () => listeners.size > 0 && document.visibilityState === 'visible'

/** Takes in a message; false if it is invalid. */
function hear(json: string): boolean {
  const view = readLiveView(json)
  if (!view) return false
  learnServerTime(view.now)
  heard = view
  if (view.slots) learnSlots(view.slots.left, { day: view.day, at: view.slots.at, closed: view.slots.isClosed })
  // The first figure is shown without waiting.
  if (!refreshTimer || (shown.next == null && shown.viewing === null)) show()
  return true
}

// --- Showing figures ---

/** Shows the latest figures, without stale ones, until the next time. */
function show(): void {
  clearTimeout(refreshTimer)
  if (isWatched()) refreshTimer = setTimeout(show, refreshMs.least + Math.random() * (refreshMs.most - refreshMs.least))
  take(heard ? figuresOf(heard) : { ...unknownFigures, next: nextOf(undefined, false), isAsked: true })
  const figures = heard ? [heard.next, heard.viewing, { at: heard.now }].filter((each) => each != null) : []
  const soonest = Math.min(...figures.map((each) => staleAt(each) - serverNow()).filter((ms) => ms > 0))
  clearTimeout(staleTimer)
  if (Number.isFinite(soonest)) staleTimer = setTimeout(show, soonest)
}

function take(figures: LiveFigures): void {
  if (JSON.stringify(figures) === JSON.stringify(shown)) return
  shown = figures
  for (const listener of listeners) listener()
}

function figuresOf({ now, next, viewing, recent, offer }: HeardView): LiveFigures {
  const isCurrent = isFresh({ at: now })
  return {
    next: nextOf(next, isCurrent),
    viewing: viewing && isFresh(viewing) ? viewing.count : null,
    // The list is made a few times a day: it is as fresh as the answer with it.
    jobs: recent && isCurrent ? recent.jobs : null,
    offer: { isOpen: offer !== null, at: Date.parse(now) },
    isAsked: true,
    isCurrent,
  }
}

function nextOf(general: NextArrival | null | undefined, isCurrent: boolean): LiveFigures['next'] {
  if (ownNext === 'asked') return undefined
  if (ownNext === null || (ownNext && isFresh(ownNext))) return ownNext
  if (general === null) return isCurrent ? null : undefined
  return general && isFresh(general) ? general : undefined
}

const staleAt = ({ at }: { at: string }) => Date.parse(at) + liveStaleMs
const isFresh = (figure: { at: string }) => serverNow() < staleAt(figure)
