import type { ReactErrorDetail } from '#app/platform/react-error.ts'
import type { EarlyErrors } from '../../early-errors.ts'
import type { PageReport } from '../../report-schema.ts'
import { cleaned, reportedPath, stackOf } from '../../vitals-and-errors.ts'

export type ReportedError = PageReport['errors'][number]

/** Reports each error of this page, including earlier ones. */
export function watchErrors(early: EarlyErrors, tell: (error: ReportedError) => void): void {
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
