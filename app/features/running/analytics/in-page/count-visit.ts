import type { AnalyticsEvent } from '#app/platform/track.ts'
import { referrerOf } from './consented-events.ts'
import { refusesCounts } from './refuse-counts.ts'

/* Counts what happens on a page for our own statistics (docs/decisions/0025): the event, the page, and how the visitor came. No cookies, no
   visitor ids, nothing stored; the server keeps sums. Each event is sent once. */

const waitMs = 3_000
const mostWaiting = 40

/**
 * Begins to count on the page `first`; returns the function that takes its events, and those of pages that follow in the same document. For
 * a page that isn't public, nothing else is sent: neither the referring site nor anything from its address.
 */
export function countVisit(first: string, { isPublic = true } = {}): (event: AnalyticsEvent) => void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  /** A reload or a return: no new visit, and a payment was counted already. */
  const isAgain = navigation?.type === 'reload' || navigation?.type === 'back_forward'
  const from = referrerOf(document.referrer)
  let referrer = !isPublic || isAgain || from === `${location.origin}/` ? null : from
  const medium = (isPublic && new URLSearchParams(location.search).get('utm_medium')?.slice(0, 100)) || ''
  let path = first
  let waiting: [name: string, label: string | number | null][] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLeaving = false

  function send() {
    clearTimeout(timer)
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length === 0 || refusesCounts()) return
    const body = JSON.stringify({ path, referrer, medium, events })
    const headers = { 'Content-Type': 'application/json' }
    // If accepted, it is sent even while the page closes; if refused, it was not sent.
    if (!navigator.sendBeacon?.('/api/counts', new Blob([body], { type: headers['Content-Type'] })))
      fetch('/api/counts', { method: 'POST', keepalive: true, headers, body }).catch(() => {})
  }

  // Runs before other listeners that still send events while the page closes: those are sent one by one.
  addEventListener(
    'pagehide',
    () => {
      isLeaving = true
      send()
    },
    true,
  )
  document.addEventListener('visibilitychange', () => document.hidden && send(), true)
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      isLeaving = false
      if (persisted) referrer = null
    },
    true,
  )
  return (event) => {
    if ((event.name === 'purchase' && isAgain) || refusesCounts()) return
    if (event.name === 'page_view' && event.data.path !== path) {
      send()
      path = event.data.path
    }
    waiting.push([event.name, labelOf(event)])
    if (isLeaving || document.hidden || waiting.length >= mostWaiting) send()
    else timer ??= setTimeout(send, waitMs)
  }
}

/** The one label that is counted beside the event itself. */
function labelOf({ data }: AnalyticsEvent): string | number | null {
  const said = data as Partial<Record<string, string | number>>
  return said.urgency ?? said.step ?? said.percent ?? said.seconds ?? said.cta ?? said.interaction ?? said.formType ?? said.service ?? null
}
