import type { Generated } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { Flag } from './flag.ts'

export interface AftercareTables {
  complaints: ComplaintsTable
  returnFaults: ReturnFaultsTable
  satisfactionRequests: SatisfactionRequestsTable
}

export type ComplaintChannel = 'link' | 'phone' | 'email' | 'post'

/** A customer's complaint about a visit. A booking has one open complaint at most. Its texts are '' once the booking is erased. */
export interface ComplaintsTable {
  id: string
  bookingId: string
  receivedAt: Instant
  /** 'customer', or the id of the user who recorded it. */
  receivedBy: string
  /** Null: recorded before December 2026, when it was not asked for. */
  channel: ComplaintChannel | null
  /** What went wrong, and what they would like us to do: 0 to 3000 and 0 to 1000 characters. */
  words: Generated<string>
  wish: Generated<string>
  acknowledgedAt: Generated<Instant | null>
  /** 'system' if the email went out with the complaint, else the id of the user. */
  acknowledgedBy: Generated<string | null>
  answeredAt: Generated<Instant | null>
  answeredBy: Generated<string | null>
  /** Our answer, as the customer reads it: up to 3000 characters. */
  answer: Generated<string>
  /** What that answer said about dispute resolution. */
  disputeText: Generated<string>
  closedAt: Generated<Instant | null>
  /** 'customer' if they complained again, else the id of the user. */
  closedBy: Generated<string | null>
  /** What was agreed in the end, for staff: 1 to 1000 characters; null if nothing was noted. */
  closingNote: Generated<string | null>
}

/** Whether a free return visit was for the same fault. The last row of a booking counts; earlier ones were corrected. */
export interface ReturnFaultsTable {
  id: string
  bookingId: string
  isSameFault: Flag
  /** What it was instead: at most 200 characters; '' if it was the same, or once the booking is erased. */
  reason: string
  at: Instant
  /** The id of the user. */
  actor: string
}

export type SatisfactionWish = 'put_right' | 'refund'

/** A customer who wasn't satisfied with a visit: one request for each booking, which they may change until it is decided. */
export interface SatisfactionRequestsTable {
  id: string
  bookingId: string
  /** When they last asked. */
  askedAt: Instant
  /** 'customer', or the id of the user who recorded it. */
  askedBy: string
  wish: SatisfactionWish
  /** What wasn't right: up to 1000 characters; '' once the booking is erased. */
  words: Generated<string>
  /** Of a refund. */
  decidedAt: Generated<Instant | null>
  decidedBy: Generated<string | null>
  outcome: Generated<'full' | 'part' | null>
  /** What was taken off the bill, and the part of it that they had paid. */
  creditedPence: Generated<number | null>
  refundPence: Generated<number | null>
  /** As the customer reads them: up to 1000 characters; '' if none were given, and once the booking is erased. */
  reasons: Generated<string>
}
