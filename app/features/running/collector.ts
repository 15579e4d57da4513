import type { AnalyticsEvent, track } from '#app/platform/track.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { countView } from './analytics/count-view.ts'
import { depthsReached, readFromSeconds, serviceOf } from './analytics/in-page/consented-events.ts'
import { countVisit } from './analytics/in-page/count-visit.ts'
import { showRefusal } from './analytics/in-page/refuse-counts.ts'

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

const testEventMs = 8_000

/** Reports events on a page: views, scrolling, leaving, and clicks on its links. */
function watchPage(path: string, say: typeof track): void {
  let viewedSince = 0
  let reached = new Set<number>()
  let hasTriedToLeave = false
  let hasLeft = false

  function view() {
    reached = new Set()
    hasTriedToLeave = false
    hasLeft = false
    say('page_view', { path })
    const service = serviceOf(path)
    if (service) say('service_page_view', { path, service })
  }

  function scrolled() {
    for (const percent of depthsReached({ scrolled: scrollY, seen: innerHeight, height: document.documentElement.scrollHeight })) {
      if (reached.has(percent)) continue
      reached.add(percent)
      say('scroll_depth', { path, percent })
    }
  }

  function left() {
    const seconds = Math.round((performance.now() - viewedSince) / 1000)
    if (hasLeft || seconds < readFromSeconds) return
    hasLeft = true
    say('time_on_page', { path, seconds })
  }

  addEventListener('scroll', scrolled, { passive: true })
  addEventListener('pagehide', left)
  document.addEventListener('visibilitychange', () => document.hidden && left())
  document.documentElement.addEventListener('mouseleave', ({ clientY }) => {
    if (hasTriedToLeave || clientY > 0) return
    hasTriedToLeave = true
    say('exit_intent', { path })
  })
  // Runs before listeners that stop the click.
  addEventListener('click', ({ target }) => clicked(target, path, say), true)
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    viewedSince = performance.now()
    view()
  })
  view()
  if (path === '/') setTimeout(() => say('custom_test_event', { path }), testEventMs)
}

function clicked(target: EventTarget | null, path: string, say: typeof track) {
  const link = target instanceof Element && target.closest('a')
  if (!(link instanceof HTMLAnchorElement)) return
  // biome-ignore lint/performance/useDomNodeTextContent: its first line, as it is seen
  const label = link.innerText.trim().split('\n')[0]?.trim().slice(0, 100) ?? ''
  if (link.protocol === 'tel:') return say('phone_click', { path, label })
  if (link.hostname === 'wa.me') return say('whatsapp_click', { path, label })
  const cta = ctaOf(link)
  if (cta) say('cta_click', { cta, path, label })
}

/** The name of a call to action, by its place and target, e.g. `hero_book`; undefined for other links. */
function ctaOf(link: HTMLAnchorElement): string | undefined {
  if (link.host !== location.host) return undefined
  const leadsTo =
    /^#book(ing)?$/.test(link.hash) || link.pathname === ('/book' satisfies SitePath)
      ? 'book'
      : link.matches('.key, #hero *') && link.hash === '#offer' && 'offer'
  const place = link.closest<HTMLElement>('dialog, aside, header, footer, [id]')
  // Other dialogs report their own events.
  if (!leadsTo || (place?.localName === 'dialog' && place.id !== 'menu')) return undefined
  return `${place?.id || place?.localName || 'page'}_${leadsTo}`
}
