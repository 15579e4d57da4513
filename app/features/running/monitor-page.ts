import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals'
import type { ReactErrorDetail } from '#app/platform/react-error.ts'
import type { EarlyErrors } from './early-errors.ts'
import type { PageReport } from './report-schema.ts'
import {
  type BrowserFamily,
  cleaned,
  elsewhere,
  measuredShare,
  methods,
  mostPerView,
  reportedPath,
  stackOf,
  statusClass,
  type Vital,
  warnAboveMs,
} from './vitals-and-errors.ts'

/* Monitoring of a real visit, from five seconds after the page has loaded: its speed and its errors. Reported by beacon, without anything
   that identifies the visitor; nothing is stored on the device. */

const reportEveryMs = 10_000
/** The most in one report, within the size the server reads. */
const mostPerReport = { metrics: 25, errors: 5 }

/** Starts to watch this page. `early`: its errors so far. */
export function monitorPage(early: EarlyErrors): void {
  const isMeasured = !refusesMeasuring() && Math.random() < measuredShare
  const left = { ...mostPerView }
  const waiting: Pick<PageReport, 'metrics' | 'errors'> = { metrics: [], errors: [] }
  let timer: ReturnType<typeof setTimeout> | undefined

  function add<Kind extends keyof typeof waiting>(kind: Kind, item: (typeof waiting)[Kind][number]) {
    if (left[kind]-- <= 0) return
    ;(waiting[kind] as unknown[]).push(item)
    // A page that is hidden may never be seen again.
    if (document.hidden) queueMicrotask(report)
    else timer ??= setTimeout(report, reportEveryMs)
  }

  function report() {
    clearTimeout(timer)
    timer = undefined
    while (waiting.metrics.length + waiting.errors.length > 0) {
      const metrics = waiting.metrics.splice(0, mostPerReport.metrics)
      const errors = waiting.errors.splice(0, mostPerReport.errors)
      send(JSON.stringify({ page: reportedPath(location.pathname), ...visitor(), metrics, errors } satisfies PageReport))
    }
  }

  function send(body: string) {
    const isTaken = navigator.sendBeacon?.('/api/reports', body)
    if (!isTaken) browserFetch('/api/reports', { method: 'POST', body, keepalive: true }).catch(() => undefined)
  }

  const browserFetch = watchFetch({
    metric: (metric) => isMeasured && add('metrics', metric),
    error: (error) => add('errors', error),
  })
  watchErrors(early, (error) => add('errors', error))
  if (isMeasured) watchVitals((name, value) => add('metrics', { category: 'vitals', name, value }))
  // Registered after the vitals' own listeners, which report at the same moment.
  document.addEventListener('visibilitychange', () => document.hidden && report())
  addEventListener('pagehide', report)
}

