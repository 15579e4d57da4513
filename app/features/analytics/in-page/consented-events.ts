import type { SitePath } from '#app/platform/site-path.ts'
import { choiceMonths } from '#content/device-storage.ts'
import type { AnalyticsEvent } from '../track.ts'

/* What analytics may know, decided without a page, a clock or a device. */

/** What a visitor has said to being counted. */
export type Choice = 'granted' | 'refused'

/** A choice as the device keeps it. */
export const storedChoice = (choice: Choice, now: Date): string => `${choice} ${now.toISOString()}`

/** The choice that was kept; nothing where none was made, it is older than `choiceMonths`, or it comes from a clock that was wrong. */
export function choiceIn(stored: string | null, now: Date): Choice | undefined {
  const [choice, madeAt] = stored?.split(' ') ?? []
  const until = new Date(madeAt ?? '')
  const isPast = until <= now
  until.setUTCMonth(until.getUTCMonth() + choiceMonths)
  return isPast && now < until && (choice === 'granted' || choice === 'refused') ? choice : undefined
}

/** Where a visitor came from: the site alone. An address of a page may carry words or tokens. */
export function referrerOf(referrer: string): string {
  return /^https?:/.test(referrer) && URL.canParse(referrer) ? `${new URL(referrer).origin}/` : ''
}

/** What a page is about that sells a service; nothing for other pages. */
export function serviceOf(path: string): string | undefined {
  if (path === ('/emergency-boiler-repair' satisfies SitePath)) return 'Boiler Repair'
  return path.startsWith('/plumbers-') ? 'Emergency Plumbing' : undefined
}

/** The scroll depths that count. */
export const scrollDepths = [25, 50, 75, 90] as const

/** Those of a page's depths that are reached by now. All in CSS pixels. */
export function depthsReached({ scrolled, seen, height }: { scrolled: number; seen: number; height: number }) {
  // A pixel is forgiven: browsers round.
  return scrollDepths.filter((percent) => scrolled + seen + 1 >= (height * percent) / 100)
}

/** A page is said to have been read from so many seconds. */
export const readFromSeconds = 10

/** Whatever happens while a page goes away is sent by the browser itself. */
const atTheEnd = new Set<AnalyticsEvent['name']>(['time_on_page', 'booking_abandoned'])

/** What the tag service is told of an event: its name there and its parameters. */
export function messageOf({ name, data }: AnalyticsEvent): { name: string; parameters: Record<string, unknown> } {
  const parameters: Record<string, unknown> = {}
  // In the tag service's spelling: `formType` is `form_type` there.
  for (const [key, value] of Object.entries(data)) parameters[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = value
  if (name === 'purchase') parameters.category = 'Emergency Plumbing'
  // What the tag service's own filter for internal traffic leaves out of its reports.
  if (parameters.is_test || name === 'custom_test_event') parameters.traffic_type = 'internal'
  if (atTheEnd.has(name)) parameters.transport_type = 'beacon'
  return { name: name === 'redline' ? `redline_${data.interaction}` : name, parameters }
}
