/** Runs something a number of milliseconds after the page has loaded; immediately if that time has passed. A failed import is ignored. */
export function afterLoad(ms: number, begin: () => Promise<unknown>): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const run = () => void begin().catch(() => undefined)
  setTimeout(run, Math.max(0, (navigation?.loadEventEnd ?? 0) + ms - performance.now()))
}
