import type { PageReport } from '../../report-schema.ts'
import { elsewhere, methods, reportedPath, statusClass } from '../../vitals-and-errors.ts'
import type { ReportedError } from './watch-errors.ts'

type FetchMetric = Extract<PageReport['metrics'][number], { category: 'fetch' }>

interface FetchReporter {
  metric(metric: FetchMetric): void
  error(error: ReportedError): void
}

/**
 * Times the page's requests from now on, and reports failures. The page gets the same answer, unread, or the same error. Only the path of
 * an address is reported, and for other sites only that it is another. Returns the browser's own fetch.
 */
export function watchFetch(tell: FetchReporter): typeof fetch {
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
