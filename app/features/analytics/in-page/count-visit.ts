import type { AnalyticsEvent } from '../track.ts'
import { referrerOf } from './consented-events.ts'
import { refusesCounts } from './refuse-counts.ts'

/*
 * Counts what happens on a page for ourselves (docs/decisions/0025): what happened, on which page, by which way the visitor came. No
 * cookie, no number for a visitor, nothing stored; the server keeps sums. Each event is handed over once.
 */

const waitMs = 3_000
const mostWaiting = 40

/** Begins to count on the page `path`; returns what takes its events. */
export function countVisit(path: string): (event: AnalyticsEvent) => void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  /** Reloaded, or come back to: no new visit, and what was paid is told already. */
  const isAgain = navigation?.type === 'reload' || navigation?.type === 'back_forward'
  const from = referrerOf(document.referrer)
  let referrer = isAgain || from === `${location.origin}/` ? null : from
  const medium = new URLSearchParams(location.search).get('utm_medium')?.slice(0, 100) ?? ''
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
    // Taken, it is sent, also while the page goes away; refused, it was not.
    if (!navigator.sendBeacon?.('/api/counts', new Blob([body], { type: headers['Content-Type'] })))
      fetch('/api/counts', { method: 'POST', keepalive: true, headers, body }).catch(() => {})
  }

  // In front of those who still have something to say while the page goes: that is sent as it comes.
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
    waiting.push([event.name, labelOf(event)])
    if (isLeaving || document.hidden || waiting.length >= mostWaiting) send()
    else timer ??= setTimeout(send, waitMs)
  }
}

/** The one thing that is counted besides the event itself. */
function labelOf({ data }: AnalyticsEvent): string | number | null {
  const said = data as Partial<Record<string, string | number>>
  return said.urgency ?? said.step ?? said.percent ?? said.seconds ?? said.cta ?? said.interaction ?? said.formType ?? said.service ?? null
}
