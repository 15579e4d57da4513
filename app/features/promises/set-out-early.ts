import { type Instant, later, minutes } from '#app/platform/clock.ts'
import { momentText } from '#app/platform/london.ts'

/** Setting off this long before the promised window must be confirmed. */
const earlyMs = minutes(90)

/** The question to an engineer who sets off before `until`. */
export interface EarlyQuestion {
  until: Instant
  text: string
}

/** The question about setting off hours before a window, and until when it is asked. */
export const earlyQuestion = ({ promisedFrom }: { promisedFrom: Instant }): EarlyQuestion => ({
  until: later(promisedFrom, -earlyMs),
  text: `This visit is booked for ${momentText(promisedFrom)}. If the engineer sets off now, we’ll email the customer to say they’re on the way.`,
})
