import type { Generated } from 'kysely'
import type { Instant } from '#app/values/clock.ts'

export interface DeskTables {
  escalations: EscalationsTable
  reachAttempts: ReachAttemptsTable
  callBacks: CallBacksTable
  wallScreens: WallScreensTable
  enquiries: EnquiriesTable
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

/** A try to reach a person about a job that no engineer has: one for each step of the ladder, person and channel. */
export interface ReachAttemptsTable {
  /** Also the id of its job and, of a text, of `sent_texts`. */
  id: string
  bookingId: string
  /** The start of the ladder, and the number of the step. */
  step: string
  person: 'engineer' | 'owner' | 'desk'
  /** The id of the engineer; else of the user. */
  personId: string
  channel: 'text' | 'call' | 'email' | 'push'
  at: Instant
  /**
   * Null: not tried yet. 'unknown': a call that may have been placed; 'heard': a key was pressed; 'no_key': someone or something picked up;
   * 'stopped': someone has the job; 'dropped': too late to be of use.
   */
  outcome: Generated<
    'sent' | 'unknown' | 'heard' | 'accepted' | 'stopped' | 'answered' | 'no_key' | 'no_answer' | 'busy' | 'failed' | 'dropped' | null
  >
  /** Why it failed or was dropped. */
  reason: Generated<string>
  /** SHA-256 of the secret in its link; null until that was sent. */
  tokenHash: Generated<string | null>
  /** The job can be accepted by it until then. */
  expiresAt: Instant
  /** From then on the job can't be accepted by it. */
  endedAt: Generated<Instant | null>
  /** The provider's id of a call. */
  callId: Generated<string | null>
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

/** A text or a call from someone without an open booking, until someone has dealt with it; every call while it rings. */
export interface EnquiriesTable {
  id: string
  /** Hash of the provider's id: the same text or call is stored once. */
  providerKey: string
  at: Instant
  /** E.164; '' for a call without a number. */
  phone: string
  /** A call is 'ringing' until its provider reports how it ended. */
  kind: 'text' | 'ringing' | 'answered' | 'missed'
  /** 1 to 2000 characters of a text; '' for a call. */
  text: string
  /** Dealt with: by the user `settledBy`, or since they were answered or it is on their booking. */
  settledAt: Generated<Instant | null>
  settledBy: Generated<string | null>
}
