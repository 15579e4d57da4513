import type { Instant } from '#app/platform/clock.ts'
import type { LondonDay } from '#app/platform/day.ts'

/**
 * The tables, as code sees them (columns are snake_case in SQL). The same on SQLite and PostgreSQL (DESIGN 4, portable SQL):
 * ids are UUIDv7 text, instants fixed-width ISO 8601 UTC text, days `YYYY-MM-DD` of London, money integer pence, flags 0 or 1,
 * JSON text.
 */
export interface Tables {
  bookings: BookingsTable
  bookingEvents: BookingEventsTable
  bookingDrafts: BookingDraftsTable
  redlineSlots: RedlineSlotsTable
  rateLimits: RateLimitsTable
  jobs: JobsTable
  jobAttempts: JobAttemptsTable
  heartbeats: HeartbeatsTable
  settings: SettingsTable
  localMail: LocalMailTable
  blogPosts: BlogPostsTable
  liveVisits: LiveVisitsTable
}

export type Flag = 0 | 1

export type BookingStatus =
  | 'awaiting_payment'
  | 'received'
  | 'confirmed'
  | 'assigned'
  | 'en_route'
  | 'arrived'
  | 'completed'
  | 'cancelled'
  | 'no_access'
  | 'expired'

export interface BookingsTable {
  id: string
  /** `BK-` and 8 characters, what people read out. */
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
  /** Normalised where it could be read, else as typed. */
  postcode: string
  borough: string | null
  /** 0 when the postcode is outside our boroughs: staff ring before anyone drives. */
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
  /** A queued booking that came after its date or slot had passed: staff ring. */
  late: Flag
  suspectedSpam: Flag
  paymentDueAt: Instant | null
  trackingTokenHash: string
  trackingKeyId: string
  trackingRevocations: number
  triggeredFrom: string
  submittedAt: Instant
  createdAt: Instant
}

export interface BookingEventsTable {
  id: string
  bookingId: string
  at: Instant
  /** 'customer', 'system', later the staff member. */
  actor: string
  fromStatus: BookingStatus | null
  toStatus: BookingStatus
  note: string
}

export interface BookingDraftsTable {
  /** Hash of the draft's random id, which only the visitor's browser has. */
  idHash: string
  /** The answers so far, as JSON (`Draft`). */
  answers: string
  idempotencyKey: string
  /** The booking it became: sending the form again leads to the same confirmation. */
  bookingId: string | null
  expiresAt: Instant
}

export interface RedlineSlotsTable {
  day: LondonDay
  slot: number
  bookingId: string
  /** While held and unpaid; null once sold. */
  heldUntil: Instant | null
}

export interface RateLimitsTable {
  key: string
  /** The instants of the turns taken inside the window, as a JSON array. */
  turns: string
  expiresAt: Instant
}

export interface JobsTable {
  id: string
  kind: string
  payload: string
  state: 'waiting' | 'done' | 'dead'
  /** When it may next be claimed; while leased, when the lease runs out. */
  runAt: Instant
  leaseToken: string | null
  attempts: number
  createdAt: Instant
  finishedAt: Instant | null
}

export interface JobAttemptsTable {
  id: string
  jobId: string
  number: number
  startedAt: Instant
  endedAt: Instant | null
  /** 'lost': the process died or overran its lease. */
  outcome: 'ok' | 'failed' | 'lost' | null
  detail: string
}

export interface HeartbeatsTable {
  instance: string
  at: Instant
}

export interface SettingsTable {
  name: string
  /** Sealed with SECRET_KEY. */
  sealedValue: string
  updatedAt: Instant
}

export interface LocalMailTable {
  id: string
  at: Instant
  recipient: string
  subject: string
  /** The whole message as JSON (`LocalMail`). */
  message: string
}

/** Specification 2 section 3, blog post. */
export interface BlogPostsTable {
  id: string
  title: string
  slug: string
  category: string
  excerpt: string
  /** Plain text; `**bold**` and line breaks are all that it may mean. */
  content: string
  metaDescription: string
  /** Behind commas. */
  keywords: string
  author: string
  published: Flag
  featured: Flag
  createdAt: Instant
  updatedAt: Instant
  /** Null for a draft. */
  publishedAt: Instant | null
}

/** Visits of the last five minutes: nothing that leads back to an address or a browser. */
export interface LiveVisitsTable {
  /** A truncated keyed hash that is another one every day (`features/live/presence.server.ts`). */
  visitKey: string
  day: LondonDay
  seenAt: Instant
}
