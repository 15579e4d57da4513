import { type Instant, later, minutes } from '#app/platform/clock.ts'
import { momentText } from '#app/platform/london.ts'

/** Setting out so long before the promised window is asked about first. */
const earlyMs = minutes(90)

/** What is asked of an engineer who sets off before `until`. */
export interface EarlyQuestion {
  until: Instant
  text: string
}

/** What is asked about setting off hours before a window, and until when. */
export const earlyQuestion = ({ promisedFrom }: { promisedFrom: Instant }): EarlyQuestion => ({
  until: later(promisedFrom, -earlyMs),
  text: `This visit is for ${momentText(promisedFrom)}. If the engineer sets off now, the customer is emailed that they’re on the way.`,
})
