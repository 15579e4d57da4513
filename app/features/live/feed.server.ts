import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { coalesced } from '#app/platform/single-flight.ts'
import { type LiveView, livePollMs } from './figures-schema.ts'
import { listenTo } from './listen.server.ts'
import { readLive, readSlowFigures, type SlowFigures } from './read-live.server.ts'

/* One reader for everyone on this instance. While someone listens, or asked recently, it reads the figures every second: one look at an
   index, which also finds what time alone changes (an expired hold, midnight). On PostgreSQL a slot's change wakes it immediately. An
   embedded database belongs to this one process: there every second is soon enough. */

const pollMs = 1_000
/** The interval for viewers and recent jobs, which needn't be exact to the second. */
const slowMs = 10_000
const askedLatelyMs = 3 * livePollMs

/** The figures as JSON, without the first brace and without `now`, which is added when sending. */
type Rest = string

export interface Feed {
  /** The figures as read a moment ago, as JSON. Rejects if they can't be read: no figure is better than an old one. */
  ask(): Promise<string>
  /** The same, if it is available without waiting. */
  latest(): string | undefined
  /** Calls `tell` with the figures whenever they change, until the returned function is called. */
  subscribe(tell: (json: string) => void): () => void
  stop(): Promise<void>
}

export interface FeedOptions {
  pollMs?: number
  slowMs?: number
}

/** The live figures of this instance. Reads nothing until someone asks. */
export function createFeed(services: Services, options: FeedOptions = {}): Feed {
  const { db, clock, config, log, published } = services
  const subscribers = new Set<(json: string) => void>()
  let rest: Rest | undefined
  let said: string | undefined
  let slow: (SlowFigures & { readAt: number }) | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  /** Set while reading. */
  let stopListening: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let failing = false
  let stopped = false

  const json = (text: Rest) => `{"now":"${clock.now().toISOString()}",${text}`
  const isWanted = () => subscribers.size > 0 || performance.now() - askedAt < askedLatelyMs

  async function read() {
    const now = clock.now()
    const startedAt = performance.now()
    if (!slow || startedAt - slow.readAt >= (options.slowMs ?? slowMs)) slow = { ...(await readSlowFigures(db, now)), readAt: startedAt }
    const view = await readLive({ db, published }, now, { viewing: slow.viewing, recent: slow.recent })
    rest = JSON.stringify(view).slice(1)
    failing = false
    const saying = JSON.stringify(meaningOf(view))
    if (saying === said) return
    said = saying
    const text = json(rest)
    for (const tell of subscribers) tell(text)
  }

  /** Nothing is sent until the figures can be read again; then all listeners get them, changed or not. */
  function fail(error: unknown) {
    rest = said = slow = undefined
    if (!failing && !stopped) log.warn({ error: loggable(error) }, 'the live figures could not be read')
    failing = true
  }

  const reading = coalesced(async () => {
    if (!stopped) await read().catch(fail)
  })

  /** Reads now, and then every second while someone needs the figures. */
  async function wake(): Promise<void> {
    clearTimeout(timer)
    await reading.run()
    next()
  }

  function next() {
    clearTimeout(timer)
    if (stopped) return
    if (isWanted()) timer = setTimeout(wake, options.pollMs ?? pollMs).unref()
    else fallAsleep()
  }

  function fallAsleep() {
    stopListening?.()
    stopListening = rest = said = slow = undefined
  }

  /** Begins to read if no one had asked; resolves with the first reading. */
  function start(): Promise<void> {
    if (stopped || (stopListening && rest)) return Promise.resolve()
    if (stopListening) return reading.settled()
    stopListening = config.databaseUrl ? listenTo(config.databaseUrl, 'redline_slots', () => void wake()) : () => undefined
    return wake()
  }

  return {
    async ask() {
      askedAt = performance.now()
      await start()
      if (!rest) throw new Error('The live figures cannot be read')
      return json(rest)
    },
    latest: () => rest && json(rest),
    subscribe(tell) {
      subscribers.add(tell)
      void start()
      return () => void subscribers.delete(tell)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await reading.settled()
      fallAsleep()
    },
  }
}

/** The content of a view, without the instants at which it was read. */
const meaningOf = ({ day, slots, next, viewing, offer, recent }: Omit<LiveView, 'now'>) => [
  day,
  slots?.left,
  slots?.isClosed,
  next?.minutes,
  next?.until,
  viewing?.count,
  offer,
  recent,
]
