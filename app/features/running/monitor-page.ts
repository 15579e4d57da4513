import type { EarlyErrors } from './early-errors.ts'
import { watchErrors } from './monitoring/watching/watch-errors.ts'
import { watchFetch } from './monitoring/watching/watch-fetch.ts'
import { watchVitals } from './monitoring/watching/watch-vitals.ts'
import type { PageReport } from './report-schema.ts'
import { type BrowserFamily, measuredShare, mostPerView, reportedPath } from './vitals-and-errors.ts'

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
