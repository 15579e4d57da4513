import { mayTake, type Step, statuses, type Taker } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'

/** Throws `StepRefused` if a step isn't allowed at the booking's status, or its customer has had it erased. */
export function requireStep(step: Step, { status, erasedAt }: Booking, taker: Taker = 'staff'): void {
  if (erasedAt) throw new StepRefused('The customer has had this booking erased, so you can’t do anything with it.')
  if (!mayTake(taker, step, status)) throw new StepRefused(`You can’t do this now: the booking is ${statuses[status].situation}.`)
}
