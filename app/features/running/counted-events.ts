import { addDays, type LondonDay } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { areaPath } from '#content/areas/area.ts'
import { hubs } from '#content/areas/hubs.ts'
import { localities } from '#content/areas/localities.ts'
import { scrollDepths } from './analytics/in-page/consented-events.ts'
import type { Beacon } from './beacon-schema.ts'

/* The part of a beacon that is counted: names and labels from closed lists, our own pages, and the channel. Everything else in it is
   dropped here, before it is stored. */

/** One event as it is counted: equal ones share a row with a number. */
export interface Counted {
  event: CountedEvent
  /** The event's label, from a closed list; empty if it has none. */
  label: string
  /** A page of ours, or 'other'. */
  path: string
  /** The borough of a place page, the part of London of a hub page; else empty. */
  area: string
  channel: Channel
}

/** The source of a visit. 'inside': from another page of ours, or by the browser's own buttons. 'other': not kept. */
export const channels = ['direct', 'search', 'paid', 'social', 'email', 'campaign', 'site', 'inside', 'other'] as const
export type Channel = (typeof channels)[number]

const oneOf =
  (...list: readonly (string | number)[]) =>
  (said: string | number | null) =>
    list.map(String).find((each) => each === String(said))
const nothing = () => ''

/** Lower bounds, in seconds. */
export const timeBuckets = [10, 30, 60, 180, 600] as const
const timeBucket = (said: string | number | null) =>
  typeof said === 'number' ? timeBuckets.findLast((least) => said >= least)?.toString() : undefined

/** Places of calls to action (`ctaOf` in collector.ts): ids of page sections, and names for places without one. */
const ctaPlaces = [
  ...['page', 'header', 'footer', 'aside', 'menu', 'main', 'hero', 'banner', 'services', 'emergencies', 'booking', 'book', 'offer'],
  ...['prices', 'price', 'price-when', 'rates', 'calculator', 'additional-costs', 'example-bill', 'estimates', 'reviews', 'faq', 'why-us'],
  ...['why-choose-us', 'how-it-works', 'boroughs', 'map', 'nearby', 'coverage', 'trust', 'case-study', 'leads', 'arrival', 'live', 'blog'],
]
const ctas = new Set(['exitintent_redline_book', ...ctaPlaces.flatMap((place) => [`${place}_book`, `${place}_offer`])])

/** Every event that is counted, with its label; undefined drops the event. */
const labelOf = {
  page_view: nothing,
  booking_started: oneOf('page', 'dialog', 'book'),
  booking_completed: oneOf('standard', 'redline'),
  booking_abandoned: oneOf(1, 2, 3, 4),
  cta_click: (said) => (ctas.has(String(said)) ? String(said) : 'other'),
  phone_click: nothing,
  whatsapp_click: nothing,
  time_on_page: timeBucket,
  scroll_depth: oneOf(...scrollDepths),
  exit_intent: nothing,
  service_page_view: oneOf('Emergency Plumbing', 'Boiler Repair'),
  redline: oneOf('view', 'select', 'sold_out', 'popup_view', 'popup_close', 'popup_book', 'submit'),
  purchase: oneOf('standard', 'redline'),
  custom_test_event: nothing,
} as const satisfies Record<string, (said: string | number | null) => string | undefined>

type CountedEvent = keyof typeof labelOf
export const countedEvents = Object.keys(labelOf) as CountedEvent[]
const isCounted = (name: string): name is CountedEvent => Object.hasOwn(labelOf, name)

/** All blog posts count as one page: their addresses change. */
const postPath = '/blog/*' satisfies SitePath
const otherPath = 'other'

const areas = new Map<string, string>([
  ...hubs.map(({ slug, name }) => [areaPath(slug), name] as const),
  ...localities.map(({ slug, borough }) => [areaPath(slug), borough] as const),
])
/** The borough of a place page, the part of London of a hub page; empty for other pages. */
export const areaOf = (path: string): string => areas.get(path) ?? ''

const pathOf = (said: string, pages: ReadonlySet<string>) => {
  if (pages.has(said)) return said
  return /^\/blog\/[^/]+$/.test(said) ? postPath : otherPath
}

const searchHosts =
  /(^|\.)(google|bing|yahoo|duckduckgo|ecosia|qwant|startpage|yandex|baidu)\.(com?(\.[a-z]{2})?|[a-z]{2})$|^search\.brave\.com$/
const socialHosts =
  /(^|\.)(facebook|instagram|twitter|x|linkedin|nextdoor|reddit|youtube|tiktok|pinterest|threads|whatsapp)\.(com|net|co\.uk)$|^(t\.co|lnkd\.in|youtu\.be)$/

/** Returns the source of a visit: by a campaign link's medium, else by the referring site. Null: from a page of ours. */
export function channelOf(referrer: string | null, medium: string): Channel {
  if (referrer === null) return 'inside'
  const said = medium.trim().toLowerCase()
  if (/^(cpc|ppc|cpm|display|paid.*)$/.test(said)) return 'paid'
  if (/^(e-?mail|newsletter)$/.test(said)) return 'email'
  if (/^(social.*|sm)$/.test(said)) return 'social'
  if (said === 'organic') return 'search'
  if (said) return 'campaign'
  if (!URL.canParse(referrer)) return 'direct'
  const { hostname } = new URL(referrer)
  if (searchHosts.test(hostname)) return 'search'
  return socialHosts.test(hostname) ? 'social' : 'site'
}

/**
 * Returns the countable events of a beacon from one of our public `pages`; values outside the lists are dropped. Pages that aren't public
 * are counted by their `routes`: their views alone, without the source of the visit, because a customer who follows the link in our email
 * is no new visit.
 */
export function countedIn(
  { path: said, referrer, medium, events }: Beacon,
  pages: ReadonlySet<string>,
  routes: ReadonlySet<string>,
): Counted[] {
  if (routes.has(said) && !pages.has(said))
    return events.flatMap(([event]) => (event === 'page_view' ? [{ event, label: '', path: said, area: '', channel: 'other' }] : []))
  const path = pathOf(said, pages)
  const channel = channelOf(referrer, medium)
  return events.flatMap(([event, what]) => {
    const label = isCounted(event) ? labelOf[event](what) : undefined
    return isCounted(event) && label !== undefined ? [{ event, label, path, area: areaOf(path), channel }] : []
  })
}

/** Once a day's rows are full, only the event is counted, without page and channel. */
export const inOther = ({ event }: Counted): Counted => ({ event, label: '', path: otherPath, area: '', channel: 'other' })

/** The first day of the calendar month `count` months before a day, so that whole months are deleted. */
export function monthsBefore(day: LondonDay, count: number): LondonDay {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 10)
}

export interface Period {
  from: LondonDay
  to: LondonDay
}

/** Every day of a period, the first one first. */
export function daysOf({ from, to }: Period): LondonDay[] {
  const all: LondonDay[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) all.push(day)
  return all
}
