import { type Log, loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { seconds, toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import type { PageReport } from './report-schema.ts'
import { type Batch, type CountedMeasure, type SeenError, storeReports } from './store-reports.server.ts'
import {
  bucketOf,
  caps,
  cleaned,
  type ErrorKind,
  elsewhere,
  fileOf,
  framesIn,
  pagePatterns,
  reportedPath,
  serverFrameIn,
  statusClass,
} from './vitals-and-errors.ts'

/* Counts what this instance has seen since the last write: on arrival in bounded memory, and stored every few seconds in one transaction,
   so a storm of reports hardly affects bookings. */

const flushEveryMs = seconds(5)
/** Between two writes: different measurements, single ones, and different errors. */
const mostWaiting = { counts: 5_000, metrics: 100, errors: 200 }
/** New kinds of error that browsers may add in an hour, so that made-up ones can't displace more than these. */
const mostNewKinds = 100
const otherErrors = 'Other errors (too many kinds to list separately)'
const files = /^\/(assets|islands|share|icons|maps|drawings)\//

/** Why a report was not counted. */
type DropReason = 'too many reports' | 'not understood' | 'too many different errors'

/** Takes events, and stores them from time to time. Never waits or throws. */
export interface Monitor {
  /** A page's report about itself. */
  visit(report: PageReport): void
  /** Something that a page's policy refused. `page`: its path. */
  violation(facts: { page: string; directive: string; blocked: string; frame: string }): void
  /** An answer of the server. `path`: as requested, without query. */
  response(path: string, status: number, durationMs: number): void
  /** A request from the server to another: how long it took, and how it ended. */
  outgoing(host: string, ended: string, durationMs: number): void
  dropped(reason: DropReason): void
  /** A log whose errors are also counted here. */
  watching(log: Log): Log
  /** More addresses with known names, e.g. those of the APIs. */
  know(patterns: readonly string[]): void
  /** Stores the waiting counts. Never rejects: counts that can't be stored wait for the next time. */
  flush(): Promise<void>
  /** Stores the waiting counts, and stops. */
  stop(): Promise<void>
}

/** `patterns`: the addresses of the site's pages; `release`: the build that serves. */
export function createMonitor(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  { patterns = [], release = '' }: { patterns?: readonly string[]; release?: string } = {},
): Monitor {
  let batch = emptyBatch()
  let known = [...patterns]
  let pageOf = pagePatterns(known)
  let newKinds = { hour: '', fingerprints: new Set<string>() }
  let writing: Promise<void> = Promise.resolve()
  const hour = () => toInstant(clock.now()).slice(0, 13)

  function count(metric: string, page: string, detail: string, value: number) {
    const measure = { hour: hour(), metric, page, detail, bucket: bucketOf(metric, value) }
    const key = Object.values(measure).join('\n')
    const counted = batch.counts.get(key)
    if (counted) counted.count++
    else if (batch.counts.size < mostWaiting.counts) batch.counts.set(key, { ...measure, count: 1 })
  }

  function seen(kind: ErrorKind, facts: { message: string; frame: string; page: string }, sample: Record<string, unknown>) {
    const at = toInstant(clock.now())
    const own = { kind, ...facts, fingerprint: hashOf([kind, facts.message, fileOf(facts.frame), facts.page].join('\n')) }
    const isKept = kind === 'server' || mayBeNew(own.fingerprint)
    const error = isKept ? own : { kind, message: otherErrors, frame: '', page: '', fingerprint: hashOf(`${kind}\n${otherErrors}`) }
    const waiting = batch.errors.get(error.fingerprint)
    if (!waiting && batch.errors.size >= mostWaiting.errors) return count('dropped', '', 'too many different errors', 0)
    const { firstSeenAt = at, samples = [], count: before = 0 } = waiting ?? {}
    batch.errors.set(error.fingerprint, {
      ...error,
      count: before + 1,
      firstSeenAt,
      lastSeenAt: at,
      release,
      samples: [{ at, ...sample }, ...samples].slice(0, caps.samplesPerGroup),
    })
  }

  function mayBeNew(fingerprint: string): boolean {
    if (newKinds.hour !== hour()) newKinds = { hour: hour(), fingerprints: new Set() }
    const { fingerprints } = newKinds
    if (fingerprints.size < mostNewKinds) fingerprints.add(fingerprint)
    return fingerprints.has(fingerprint)
  }

  function visit({ page: path, device, browser, metrics, errors }: PageReport) {
    const page = pageOf(reportedPath(path))
    for (const metric of metrics) {
      const { name, value, category } = metric
      const fetched = category === 'fetch' ? { ...metric.metadata, path: fetchedPath(metric.metadata.path) } : undefined
      if (fetched) count('fetch', fetched.path, fetched.ended, value)
      else count(name, page, device, value)
      batch.metrics.push({ name, value, category, timestamp: toInstant(clock.now()), metadata: { page, device, browser, ...fetched } })
    }
    batch.metrics.splice(0, batch.metrics.length - mostWaiting.metrics)
    // The page has cleaned it already, but anyone can send anything.
    for (const { kind, message, stack } of errors) {
      const frames = framesIn(stack)
      seen(kind, { message: cleaned(message), frame: frames[0] ?? '', page }, { device, browser, frames })
    }
  }

  const fetchedPath = (path: string) => (path === elsewhere ? elsewhere : pageOf(reportedPath(path)))

  function violation({ page, directive, blocked, frame }: Parameters<Monitor['violation']>[0]) {
    seen('csp', { message: cleaned(`${directive}: ${blocked}`), frame: framesIn(frame)[0] ?? '', page: pageOf(reportedPath(page)) }, {})
  }

  function response(path: string, status: number, durationMs: number) {
    const page = files.test(path) ? '(files)' : pageOf(path)
    count('response', page, statusClass(status), durationMs)
    // Unexpected errors come from the log; a refusal to serve is not an error there.
    if (status > 500) seen('server', { message: `Answered ${status}`, frame: '', page }, {})
  }

  function serverError(facts: unknown, text: string | undefined) {
    const { error, errorId } = (typeof facts === 'object' && facts !== null ? facts : {}) as { error?: unknown; errorId?: string }
    const { type, message, stack } = isLoggable(error) ? error : loggable(error ?? facts)
    const said = [text, type, message].filter(Boolean).join(': ')
    seen('server', { message: cleaned(said), frame: serverFrameIn(stack), page: '' }, errorId ? { errorId } : {})
  }

  async function write() {
    const { counts, metrics, errors } = batch
    if (counts.size + metrics.length + errors.size === 0) return
    batch = emptyBatch()
    try {
      await storeReports({ db, clock }, { counts: [...counts.values()], metrics, errors: [...errors.values()] })
    } catch (error) {
      // To the underlying log: here it would count as another report.
      log.warn({ error: loggable(error) }, 'measurements could not be stored yet')
      putBack(counts, metrics, errors)
    }
  }

  /** Merges them below newer counts. */
  function putBack(counts: Waiting['counts'], metrics: Waiting['metrics'], errors: Waiting['errors']) {
    for (const [key, measure] of counts) {
      const { count: more = 0 } = batch.counts.get(key) ?? {}
      if (more > 0 || batch.counts.size < mostWaiting.counts) batch.counts.set(key, { ...measure, count: measure.count + more })
    }
    batch.metrics = [...metrics, ...batch.metrics].slice(-mostWaiting.metrics)
    for (const [key, error] of errors) {
      const newer = batch.errors.get(key)
      if (newer) batch.errors.set(key, { ...newer, count: newer.count + error.count, firstSeenAt: error.firstSeenAt })
      else if (batch.errors.size < mostWaiting.errors) batch.errors.set(key, error)
    }
  }

  const flush = () => {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(flush, flushEveryMs).unref()

  return {
    visit,
    violation,
    response,
    outgoing: (host, ended, durationMs) => count('outgoing', host, ended, durationMs),
    dropped: (reason) => count('dropped', '', reason, 0),
    watching: (other) => ({
      debug: other.debug.bind(other),
      info: other.info.bind(other),
      warn: other.warn.bind(other),
      error: ((facts: unknown, text?: string) => {
        serverError(facts, text)
        other.error(facts as object, text)
      }) as Log['error'],
    }),
    know(more) {
      known = [...known, ...more]
      pageOf = pagePatterns(known)
    },
    flush,
    stop() {
      clearInterval(timer)
      return flush()
    },
  }
}

interface Waiting {
  counts: Map<string, CountedMeasure>
  metrics: Batch['metrics']
  errors: Map<string, SeenError>
}

const emptyBatch = (): Waiting => ({ counts: new Map(), metrics: [], errors: new Map() })

const isLoggable = (error: unknown): error is ReturnType<typeof loggable> =>
  typeof error === 'object' && error !== null && typeof (error as { stack?: unknown }).stack === 'string' && 'type' in error
