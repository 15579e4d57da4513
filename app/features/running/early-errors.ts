/** Errors before monitoring started. */
export interface EarlyErrors {
  /** Returns the errors, and stops keeping them. */
  take(): Event[]
}

const most = 10

/** Keeps the errors of a page until its monitoring starts, seconds after it has loaded (`monitor-page.ts`). */
export function keepErrors(): EarlyErrors {
  const kept: Event[] = []
  const keep = (event: Event) => void (kept.length < most && kept.push(event))
  addEventListener('error', keep, true)
  addEventListener('unhandledrejection', keep)
  return {
    take() {
      removeEventListener('error', keep, true)
      removeEventListener('unhandledrejection', keep)
      return kept
    },
  }
}
