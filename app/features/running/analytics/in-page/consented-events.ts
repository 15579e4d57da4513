import type { AnalyticsEvent } from '#app/platform/track.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { choiceMonths } from '#content/device-storage.ts'

/* Decides which events are sent to analytics, without page, clock or device. */

/** A visitor's answer about being counted. */
export type Choice = 'granted' | 'refused'

/** A choice as stored on the device. */
export const storedChoice = (choice: Choice, now: Date): string => `${choice} ${now.toISOString()}`

/** Returns the stored choice; undefined if there is none, it is older than `choiceMonths`, or its time is in the future. */
export function choiceIn(stored: string | null, now: Date): Choice | undefined {
  const [choice, madeAt] = stored?.split(' ') ?? []
  const until = new Date(madeAt ?? '')
  const isPast = until <= now
  until.setUTCMonth(until.getUTCMonth() + choiceMonths)
  return isPast && now < until && (choice === 'granted' || choice === 'refused') ? choice : undefined
}

/** The site a visitor came from, without the path, which may contain words or tokens. */
export function referrerOf(referrer: string): string {
  return /^https?:/.test(referrer) && URL.canParse(referrer) ? `${new URL(referrer).origin}/` : ''
}

/** The service that a page sells; undefined for other pages. */
export function serviceOf(path: string): string | undefined {
  if (path === ('/emergency-boiler-repair' satisfies SitePath)) return 'Boiler Repair'
  return path.startsWith('/plumbers-') ? 'Emergency Plumbing' : undefined
}

/** The scroll depths that are counted. */
export const scrollDepths = [25, 50, 75, 90] as const

/** The depths reached so far. Sizes in CSS pixels. */
export function depthsReached({ scrolled, seen, height }: { scrolled: number; seen: number; height: number }) {
  // One pixel of tolerance: browsers round.
  return scrollDepths.filter((percent) => scrolled + seen + 1 >= (height * percent) / 100)
}

/** A page counts as read after this many seconds. */
export const readFromSeconds = 10

/** Events while a page is closing are sent by the browser itself. */
const atTheEnd = new Set<AnalyticsEvent['name']>(['time_on_page', 'booking_abandoned'])

/** Returns an event in the tag service's format: its name there and its parameters. */
export function messageOf({ name, data }: AnalyticsEvent): { name: string; parameters: Record<string, unknown> } {
  const parameters: Record<string, unknown> = {}
  // In the tag service's spelling: `formType` is `form_type` there.
  for (const [key, value] of Object.entries(data)) parameters[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = value
  if (name === 'purchase') parameters.category = 'Emergency Plumbing'
  // The parameter by which the tag service's filter for internal traffic leaves events out of its reports.
  if (parameters.is_test || name === 'custom_test_event') parameters.traffic_type = 'internal'
  if (atTheEnd.has(name)) parameters.transport_type = 'beacon'
  return { name: name === 'redline' ? `redline_${data.interaction}` : name, parameters }
}
