import { nextVisitMinutes } from '#content/stated.ts'
import type { LiveFigures } from '../live-store.ts'

/** The words for the next visit if it isn't within an hour and a half; undefined if it is, or nothing is known yet. */
export function nextLater({ next }: Pick<LiveFigures, 'next'>): string | undefined {
  if (next === null) return 'Next engineer: call us'
  return next && next.minutes > nextVisitMinutes ? `Next engineer by ${next.by}` : undefined
}
