import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals'
import { type Vital, warnAboveMs } from '../../vitals-and-errors.ts'

const names: Partial<Record<Vital, string>> = { LCP: 'The largest paint', FID: 'The first input' }

/** Reports each vital of this visit once it is known, including those from before this was called; warns of slow ones in the console. */
export function watchVitals(tell: (name: Vital, value: number) => void): void {
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
