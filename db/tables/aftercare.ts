import type { Generated } from 'kysely'
import type { Instant } from '#app/values/clock.ts'

export interface AftercareTables {
  complaints: ComplaintsTable
}

/** A customer's complaint about a visit, until it is settled. A booking has one open complaint at most. */
export interface ComplaintsTable {
  id: string
  bookingId: string
  openedAt: Instant
  /** The id of the user. */
  openedBy: string
  settledAt: Generated<Instant | null>
  /** The id of the user. */
  settledBy: Generated<string | null>
  /** The agreed settlement, for staff: 1 to 1000 characters. Null once the booking is erased. */
  settlement: Generated<string | null>
}
