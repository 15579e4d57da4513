import type { Generated } from 'kysely'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import type { Flag } from './flag.ts'

export interface BookingTables {
  bookings: BookingsTable
  bookingEvents: BookingEventsTable
  bookingMessages: BookingMessagesTable
  bookingNotes: BookingNotesTable
  staffActs: StaffActsTable
  customers: CustomersTable
  customerNotes: CustomerNotesTable
  customerDecisions: CustomerDecisionsTable
}

export interface BookingsTable {
  id: string
  /** `BK-` and 8 characters, for people to read out. */
  reference: string
  /** Hash of the key: it is the sender's own text. */
  idempotencyKey: string
  /** Hash of the content that came with the key: the same key with other content is refused. */
  contentHash: string
  status: BookingStatus
  serviceLevel: 'standard' | 'redline'
  channel: 'online' | 'phone'
  name: string
  /** E.164, `+44…`. */
  phone: string
  email: string
  service: string
  description: string
  address: string
  accessNotes: string
  siteContact: string
  vulnerableOccupant: Flag
  /** Normalised if it could be read, else as typed. */
  postcode: string
  borough: string | null
  /** 0 if the postcode is outside our boroughs: staff call before an engineer sets off. */
  inArea: Flag
  preferredDate: LondonDay | null
  /** Both null for 'as soon as possible'. */
  slotStartsAt: Instant | null
  slotEndsAt: Instant | null
  /** The arrival window that '£50 off if late' is judged by. */
  promisedFrom: Instant
  promisedUntil: Instant
  estimatePence: number
  priorityFeePence: number
  /** The price rules shown before the visitor agreed, as JSON (`FrozenTerms`). */
  frozenTerms: string
  /** A queued booking that arrived after its date or slot had passed: staff call. */
  late: Flag
  suspectedSpam: Flag
  paymentDueAt: Instant | null
  trackingTokenHash: string
  trackingKeyId: string
  trackingRevocations: number
  /** Hash of the short link in texts, which leads to the private link; null: it has none. */
  shortTokenHash: Generated<string | null>
  /**
   * Incremented with every change of the calendar entry: its time, its details, or that no engineer visits. The calendar file's SEQUENCE.
   */
  revision: Generated<number>
  /** The time of the last such change; null before the first. */
  revisedAt: Generated<Instant | null>
  triggeredFrom: string
  submittedAt: Instant
  createdAt: Instant
  /** Its customer deleted the account: once it is over, their personal data is removed. */
  eraseAskedAt: Generated<Instant | null>
  /** The time of erasure; only the data that the accounts need is left. */
  erasedAt: Generated<Instant | null>
  /** The engineer with the job; null: none yet. */
  engineerId: Generated<string | null>
  /** Incremented with every change that matters to others acting on the booking, so that two acts on the same version conflict. */
  version: Generated<number>
  /** The first acceptance by staff. */
  acceptedAt: Generated<Instant | null>
  /** The first promised call. Null: not yet. */
  calledAt: Generated<Instant | null>
  /** The time someone spoke to them, or noted that no call is needed. Null: not yet. */
  callSettledAt: Generated<Instant | null>
  /** The time staff and owner were alerted because no one had. */
  escalatedAt: Generated<Instant | null>
  /** The end of an earlier window that we promised: after it £50 off is owed (terms). Null: there was none. */
  lateAfter: Generated<Instant | null>
  /**
   * The time the window was agreed, if an engineer had been at the door before or the visit was over: earlier events belong to an earlier
   * visit. Null: it is the first.
   */
  visitAgreedAt: Generated<Instant | null>
  /** The estimated arrival of an engineer on the way, by their own word; null before and after that. */
  expectedAt: Generated<Instant | null>
  /** Text for staff's search, folded (`booking/search-text.ts`); 800 characters at most. '' once it is erased. */
  searchText: Generated<string>
  /** The dangers mentioned by its customer, each a `Danger`, separated by spaces (`safety/find-dangers.ts`). */
  dangers: Generated<string>
  /** Closed by us because it was no separate job. Null: it is one. */
  closedAs: Generated<'duplicate' | 'spam' | null>
  /** The booking that it was a duplicate of. */
  duplicateOf: Generated<string | null>
  /** The booking whose guarantee it is a return visit under. */
  returnOf: Generated<string | null>
  /** The time its customer proved that we can reach them (`booking/proof.ts`). Null: not yet. */
  provenAt: Generated<Instant | null>
  /** 1: it has no place in the plan, and no promised time: we call to agree one. Its window is the requested one. */
  toAgree: Generated<Flag>
  /** The customer's choice of channel. */
  contactBy: Generated<'both' | 'text' | 'email'>
  /** 1: its network address or phone number had used up its texts, so no text is sent until it is proven. */
  textsOnceProven: Generated<Flag>
  /** Whose it is. Null: not proven, so it may be anyone's; or erased. */
  customerId: Generated<string | null>
  /** Its customer booked for a business, which has no right to cancel by law. */
  forBusiness: Generated<Flag>
  /** The express request to start within the period of that right, and its recorder: 'customer', or a user's id. Null: not yet. */
  startAskedAt: Generated<Instant | null>
  startAskedBy: Generated<string | null>
}

