import type { BusinessDetails } from '#content/business.ts'

/** The site's address, and the time at which a message is written. */
export interface Site {
  /** The site's address, without a slash at its end. */
  url: string
  details: BusinessDetails
  now: Date
}
