import type { Generated } from 'kysely'
import type { Instant } from '#app/values/clock.ts'

export interface PaymentsTables {
  checkouts: CheckoutsTable
  payments: PaymentsTable
  disputes: DisputesTable
  disputeMovements: DisputeMovementsTable
  refunds: RefundsTable
  paymentEvents: PaymentEventsTable
  paymentChecks: PaymentChecksTable
  paymentDifferences: PaymentDifferencesTable
}

/** A payment page at the provider, opened for one booking. */
export interface CheckoutsTable {
  /** Also the idempotency key for the provider, and included in its messages. */
  id: string
  bookingId: string
  provider: string
  /** The provider's own id; null until it has answered, and for a static payment link. */
  sessionId: string | null
  url: string | null
  amountPence: number
  /** 'creating': the provider has not answered yet; 'ended': it can no longer be paid. */
  state: 'creating' | 'open' | 'paid' | 'ended'
  createdAt: Instant
  /** The provider takes no payment after that. */
  expiresAt: Instant
  /** The bill that is paid there; null: the priority fee. */
  billId: Generated<string | null>
  /** The customer's return from paying the bill, which proves nothing; null: not yet. */
  returnedAt: Generated<Instant | null>
  /** 1: opened from the code on an engineer's phone; it returns there, and has no email address. */
  byCode: Generated<0 | 1>
}

/** A payment received. */
export interface PaymentsTable {
  id: string
  provider: string
  providerPaymentId: string
  /** Null if the provider sent none that we know. */
  checkoutId: string | null
  bookingId: string | null
  amountPence: number
  /** ISO 4217, small letters. */
  currency: string
  /** 'confirmed': it paid for its booking; 'returned': there was nothing to pay for, and it is refunded in full. */
  outcome: 'confirmed' | 'returned'
  paidAt: Instant
  recordedAt: Instant
  /** The bill it pays or was meant to pay; null for a priority fee, and for a payment we can't place. */
  billId: Generated<string | null>
  /** For cash and bank transfers (`provider`): the id of the user who recorded it. */
  takenBy: Generated<string | null>
  /** Set once a cash or transfer payment recorded by mistake is voided: time, user and reason. */
  voidedAt: Generated<Instant | null>
  voidedBy: Generated<string | null>
  voidedReason: Generated<string | null>
  /** The handover of a cash payment; null until then. */
  handoverId: Generated<string | null>
}

/** A payment that the customer disputes with their bank, as the provider last reported it. */
export interface DisputesTable {
  id: string
  provider: string
  providerDisputeId: string
  /** The disputed payment's id, which may not be recorded yet; null if the provider does not say. */
  providerPaymentId: string | null
  amountPence: number
  /** ISO 4217, small letters. */
  currency: string
  /** The bank's reason, as the provider names it. */
  reason: string
  /** 'inquiry': the bank only asks, and no money is taken; 'closed': that ended, or a dispute was prevented. */
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'closed'
  /** Our deadline to answer; null: we can't, or no longer. */
  evidenceDueAt: Instant | null
  openedAt: Instant
  /** The time of that state. */
  reportedAt: Instant
}

/** Money that the provider took from us or returned to us for a dispute. */
export interface DisputeMovementsTable {
  disputeId: string
  providerMovementId: string
  kind: 'money' | 'fee'
  /** Negative: taken from us. */
  pence: number
  at: Instant
}

/** A refund. */
export interface RefundsTable {
  /** Also the idempotency key for the provider. */
  id: string
  paymentId: string
  amountPence: number
  /** The reason, a key of `refundTexts`; each once for a payment, except 'staff', 'dashboard' and 'overpaid'. */
  reason: string
  state: 'waiting' | 'done' | 'failed'
  providerRefundId: string | null
  createdAt: Instant
  doneAt: Instant | null
  /** The id of the user who requested it; null: automatic, or from the provider's dashboard. */
  askedBy: Generated<string | null>
  /** The reason given: 1 to 300 characters. */
  note: Generated<string | null>
}

/** Handled messages of a provider. */
export interface PaymentEventsTable {
  provider: string
  eventId: string
  kind: string
  receivedAt: Instant
  /** For a refund: the provider's id of its payment, and the provider's report as JSON. */
  providerPaymentId: string | null
  refund: string | null
}

/** Comparisons with a provider's own lists. */
export interface PaymentChecksTable {
  provider: string
  /** The beginning of the hour that it was made for. */
  hour: Instant
  doneAt: Instant | null
}

/** A difference from the provider's data, or something that staff must look at. */
export interface PaymentDifferencesTable {
  id: string
  provider: string
  providerPaymentId: string
  /** A key of `differenceTexts`. */
  kind: string
  oursPence: number
  theirsPence: number
  foundAt: Instant
}
