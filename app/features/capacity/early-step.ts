import type { Question } from '#app/features/booking/refusals.ts'
import { momentText } from '#app/platform/london.ts'
import { type Instant, later, minutes } from '#app/values/clock.ts'

/** Taken this long before the promised window, a step must be confirmed. */
const earlyMinutes: Readonly<Record<string, number>> = { en_route: 90, arrived: 45 }

const consequences: Readonly<Record<string, string>> = {
  en_route: 'If the engineer sets off now, we’ll email the customer to say they’re on the way.',
  arrived: 'If no one opens the door, the wait for the no-access fee only starts then.',
}

/** Returns the question about a step taken at `at`, long before the promised window; undefined if there is none. */
export function earlyQuestion(step: string, { promisedFrom }: { promisedFrom: Instant }, at: Instant): Question | undefined {
  const lead = earlyMinutes[step]
  if (lead === undefined || at >= later(promisedFrom, -minutes(lead))) return undefined
  return { code: `early:${step}:${promisedFrom}`, text: `This visit is booked for ${momentText(promisedFrom)}. ${consequences[step]}` }
}
