import type { Instant } from '#app/values/clock.ts'

export interface IntakeTables {
  bookingDrafts: BookingDraftsTable
}

export interface BookingDraftsTable {
  /** Hash of the draft's random id, which only the visitor's browser has. */
  idHash: string
  /** The answers so far, as JSON (`Draft`). */
  answers: string
  idempotencyKey: string
  /** The resulting booking: sending the form again leads to the same confirmation. */
  bookingId: string | null
  expiresAt: Instant
}
