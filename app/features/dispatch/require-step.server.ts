import type { Booking } from '#app/features/booking/reads.server.ts'
import { mayStep, type Step, staffStatusTexts } from './rules.ts'
import { StepRefused } from './schema.ts'

/** Throws `StepRefused` where a step cannot follow how the booking stands, or its customer has had it erased. */
export function requireStep(step: Step, { status, erasedAt }: Booking): void {
  if (erasedAt) throw new StepRefused('The customer has had this booking erased. Nothing can be done with it.')
  if (!mayStep(step, status)) throw new StepRefused(`This cannot be done now: the booking is ${staffStatusTexts[status]}.`)
}
