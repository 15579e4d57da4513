/* The one entry to analytics: `track()` reports an event, once, where it happens. The collector (`collector.ts`) decides where to send it.
   Never pass a name, number, address, email, postcode, token or reference. */

/** Every event and its data: enumerations and numbers, no free text of a visitor. */
interface AnalyticsEvents {
  /** On each path: `path` without query, with no token in it. */
  page_view: { path: string; isTest?: boolean }
  booking_started: { formType: FormType }
  /** The server has the booking. `service`: the emergency type's name. */
  booking_completed: { formType: FormType; service: string; urgency: 'standard' | 'redline' }
  booking_abandoned: { formType: FormType; step: 1 | 2 | 3 | 4 }
  /** `cta`: its name, e.g. `exitintent_redline_book`; `label`: its text. */
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

/** Place of a booking form, used as a label. */
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
  /** The same for the same payment, and meaningless to others: not the booking's reference. */
  transactionId: string
  /** The outward code only. */
  location: string
}

export type AnalyticsEvent = { [Name in keyof AnalyticsEvents]: { name: Name; data: AnalyticsEvents[Name] } }[keyof AnalyticsEvents]

declare global {
  interface Window {
    /**
     * Events so far, until the collector takes over and receives each as it happens. It is a separate script that shares no modules with
     * the islands, so it has this name in the window.
     */
    analyticsEvents?: { push(event: AnalyticsEvent): unknown }
  }
}

/** The most events kept before the visitor has decided. */
const longestQueue = 50

/** Reports an event. Never throws, never waits. */
export function track<Name extends keyof AnalyticsEvents>(name: Name, data: AnalyticsEvents[Name]): void {
  window.analyticsEvents ??= []
  const events = window.analyticsEvents
  if (!Array.isArray(events) || events.length < longestQueue) events.push({ name, data } as AnalyticsEvent)
}
