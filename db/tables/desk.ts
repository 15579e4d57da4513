import type { Generated } from 'kysely'
import type { Instant } from '#app/values/clock.ts'

export interface DeskTables {
  complaints: ComplaintsTable
  escalations: EscalationsTable
  callBacks: CallBacksTable
  wallScreens: WallScreensTable
  unmatchedTexts: UnmatchedTextsTable
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

/** A rung of the ladder of escalation that a booking has reached: reported once. */
export interface EscalationsTable {
  id: string
  bookingId: string
  rung: string
  at: Instant
  /** The report. */
  text: string
}

/** An unpaid Red Line booking whose customer staff have called. */
export interface CallBacksTable {
  bookingId: string
  rungAt: Instant
  /** The id of the user. */
  rungBy: string
}

/** A screen on a wall that shows the board; deleted when it is removed. */
export interface WallScreensTable {
  id: string
  /** Staff's name for it: 'Office, by the door'. */
  name: string
  /** SHA-256 of the token that its link and its cookie carry. */
  tokenHash: string
  createdAt: Instant
}

/** A text from a number that has no booking, until someone has dealt with it. */
export interface UnmatchedTextsTable {
  id: string
  /** Hash of the provider's id: the same text comes in once. */
  providerKey: string
  at: Instant
  /** E.164. */
  phone: string
  /** 1 to 2000 characters. */
  text: string
  settledAt: Generated<Instant | null>
  /** The id of the user. */
  settledBy: Generated<string | null>
}
