import type { VisitStep } from '#app/features/booking/lifecycle.ts'
import { type Instant, later, minutes } from '#app/values/clock.ts'
import type { BillingTerms } from '#content/fees.ts'

/**
 * Returns the fee that a step makes due by the booking's own terms, in pence. `arrivedAt`: the start of the visit, if known; `at`: the time
 * of the step. Making safe costs extra if it took longer than the time that the call-out includes.
 */
export function feeOfStep(
  step: VisitStep,
  { noAccessPence, makeSafePence, includedMinutes }: Pick<BillingTerms, 'noAccessPence' | 'makeSafePence' | 'includedMinutes'>,
  { arrivedAt, at }: { arrivedAt?: Instant; at: Instant },
): { kind: 'no_access' | 'make_safe'; amountPence: number } | undefined {
  if (step === 'no_access') return { kind: step, amountPence: noAccessPence }
  const isLonger = step === 'made_safe' && arrivedAt !== undefined && at > later(arrivedAt, minutes(includedMinutes))
  return isLonger ? { kind: 'make_safe', amountPence: makeSafePence } : undefined
}
