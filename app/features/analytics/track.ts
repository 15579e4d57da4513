/*
 * The one door to analytics: `track()` says what happened, once, where it happens. What becomes of it is
 * decided by the collector (`collector.ts`): nothing, unless the page has a measurement id and the visitor agreed.
 * Never a name, number, address, e-mail, postcode, token or reference.
 */

/** Every event and what it says. Enumerations and numbers, no free text of a visitor. */
interface AnalyticsEvents {
  /** On each path: `path` without query, with no token in it. */
  page_view: { path: string; isTest?: boolean }
  booking_started: { formType: FormType }
  /** The server has the booking. `service`: the emergency type's name. */
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

/** The purchase record. */
export interface Purchase {
  currency: 'GBP'
  /** Pounds, as the tag service expects it. */
  value: number
  /** The emergency type's name. */
  serviceType: string
  urgency: 'standard' | 'redline'
  /** The same for the same payment, and of no use to anyone who reads it: not the booking's reference. */
  transactionId: string
  /** The outward code only. */
  location: string
}

export type AnalyticsEvent = { [Name in keyof AnalyticsEvents]: { name: Name; data: AnalyticsEvents[Name] } }[keyof AnalyticsEvents]

declare global {
  interface Window {
    /**
     * What has happened, until the collector takes over and receives each event at once. It is a script apart from the islands'
     * modules and shares none with them, hence this name in the window.
     */
    analyticsEvents?: { push(event: AnalyticsEvent): unknown }
  }
}

/** What is kept before someone has decided; more than that is no one's visit. */
const longestQueue = 50

/** Says that something happened. Never throws, never waits. */
export function track<Name extends keyof AnalyticsEvents>(name: Name, data: AnalyticsEvents[Name]): void {
  window.analyticsEvents ??= []
  const events = window.analyticsEvents
  if (!Array.isArray(events) || events.length < longestQueue) events.push({ name, data } as AnalyticsEvent)
}
