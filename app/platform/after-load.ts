/** Calls back so long after the page has loaded, in milliseconds; where that is over already, at once. */
export function afterLoad(ms: number, start: () => void): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  setTimeout(start, Math.max(0, (navigation?.loadEventEnd ?? 0) + ms - performance.now()))
}
