import { countVisit } from './in-page/count-visit.ts'
import { showRefusal } from './in-page/refuse-counts.ts'
import { watchPage } from './in-page/watch-page.ts'
import type { AnalyticsEvent } from './track.ts'

/*
 * Receives what `track()` says and hands it to those who may have it: to our own sums, unless the visitor wants none
 * (count-visit.ts); and to the tag service, with a measurement id, kept in memory until the visitor has chosen, sent once he agrees,
 * dropped when he refuses (ask-for-tag.ts).
 */

type Take = (event: AnalyticsEvent) => void

/** Begins to receive. `fetchTag` fetches what asks for consent, which most pages do without. */
export function collect(fetchTag: () => Promise<typeof import('./ask-for-tag.ts')>): void {
  const id = document.querySelector<HTMLMetaElement>('meta[name=analytics-measurement-id]')?.content
  // The page's public address. Private ones (tracking, confirmations) have none and are never measured, nor is anyone asked there.
  const address = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
  const already = window.analyticsEvents
  if (!id) console.warn('Analytics disabled: Missing meta tag')
  if (!address) {
    window.analyticsEvents = { push() {} }
    return
  }
  const path = new URL(address).pathname
  const takers = [countVisit(path)]
  if (id) {
    const tag = fetchTag().then(({ askForTag }) => askForTag(id, path))
    // On a line that breaks here no one is asked, and the tag service is told nothing.
    takers.push((event) => void tag.then((take) => take(event)).catch(() => undefined))
  }
  const push: Take = (event) => {
    for (const take of takers) take(event)
  }
  showRefusal()
  watchPage(path, (name, data) => push({ name, data } as AnalyticsEvent))
  if (Array.isArray(already)) already.forEach(push)
  window.analyticsEvents = { push }
}
