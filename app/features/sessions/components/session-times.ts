import type { SitePath } from '#app/platform/site-path.ts'
/** How long whoever looks at a page stays signed in if nothing is done. */
export interface SessionTimes {
  leftMs: number
  /** Whether using the site puts the end off; nothing does once the longest time is near. */
  mayStay: boolean
}

/** Where a page asks for them, and by POST puts the end off. */
export const sessionPath = '/account/session' satisfies SitePath

/** So long before the end the page says so. */
export const warnBeforeMs = 5 * 60_000
