import type { Instant } from '#app/platform/clock.ts'

/** The Red Line fee as it was paid, by the payments themselves: staff can receive a booking that nobody paid for. */
export interface PaidFee {
  paidAt: Instant
  /** What of it has not gone back yet. */
  leftPence: number
}
