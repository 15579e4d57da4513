/** What the browser event `react-error` carries. */
export interface ReactErrorDetail {
  message: string
  stack: string
  componentStack: string
}

declare global {
  interface Window {
    /** The first ones, for whoever listens only later. */
    reactErrors?: ReactErrorDetail[]
  }
}

const mostKept = 10

/** Logs an error that React could not render past, and tells the page of it: whoever reports errors listens for the event. */
export function announceReactError(error: unknown, componentStack: string | null | undefined): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const detail: ReactErrorDetail = { message, stack: stack ?? '', componentStack: componentStack ?? '' }
  console.error('react-error', detail)
  window.reactErrors ??= []
  if (window.reactErrors.length < mostKept) window.reactErrors.push(detail)
  window.dispatchEvent(new CustomEvent('react-error', { detail }))
}
