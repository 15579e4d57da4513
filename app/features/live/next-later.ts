import type { LiveFigures } from '#app/features/live-feed/live-store.ts'

/** The words for the next visit if it isn't within an hour and a half; undefined if it is, or nothing is known yet. */
export function nextLater({ isNobodyFree, nextBy }: LiveFigures): string | undefined {
  return isNobodyFree ? 'Next engineer: call us' : nextBy && `Next engineer by ${nextBy}`
}
