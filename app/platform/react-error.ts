/** Detail of the browser event `react-error`. */
export interface ReactErrorDetail {
  message: string
  stack: string
  componentStack: string
}

declare global {
  interface Window {
    /** The first errors, for listeners added later. */
    reactErrors?: ReactErrorDetail[]
  }
}

const mostKept = 10

/** Logs an error that stopped React from rendering, and dispatches the event that error reporting listens for. */
export function announceReactError(error: unknown, componentStack: string | null | undefined): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const detail: ReactErrorDetail = { message, stack: stack ?? '', componentStack: componentStack ?? '' }
  console.error('react-error', detail)
  window.reactErrors ??= []
  if (window.reactErrors.length < mostKept) window.reactErrors.push(detail)
  window.dispatchEvent(new CustomEvent('react-error', { detail }))
}