export interface BookingEventsTable {
  id: string
  bookingId: string
  at: Instant
  /** 'customer' (by the private link), 'system', or a user's id. */
  actor: string
  /** 'rescheduled': it has another time; 'cancelled': the customer or one of us ended it. The note has the agreement. */
  kind: Generated<'status' | 'rescheduled' | 'cancelled'>
  fromStatus: BookingStatus | null
  toStatus: BookingStatus
  /** For staff; if the kind is not 'status', for the customer too. */
  note: string
}

/** Messages between customer and staff about a booking. */
export interface BookingMessagesTable {
  id: string
  bookingId: string
  /** Hash of the form's own key: a form sent twice is one message. */
  idempotencyKey: string
  at: Instant
  sender: 'customer' | 'staff'
  /** 'customer' (by the private link), or a user's id. */
  actor: string
  /** 1 to 1000 characters. */
  text: string
  /** For a customer's message: the time one of us first read it, and the id of the user. */
  readAt: Generated<Instant | null>
  readBy: Generated<string | null>
  /** For a customer's message: the time of our answer, in writing or by phone. */
  answeredAt: Generated<Instant | null>
}

/** Staff's notes about a booking, for staff. */
export interface BookingNotesTable {
  id: string
  bookingId: string
  /** Hash of the form's own key: a form sent twice is one note. */
  idempotencyKey: string
  at: Instant
  /** The id of the user. */
  actor: string
  /** 1 to 1000 characters. */
  text: string
}

/** Every kind of act of staff on a booking. */
export type StaffActKind =
  | 'accept'
  | 'assign'
  | 'promise'
  | 'advance'
  | 'cancel'
  | 'edit'
  | 'undo'
  | 'take'
  | 'join'
  | 'discard'
  | 'trust'
  | 'reopen'
  | 'complain'
  | 'acknowledge'
  | 'answer'
  | 'close'
  | 'unsatisfied'
  | 'decide-refund'
  | 'cancel-contract'
  | 'settle-cancellation'

/** Staff's acts on a booking. */
export interface StaffActsTable {
  /** Also the id of its event, if its status or time changed. */
  id: string
  bookingId: string
  /** The booking's after it. */
  version: number
  at: Instant
  /** The id of the user. */
  actor: string
  act: StaffActKind
  /** In words, as colleagues read it after the name: 'gave the job to Dan Okoro'. */
  text: string
  /** The columns that it changed, with status and revision, as JSON. */
  before: string
  after: string
  /** Hash of user, input and version seen: the same again is the same act. */
  pressHash: string
  undoneAt: Instant | null
}

/**
 * Proven bookings with the same phone and email are one customer's. Customers that staff joined have one record, whose id is one of
 * theirs; they stay apart in the table, so that joining changes no booking.
 */
export interface CustomersTable {
  id: string
  /** The same for all customers who are one person. The address of the person's page. */
  recordId: string
  /** The same for all customers of a household. */
  householdId: string
  /** Hash of its bookings' common details. Null: staff split it off, and no later booking is added to it. */
  matchKey: string | null
  createdAt: Instant
}

/** Staff's notes about a customer, for staff. */
export interface CustomerNotesTable {
  id: string
  customerId: string
  /** Hash of the form's own key: a form sent twice is one note. */
  idempotencyKey: string
  at: Instant
  /** The id of the user. */
  actor: string
  /** 1 to 1000 characters. */
  text: string
}

/** A decision by staff about two customers. */
export interface CustomerDecisionsTable {
  id: string
  at: Instant
  /** The id of the user. */
  actor: string
  /** 'split': some bookings aren't this person's and are another customer's from then on. 'other_…': not suggested again. */
  kind: 'same_person' | 'same_household' | 'other_person' | 'other_household' | 'split'
  customerId: string
  otherId: string
  /** JSON: the ids of the customers who joined another record or household, and the id of theirs until then. */
  moved: string
  undoneAt: Generated<Instant | null>
  undoneBy: Generated<string | null>
}
