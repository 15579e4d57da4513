import type { AnalyticsEvent } from '#app/platform/track.ts'
import { countView } from './analytics/count-view.ts'
import { countVisit } from './analytics/in-page/count-visit.ts'
import { showRefusal } from './analytics/in-page/refuse-counts.ts'
import { watchPage } from './analytics/in-page/watch-page.ts'

/* Receives the events of `track()` and passes them on: to our own counts, unless the visitor refused them (count-visit.ts); and, with a
   measurement id, to the tag service: kept in memory until the visitor has chosen, sent if they agree, dropped if they refuse
   (ask-for-tag.ts). */

type Take = (event: AnalyticsEvent) => void

/** Begins to receive. `fetchTag` fetches the script that asks for consent, which most pages don't need. */
export function collect(fetchTag: () => Promise<typeof import('./ask-for-tag.ts')>): void {
  const id = document.querySelector<HTMLMetaElement>('meta[name=analytics-measurement-id]')?.content
  // The page's public address. Private and unknown pages have none: only their views are counted, by their route and never by their
  // address, and they neither ask for consent nor load the tag.
  const address = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
  const already = window.analyticsEvents
  if (!id) console.warn('Analytics disabled: Missing meta tag')
  if (!address) {
    window.analyticsEvents = { push() {} }
    const route = document.querySelector<HTMLMetaElement>('meta[name=route]')?.content
    if (route) countView(route)
    return
  }
  const path = new URL(address).pathname
  const takers = [countVisit(path)]
  if (id) {
    const tag = fetchTag().then(({ askForTag }) => askForTag(id, path))
    // If the script can't be loaded, no one is asked and nothing is sent to the tag service.
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
