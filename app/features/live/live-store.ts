import type { NextArrival } from '#app/features/capacity/next-arrival.ts'
import { learnSlots } from '#app/features/capacity/slots-store.ts'
import { learnServerTime, serverNow } from '#app/platform/server-clock.ts'
import { createQuestion } from '#app/ui/question.ts'
import { redlineSlotLimits } from '#content/rates.ts'
import type { LiveView } from './figures-schema.ts'
import { liveEvent, livePath, livePollMs, liveStaleMs } from './wording/timing.ts'

/* The live figures for all islands of a page: one stream while the page is visible and an island needs it, or a request every 20 s if there
   is no stream. Slots go straight to the store of slots; the other figures are updated every 15 to 25 s. Figures older than 90 s by the
   server's clock are not shown. */

export interface LiveFigures {
  /**
   * When the next engineer can be there, for the visitor's place and problem once they are known; null: no one is free in the next 12 hours,
   * or online booking is paused; undefined: not known.
   */
  next: NextArrival | null | undefined
  /** Visits of the last five minutes. */
  viewing: number | null
  /** The newest bookings, newest first; `at` is an ISO 8601 instant. */
  jobs: readonly { borough: string; service: string; at: string }[] | null
  /** Whether the server has the countdown's offer at `at`, in ms by its clock; undefined while it has not said. */
  offer?: { isOpen: boolean; at: number }
  /** The first request has been answered, or has failed. */
  isAsked: boolean
  /** The server was heard in the last 90 seconds, so a null figure really is absent. */
  isCurrent: boolean
}

/** Before anything is known, as rendered by the server. */
export const unknownFigures: LiveFigures = { next: undefined, viewing: null, jobs: null, isAsked: false, isCurrent: false }

/** The received figures; `next` is undefined if it was invalid. */
type HeardView = Omit<LiveView, 'next'> & { next: LiveView['next'] | undefined }

const refreshMs = { least: 15_000, most: 25_000 }
/** The stream sends at least once a minute; after this silence the server is polled. */
const silenceMs = 70_000
/** It starts with the current figures; without even those, the connection buffers the stream. */
const firstWordMs = 5_000
/** Failures of the stream in a row before polling, and until the stream is tried again. */
const mostFailures = 2
const pollsBetweenStreams = 3

let heard: HeardView | undefined
let ownNext: NextArrival | null | 'asked' | undefined
let shown = unknownFigures
const listeners = new Set<() => void>()

let stream: EventSource | undefined
let failures = 0
let polls = 0
const question = createQuestion()
let askTimer: ReturnType<typeof setTimeout> | undefined
let refreshTimer: ReturnType<typeof setTimeout> | undefined
let staleTimer: ReturnType<typeof setTimeout> | undefined

/** The figures to show; the same object until something changes. */
export const getLive = (): LiveFigures => shown

/** Calls `listener` after every change of the figures; the server is listened to meanwhile. Returns the function that stops it. */
export function subscribeLive(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', seenOrLeft)
    addEventListener('online', lineIsBack)
    addEventListener('pagehide', stop)
    addEventListener('pageshow', seenOrLeft)
    seenOrLeft()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', seenOrLeft)
    removeEventListener('online', lineIsBack)
    removeEventListener('pagehide', stop)
    removeEventListener('pageshow', seenOrLeft)
    stop()
  }
}

/**
 * Takes over what the server said of the visitor's own place and problem, for the whole page: no two parts of it name different times.
 * 'asked': that is being asked, and the figure for everyone isn't shown meanwhile.
 */
export function learnOwnNext(next: NextArrival | null | 'asked'): void {
  ownNext = next
  if (isWatched()) show()
}

/** Listens to the server for the slots. Returns the function that stops it. */
export const watchLive = (): (() => void) => subscribeLive(() => undefined)

/** A hidden page holds no connection: browsers allow six for each host over HTTP/1.1. */
function seenOrLeft(): void {
  stop()
  if (document.visibilityState !== 'visible') return
  if (heard) show()
  listen()
}

function lineIsBack(): void {
  failures = 0
  seenOrLeft()
}

function stop(): void {
  closeStream()
  question.forget()
  clearTimeout(askTimer)
  clearTimeout(refreshTimer)
  refreshTimer = undefined
}

// --- Listening to the server ---

function listen(): void {
  polls = 0
  try {
    const opened = new EventSource(livePath)
    stream = opened
    opened.addEventListener(liveEvent, ({ data }) => hear(data) && heardByStream())
    opened.addEventListener('error', () => failed(opened))
    askIn(firstWordMs)
  } catch {
    // A browser without streams.
    void ask()
  }
}

function closeStream(): void {
  stream?.close()
  stream = undefined
}

function heardByStream(): void {
  failures = 0
  askIn(silenceMs)
}

/** The browser tries again automatically, unless the server refused. */
function failed(opened: EventSource): void {
  if (opened !== stream) return
  failures += 1
  if (opened.readyState !== EventSource.CLOSED && failures < mostFailures) return
  closeStream()
  void ask()
}

function askIn(ms: number): void {
  clearTimeout(askTimer)
  askTimer = setTimeout(ask, ms)
}

async function ask(): Promise<void> {
  clearTimeout(askTimer)
  const { answer = '', isLast } = await question.ask(livePath, {
    headers: { Accept: 'application/json' },
    cache: 'no-store',
    read: (response) => response.text(),
  })
  // Stopped meanwhile.
  if (!isLast || !isWatched()) return
  if (!hear(answer)) show()
  polls += 1
  if (!stream && polls >= pollsBetweenStreams) listen()
  else askIn(livePollMs)
}

const isWatched = () => listeners.size > 0 && document.visibilityState === 'visible'

/** Takes in a message; false if it is invalid. */
function hear(json: string): boolean {
  const view = readView(json)
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
    // The list is made a few times a day, and is as fresh as the answer that it came with.
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

// --- Reading messages ---

/** A message, with null for invalid parts; undefined if it isn't one at all. */
function readView(json: string): HeardView | undefined {
  try {
    const { now, day, slots, next, viewing, offer, recent } = JSON.parse(json)
    if (!isInstant(now) || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
    return {
      now,
      day,
      slots: isInstant(slots?.at) && isWithin(slots.left, 0, redlineSlotLimits[1]) ? slots : null,
      next:
        isInstant(next?.at) && isInstant(next.until) && typeof next.by === 'string' && isWithin(next.minutes, 45, 720)
          ? next
          : next === null
            ? null
            : undefined,
      viewing: isInstant(viewing?.at) && isWithin(viewing.count, 2, Number.MAX_SAFE_INTEGER) ? viewing : null,
      offer: isInstant(offer?.until) ? offer : null,
      recent:
        Array.isArray(recent?.jobs) && recent.jobs.length > 0 && recent.jobs.every(isJob)
          ? { ...recent, jobs: recent.jobs.slice(0, 4) }
          : null,
    }
  } catch {
    return undefined
  }
}

const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isWithin = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most
const isJob = (job: Record<string, unknown> | null) =>
  typeof job?.borough === 'string' && typeof job.service === 'string' && isInstant(job.at)