/** Returns true if the browser asks not to be measured: then only errors are reported. */
function refusesMeasuring(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** The device by the page's layout; the browser by its family. */
const visitor = (): Pick<PageReport, 'device' | 'browser'> => ({
  device: matchMedia('(max-width: 699px)').matches ? 'phone' : 'desktop',
  browser: familyOf(navigator.userAgent),
})

function familyOf(userAgent: string): BrowserFamily {
  if (/Firefox\//.test(userAgent)) return 'firefox'
  if (/Chrom(e|ium)\/|CriOS\//.test(userAgent)) return 'chromium'
  return /Safari\//.test(userAgent) ? 'safari' : 'other'
}

type FetchMetric = Extract<PageReport['metrics'][number], { category: 'fetch' }>

interface FetchReporter {
  metric(metric: FetchMetric): void
  error(error: ReportedError): void
}

/**
 * Times the page's requests from now on, and reports failures. The page gets the same answer, unread, or the same error. Only the path of
 * an address is reported, and for other sites only that it is another. Returns the browser's own fetch.
 */
function watchFetch(tell: FetchReporter): typeof fetch {
  const original = window.fetch
  window.fetch = function watched(input, init) {
    const startedAt = performance.now()
    const asked = askedBy(input, init)
    const done = (ended: FetchMetric['metadata']['ended']) =>
      asked && tell.metric({ category: 'fetch', name: 'fetch', value: performance.now() - startedAt, metadata: { ...asked, ended } })
    return original.call(window, input, init).then(
      (answer) => {
        done(statusClass(answer.status))
        if (asked && answer.status >= 500) tell.error(failure(asked, `answered ${answer.status}`))
        return answer
      },
      (error) => {
        // Aborted by the page, or the visitor left or is offline: not a failure.
        const isFault = error?.name !== 'AbortError' && navigator.onLine && !document.hidden
        if (error?.name !== 'AbortError') done('failed')
        if (asked && isFault) tell.error(failure(asked, 'failed'))
        throw error
      },
    )
  }
  return original.bind(window)
}

function askedBy(input: RequestInfo | URL, init: RequestInit | undefined): Omit<FetchMetric['metadata'], 'ended'> | undefined {
  const isRequest = typeof input === 'object' && 'url' in input
  const named = (init?.method ?? (isRequest ? input.method : 'GET')).toUpperCase()
  const method = methods.find((each) => each === named)
  const address = isRequest ? input.url : String(input)
  if (!method || !URL.canParse(address, location.href)) return undefined
  const { origin, pathname } = new URL(address, location.href)
  return { method, path: origin === location.origin ? reportedPath(pathname) : elsewhere }
}

const failure = ({ method, path }: { method: string; path: string }, how: string): ReportedError => ({
  kind: 'fetch',
  message: `${method} ${path} ${how}`,
  stack: '',
})

const names: Partial<Record<Vital, string>> = { LCP: 'The largest paint', FID: 'The first input' }

/** Reports each vital of this visit once it is known, including those from before this was called; warns of slow ones in the console. */
function watchVitals(tell: (name: Vital, value: number) => void): void {
  const say = (name: Vital, value: number) => {
    const limit = warnAboveMs[name]
    if (limit !== undefined && value > limit) console.warn(`${names[name]} took ${Math.round(value)} ms, more than ${limit} ms`)
    tell(name, value)
  }
  for (const on of [onLCP, onINP, onCLS, onTTFB]) on(({ name, value }) => say(name as Vital, value))
  watchFirstInput((delayMs) => say('FID', delayMs))
}

/** Reports how long the first press or key waited for the page, if the browser measures it. */
function watchFirstInput(tell: (delayMs: number) => void) {
  if (!PerformanceObserver.supportedEntryTypes?.includes('first-input')) return
  new PerformanceObserver((list, observer) => {
    const [first] = list.getEntries() as PerformanceEventTiming[]
    if (!first) return
    observer.disconnect()
    tell(Math.max(0, first.processingStart - first.startTime))
  }).observe({ type: 'first-input', buffered: true })
}

type ReportedError = PageReport['errors'][number]

/** Reports each error of this page, including earlier ones. */
function watchErrors(early: EarlyErrors, tell: (error: ReportedError) => void): void {
  const said = new Set<string>()
  const say = (error: ReportedError | undefined) => {
    // The same text is the same error: React throws a rendering error twice.
    if (!error || said.has(error.message)) return
    said.add(error.message)
    tell(error)
  }
  const sayReact = ({ message, stack, componentStack }: ReactErrorDetail) => say(reported('react', message, `${stack}\n${componentStack}`))
  for (const detail of window.reactErrors ?? []) sayReact(detail)
  for (const event of early.take()) say(errorOf(event))
  addEventListener('react-error', (event) => sayReact((event as CustomEvent<ReactErrorDetail>).detail))
  addEventListener('error', (event) => say(errorOf(event)), true)
  addEventListener('unhandledrejection', (event) => say(errorOf(event)))
}

/** The error in a browser's event; undefined if it isn't the page's own. */
function errorOf(event: Event): ReportedError | undefined {
  if (event instanceof PromiseRejectionEvent) return thrown('promise', event.reason)
  if (event instanceof ErrorEvent) {
    // A script of another site: the browser hides its details.
    if (!event.error && !event.filename) return undefined
    return event.error === null || event.error === undefined
      ? reported('script', event.message, `${event.filename}:${event.lineno}:${event.colno}`)
      : thrown('script', event.error)
  }
  const { target } = event
  return target instanceof Element ? missing(target) : undefined
}

function thrown(kind: 'promise' | 'script', error: unknown): ReportedError | undefined {
  if (error instanceof Error)
    return error.name === 'AbortError' ? undefined : reported(kind, `${error.name}: ${error.message}`, error.stack)
  // For other rejections only the kind is reported: they may be responses with personal data.
  return reported(kind, typeof error === 'string' ? error : `a thrown ${typeof error}`, '')
}

/** A picture, script or style of this site that couldn't be loaded. */
function missing(element: Element): ReportedError | undefined {
  const address = element.getAttribute('src') ?? element.getAttribute('href') ?? ''
  if (!URL.canParse(address, location.href)) return undefined
  const { origin, pathname } = new URL(address, location.href)
  return origin === location.origin ? reported('resource', `${element.localName} ${reportedPath(pathname)}`, '') : undefined
}

function reported(kind: ReportedError['kind'], message: string, stack = ''): ReportedError | undefined {
  // Thrown byside the page by a browser extension.
  if (/extension:\/\//.test(stack)) return undefined
  return { kind, message: cleaned(message), stack: stackOf(stack) }
}
