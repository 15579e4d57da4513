/* Names and limits of everything that the site stores on a visitor's device: in one place for the code that stores it and for /cookies,
   which lists it (legal/cookies.ts). A name that is missing here compiles neither there nor where it is stored
   (app/platform/device-storage.ts, app/platform/site-cookies.ts), and device-storage.test.ts refuses code that bypasses those. */

/** Cookies that the server sets, without the prefix that they have on https. */
export type HostCookie = 'csrf' | 'draft' | 'sid' | 'registered' | 'passkey'
/** For the person who runs the server, in the developer tools on the server's own machine: never on a visitor's device. */
export type DevCookie = 'dev'
/** Cookies that browsers send to some pages alone, without the prefix that they have on https. */
export type PathCookie = 'wall'
/** Cookies with one for each occasion: a number follows the name. */
export type NumberedCookie = 'provider-flow'

/** Values that are kept encrypted in a tab's session storage (app/platform/secure-session.ts). */
export type SecureName = 'redline-booking' | 'self-test'
export type TabItem = 'booking-draft' | `secure-session:${SecureName}`

/** Names in local storage: those of the site's own counts, those of Google Analytics after consent, and all others. */
export type CountsItem = 'counts-refused'
export type AnalyticsItem = 'analytics-consent' | 'analytics-purchases'
export type LocalItem =
  | CountsItem
  | AnalyticsItem
  | 'booking-outbox'
  | 'booking-details'
  | 'redline-slots'
  | 'redline-reset'
  | 'offline_blog_posts'
  | 'board-sound'
  | 'board-keys'
  | 'phone-booking'
  | 'photos-to-send'
  | 'engineer-acts'
  | 'engineer-clock'
  | 'engineer-look'
  | 'alerts-put-away'

/** The last one is the service worker library's own list. */
export type DatabaseName = 'booking-outbox' | 'photos-to-send' | 'engineer-acts' | 'secure-session' | 'workbox-expiration'

/** The last two have the version of the site behind the hyphen. */
export type CacheName = 'core' | 'engineer' | `pages-${string}` | `pictures-${string}`

/** Minutes that a browser has to come back from Google or GitHub, and that encrypted values are kept. */
export const providerFlowMinutes = 10
export const secureMinutes = 30

/** Minutes that a browser has to answer with a passkey. */
export const passkeyMinutes = 5

/** Hours and days that someone stays signed in to the site: without a visit, and in any case. */
export const customerIdleDays = 7
export const customerSessionDays = 30
export const staffSessionHours = 12

/** Days that a wall screen keeps its code, from each time it shows the board. */
export const wallScreenDays = 365

/** Days that a browser remembers that an account was created or entered in it. */
export const registeredDays = 30

/** Days that a device remembers the details of a booking, if the visitor asked for it. */
export const rememberedDays = 365

/** Hours that a device of staff keeps an unfinished booking by phone: a shift. */
export const phoneDraftHours = 8

/** Hours that an engineer's phone keeps its copies of jobs. */
export const engineerCopyHours = 48

/** Days that we try to send a booking that waits on the device. */
export const outboxDays = 7

/** Limits of the service worker's copies, besides those kept from the first visit on. */
export const mostKept = { pages: 40, pageDays: 14, pictures: 120, pictureDays: 30 } as const

/** Months that a choice about analytics is valid, days that Google's cookies are kept, payments that are remembered as counted. */
export const choiceMonths = 6
export const analyticsCookieDays = 180
export const countedPurchases = 10
