/**
 * Begins something so long after the page has loaded, in milliseconds; where that is over already, at once. What cannot be fetched then,
 * over a line that broke, is done without.
 */
export function afterLoad(ms: number, begin: () => Promise<unknown>): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const run = () => void begin().catch(() => undefined)
  setTimeout(run, Math.max(0, (navigation?.loadEventEnd ?? 0) + ms - performance.now()))
}
