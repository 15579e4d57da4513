/*
 * The one door to analytics (specification 1 section 9): `track()` says what happened, once, where it happens. What becomes of it is
 * decided elsewhere (`collector.ts`): nothing, unless the page has a measurement id, its script has loaded and the visitor agreed.
 * Never a name, number, address, e-mail, postcode or reference.
 */

/** Every event and what it says. Enumerations and numbers, no free text of a visitor. */
export interface AnalyticsEvents {
  /** On each path: `path` without query, with no token in it. */
  page_view: { path: string; isTest?: boolean }
  booking_started: { formType: FormType }
  booking_completed: { formType: FormType; service: string; urgency: 'standard' | 'redline' }
  booking_abandoned: { formType: FormType; step: 1 | 2 | 3 | 4 }
  /** `cta`: which one, e.g. `exitintent_redline_book`; `label`: its words. */
  cta_click: { cta: string; path: string; label: string }
  phone_click: { path: string; label: string }
  whatsapp_click: { path: string; label: string }
  /** Only from 10 seconds. */
  time_on_page: { path: string; seconds: number }
  /** Each once per page view. */
  scroll_depth: { path: string; percent: 25 | 50 | 75 | 90 }
  /** Once per page view. */
  exit_intent: { path: string }
  service_page_view: { path: string; service: string }
  /** Sent as `redline_{interaction}`. */
  redline: { interaction: RedlineInteraction; slotsRemaining: number | null }
  purchase: Purchase
  /** Eight seconds after the home page has loaded. */
  custom_test_event: { path: string }
}

/** Where a booking form stands, passed as a label. */
export type FormType = 'page' | 'dialog' | 'book'

export type RedlineInteraction = 'view' | 'select' | 'sold_out' | 'popup_view' | 'popup_close' | 'popup_book' | 'submit'

/** The purchase record (specification 1 section 3). `location`: the outward code only. */
export interface Purchase {
  currency: 'GBP'
  /** Pounds, as the tag service expects it. */
  value: number
  serviceType: string
  urgency: 'standard' | 'redline'
  transactionId: string
  location: string
}

export type AnalyticsEvent = { [Name in keyof AnalyticsEvents]: { name: Name; data: AnalyticsEvents[Name] } }[keyof AnalyticsEvents]

type Listener = (event: AnalyticsEvent) => void

const longestQueue = 50
/** What happened before the collector was there. */
let waiting: AnalyticsEvent[] = []
let listener: Listener | undefined

/** Says that something happened. Never throws, never waits. */
export function track<Name extends keyof AnalyticsEvents>(name: Name, data: AnalyticsEvents[Name]): void {
  const event = { name, data } as AnalyticsEvent
  if (listener) listener(event)
  else if (waiting.length < longestQueue) waiting.push(event)
}

/** Hands over what has happened so far, and from now on each event as it happens. */
export function collect(take: Listener): void {
  listener = take
  for (const event of waiting) take(event)
  waiting = []
}
