import type { BusinessDetails } from '#content/business.ts'

/** Where and when a message is written. */
export interface Site {
  /** The site's address, without a slash at its end. */
  url: string
  details: BusinessDetails
  now: Date
}
