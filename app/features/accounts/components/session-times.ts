import type { SitePath } from '#app/values/site-path.ts'

/** How long the user stays signed in without activity. */
export interface SessionTimes {
  leftMs: number
  /** True if activity extends the session; false near the maximum. */
  mayStay: boolean
}

/** The address of the session's times; POST extends the session. */
export const sessionPath = '/account/session' satisfies SitePath

/** How long before the end the page warns. */
export const warnBeforeMs = 5 * 60_000
