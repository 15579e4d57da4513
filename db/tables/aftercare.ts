import type { Generated } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import type { Flag } from './flag.ts'

export interface AftercareTables {
  complaints: ComplaintsTable
  returnFaults: ReturnFaultsTable
  satisfactionRequests: SatisfactionRequestsTable
  reviews: ReviewsTable
  replacedReviews: ReplacedReviewsTable
  reviewAsks: ReviewAsksTable
  chosenMessages: ChosenMessagesTable
  cancellations: CancellationsTable
  awaitedParts: AwaitedPartsTable
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
  /** The complaint, and the remedy that they would like: 0 to 3000 and 0 to 1000 characters. */
  words: Generated<string>
  wish: Generated<string>
  acknowledgedAt: Generated<Instant | null>
  /** 'system' if the email went out with the complaint, else the id of the user. */
  acknowledgedBy: Generated<string | null>
  answeredAt: Generated<Instant | null>
  answeredBy: Generated<string | null>
  /** Our answer, as the customer reads it: up to 3000 characters. */
  answer: Generated<string>
  /** The passage of that answer about dispute resolution. */
  disputeText: Generated<string>
  closedAt: Generated<Instant | null>
  /** 'customer' if they complained again, else the id of the user. */
  closedBy: Generated<string | null>
  /** The final agreement, for staff: 1 to 1000 characters; null if nothing was noted. */
  closingNote: Generated<string | null>
}

/** The answer to whether a free return visit was for the same fault. The last row of a booking counts; earlier ones were corrected. */
export interface ReturnFaultsTable {
  id: string
  bookingId: string
  isSameFault: Flag
  /** The other fault: at most 200 characters; '' if it was the same, or once the booking is erased. */
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
  /** The time of their last request. */
  askedAt: Instant
  /** 'customer', or the id of the user who recorded it. */
  askedBy: string
  wish: SatisfactionWish
  /** The customer's complaint: up to 1000 characters; '' once the booking is erased. */
  words: Generated<string>
  /** The decision on a refund. */
  decidedAt: Generated<Instant | null>
  decidedBy: Generated<string | null>
  outcome: Generated<'full' | 'part' | null>
  /** The sum taken off the bill, and the part of it that they had paid. */
  creditedPence: Generated<number | null>
  refundPence: Generated<number | null>
  /** As the customer reads them: up to 1000 characters; '' if none were given, and once the booking is erased. */
  reasons: Generated<string>
}

/** The reasons to remove a review. */
export type RemovalReason = 'names_person' | 'defamatory' | 'unlawful' | 'not_ours'

/** The review of a booking by its customer, as it is now. */
export interface ReviewsTable {
  id: string
  bookingId: string
  /** 1 to 5. Null: it was erased with its customer's data. */
  stars: number | null
  /** Up to 2000 characters; '' for stars alone. */
  text: string
  /** First name, as its writer wants it shown; '' for none. */
  name: string
  /** 'Hackney, E8'; '' if unknown. */
  area: string
  service: string
  borough: string | null
  /** 1: its words may be shown, with name and area. */
  mayPublish: Flag
  /** Counts the versions, from 1. */
  revision: number
  writtenAt: Instant
  editedAt: Generated<Instant | null>
  /** Withdrawn by its writer. */
  withdrawnAt: Generated<Instant | null>
  /** Ours, up to 1000 characters; '': none. */
  answer: Generated<string>
  answeredAt: Generated<Instant | null>
  /** The id of the user. */
  answeredBy: Generated<string | null>
  removedAt: Generated<Instant | null>
  /** The id of the owner. */
  removedBy: Generated<string | null>
  removalReason: Generated<RemovalReason | null>
  /** The owner's, for staff: up to 1000 characters. */
  removalNote: Generated<string>
  erasedAt: Generated<Instant | null>
  /** 1: its booking's private link went to one of us, so it is neither shown nor counted. */
  isOwn: Generated<Flag>
}

/** An earlier version of a review that its writer changed or withdrew. */
export interface ReplacedReviewsTable {
  reviewId: string
  bookingId: string
  revision: number
  /** Its stars, text, name and leave, as JSON. */
  review: string
  /** Why it had been removed, if it had. */
  removalReason: RemovalReason | null
  replacedAt: Instant
}

/** An email that asked a customer for a review: two at most. */
export interface ReviewAsksTable {
  bookingId: string
  number: 1 | 2
  at: Instant
}

/** A customer's message, or a review from elsewhere, that an owner shows with the customer's consent: never counted among the reviews. */
export interface ChosenMessagesTable {
  id: string
  kind: 'message' | 'review'
  /** 1 to 1000 characters. */
  text: string
  /** As the customer wants it shown; '' for none. */
  name: string
  /** The place where it was written: 'WhatsApp', an address. */
  source: string
  saidOn: LondonDay
  /** The person who agreed that we may show it, the day and the means. */
  consentBy: string
  consentOn: LondonDay
  consentHow: string
  /** The writer's email in lower case, or phone in E.164, only to find it for them: never shown. '' if added before December 2026. */
  consentContact: Generated<string>
  addedAt: Instant
  /** The id of the owner. */
  addedBy: string
}

/** A contract that a customer cancelled by their legal right once work had begun: one row for each contract. */
export interface CancellationsTable {
  id: string
  bookingId: string
  /** The extra work; null: the visit itself. */
  workId: string | null
  receivedAt: Instant
  /** 'customer', or the id of the user who recorded it. */
  receivedBy: string
  /** As in their form; '' once the booking is erased. */
  name: string
  address: string
  /** The most that they pay for what was done, when they cancelled. */
  mostPence: number
  settledAt: Generated<Instant | null>
  settledBy: Generated<string | null>
  /** The sum that they pay for work done, and their payments beyond that. */
  keptPence: Generated<number | null>
  refundPence: Generated<number | null>
  /** As the customer reads them: up to 1000 characters; '' if none were given, and once the booking is erased. */
  reasons: Generated<string>
}

/** A part that a finished visit waits for. */
export interface AwaitedPartsTable {
  id: string
  /** The visit that waits. */
  bookingId: string
  /** At most 300 characters; '' once the booking is erased. */
  name: string
  /** At most 100 characters. */
  supplier: Generated<string>
  orderedOn: Generated<LondonDay | null>
  dueOn: Generated<LondonDay | null>
  arrivedOn: Generated<LondonDay | null>
  /** The return visit that fits it; null: none is booked. */
  returnId: Generated<string | null>
  addedAt: Instant
  /** The id of the user. */
  addedBy: string
  /** 0: only the job sheet names it; customers see its name once staff have saved it. */
  isChecked: Generated<Flag>
  /** The time staff took it off the list as no longer needed. */
  endedAt: Generated<Instant | null>
}
