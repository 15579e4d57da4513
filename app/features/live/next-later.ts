import type { LiveFigures } from '#app/features/live-feed/live-store.ts'

/** What is said of the next visit where it isn't within an hour and a half; undefined where it is, or nothing is known yet. */
export function nextLater({ isNobodyFree, nextBy }: LiveFigures): string | undefined {
  return isNobodyFree ? 'Next engineer: call us' : nextBy && `Next engineer by ${nextBy}`
}
