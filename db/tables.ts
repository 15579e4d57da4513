import type { Generated } from 'kysely'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'

/**
 * The tables, as code sees them (columns are snake_case in SQL). The same on SQLite and PostgreSQL:
 * ids are UUIDv7 text, instants fixed-width ISO 8601 UTC text, days `YYYY-MM-DD` of London, money integer pence, flags 0 or 1,
 * JSON text.
 */
export interface Tables {
  bookings: BookingsTable
  bookingEvents: BookingEventsTable
  bookingMessages: BookingMessagesTable
  bookingNotes: BookingNotesTable
  jobSheets: JobSheetsTable
  replacedSheets: ReplacedSheetsTable
  jobParts: JobPartsTable
  engineerActs: EngineerActsTable
  callAttempts: CallAttemptsTable
  timeCorrections: TimeCorrectionsTable
  creditDoubts: CreditDoubtsTable
  feeQuestions: FeeQuestionsTable
  photos: PhotosTable
  portraits: PortraitsTable
  filesToRemove: FilesToRemoveTable
  removedFiles: RemovedFilesTable
  extraWorks: ExtraWorksTable
  gasAppliances: GasAppliancesTable
  gasReasons: GasReasonsTable
  parts: PartsTable
  partChanges: PartChangesTable
  complaints: ComplaintsTable
  staffActs: StaffActsTable
  credits: CreditsTable
  charges: ChargesTable
  escalations: EscalationsTable
  engineers: EngineersTable
  shifts: ShiftsTable
  absences: AbsencesTable
  visitPlaces: VisitPlacesTable
  bookingDrafts: BookingDraftsTable
  redlineSlots: RedlineSlotsTable
  callBacks: CallBacksTable
  checkouts: CheckoutsTable
  payments: PaymentsTable
  refunds: RefundsTable
  paymentEvents: PaymentEventsTable
  paymentChecks: PaymentChecksTable
  paymentDifferences: PaymentDifferencesTable
  billNumbers: BillNumbersTable
  bills: BillsTable
  creditNotes: CreditNotesTable
  billCorrections: BillCorrectionsTable
  billReminders: BillRemindersTable
  billNotes: BillNotesTable
  cashHandovers: CashHandoversTable
  disputes: DisputesTable
  disputeMovements: DisputeMovementsTable
  bookChecks: BookChecksTable
  bookDifferences: BookDifferencesTable
  rateLimits: RateLimitsTable
  jobs: JobsTable
  jobAttempts: JobAttemptsTable
  heartbeats: HeartbeatsTable
  settings: SettingsTable
  ownerValues: OwnerValuesTable
  ownerValueChanges: OwnerValueChangesTable
  replacedPrices: ReplacedPricesTable
  localMail: LocalMailTable
  blogPosts: BlogPostsTable
  deletedPosts: DeletedPostsTable
  liveVisits: LiveVisitsTable
  counts: CountsTable
  countDays: CountDaysTable
  authUsers: AuthUsersTable
  authIdentities: AuthIdentitiesTable
  authFactors: AuthFactorsTable
  authChallenges: AuthChallengesTable
  authRecoveryCodes: AuthRecoveryCodesTable
  authPasskeys: AuthPasskeysTable
  authPasskeyChallenges: AuthPasskeyChallengesTable
  authSessions: AuthSessionsTable
  siteSessions: SiteSessionsTable
  authMailTokens: AuthMailTokensTable
  firstOwnerLink: FirstOwnerLinkTable
  staffInvitations: StaffInvitationsTable
  wallScreens: WallScreensTable
  authFlows: AuthFlowsTable
  authCodes: AuthCodesTable
  signingKeys: SigningKeysTable
  auditLog: AuditLogTable
  auditHead: AuditHeadTable
  backups: BackupsTable
  erasures: ErasuresTable
  monitorRounds: MonitorRoundsTable
  uptimeChecks: UptimeChecksTable
  uptimeDays: UptimeDaysTable
  syntheticBookings: SyntheticBookingsTable
  syntheticRuns: SyntheticRunsTable
  phoneFirst: PhoneFirstTable
  onlinePauses: OnlinePausesTable
  measureCounts: MeasureCountsTable
  performanceMetrics: PerformanceMetricsTable
  errorGroups: ErrorGroupsTable
}

export type Flag = 0 | 1

export type { BookingStatus }

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
  /**
   * Counts up whenever what a calendar shows of it changes: its time, its details, or that no engineer visits. The calendar file's
   * SEQUENCE.
   */
  revision: Generated<number>
  /** The time of the last such change; null before the first. */
  revisedAt: Generated<Instant | null>
  triggeredFrom: string
  submittedAt: Instant
  createdAt: Instant
  /** Its customer deleted the account: once it is over, their personal data is removed. */
  eraseAskedAt: Generated<Instant | null>
  /** When that was done; only what the accounts need is left. */
  erasedAt: Generated<Instant | null>
  /** The engineer with the job; null: none yet. */
  engineerId: Generated<string | null>
  /** Counts every change that matters to others acting on it: two who act on the same version are told apart by it. */
  version: Generated<number>
  /** When staff first accepted it. */
  acceptedAt: Generated<Instant | null>
  /** When we first called the customer, who was promised that. Null: not yet. */
  calledAt: Generated<Instant | null>
  /** When someone spoke to them, or noted that no call is needed. Null: not yet. */
  callSettledAt: Generated<Instant | null>
  /** When staff and owner were alerted because no one had. */
  escalatedAt: Generated<Instant | null>
  /** The end of an earlier window that we promised: after it £50 off is owed (terms). Null: there was none. */
  lateAfter: Generated<Instant | null>
  /** When the window was agreed, where that was after an engineer had been at the door or the visit was over: what happened before is of an earlier visit. Null: it is the first. */
  visitAgreedAt: Generated<Instant | null>
  /** When the engineer on the way expects to be there, by their own estimate; only while they are. */
  expectedAt: Generated<Instant | null>
  /** What staff find it by, folded (`booking/search-text.ts`); 800 characters at most. '' once it is erased. */
  searchText: Generated<string>
  /** The dangers mentioned by its customer, each a `Danger`, separated by spaces (`safety/find-dangers.ts`). */
  dangers: Generated<string>
  /** Closed by us because it was no separate job. Null: it is one. */
  closedAs: Generated<'duplicate' | 'spam' | null>
  /** The booking that it was a duplicate of. */
  duplicateOf: Generated<string | null>
  /** The booking whose guarantee it is a return visit under. */
  returnOf: Generated<string | null>
  /** When its customer proved that we can reach them (`booking/proof.ts`). Null: not yet. */
  provenAt: Generated<Instant | null>
  /** 1: it has no place in the plan, and no promised time: we call to agree one. Its window is the one that was asked for. */
  toAgree: Generated<Flag>
}

export interface BookingEventsTable {
  id: string
  bookingId: string
  at: Instant
  /** 'customer' (by the private link), 'system', or a user's id. */
  actor: string
  /** 'rescheduled': it has another time; 'cancelled': the customer or one of us ended it. The note says what was agreed. */
  kind: Generated<'status' | 'rescheduled' | 'cancelled'>
  fromStatus: BookingStatus | null
  toStatus: BookingStatus
  /** For staff; where the kind is not 'status', for the customer too. */
  note: string
}

/** What customer and staff wrote to each other about a booking. */
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
  /** Of a customer's: when one of us first read it, and the id of the user. */
  readAt: Generated<Instant | null>
  readBy: Generated<string | null>
  /** Of a customer's: when it was answered, in writing or by phone. */
  answeredAt: Generated<Instant | null>
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
  /** What was agreed, for staff: 1 to 1000 characters. Null once the booking is erased. */
  settlement: Generated<string | null>
}

/** What staff noted about a booking, for staff. */
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

export interface JobSheetsTable {
  bookingId: string
  /** From 1; another one with each change. */
  revision: number
  /** At most 2000 characters each; '' is not written yet. */
  found: string
  done: string
  parkingPence: number
  congestionPence: number
  /** What the job waits for, if another visit is needed: a part, more time, another trade, or the customer. */
  needsReturn: 'part' | 'time' | 'specialist' | 'customer' | null
  /** At most 300 characters. */
  returnNote: string
  savedAt: Instant
  /** The id of the user. */
  savedBy: string
}

/** A job sheet as it was before it was saved again. */
export interface ReplacedSheetsTable {
  bookingId: string
  revision: number
  /** `SavedSheet`, as JSON. */
  sheet: string
  savedAt: Instant
  /** The id of the user. */
  savedBy: string
}

/** What an engineer's phone reported, once for each key. */
export interface EngineerActsTable {
  /** A UUID that the phone made. */
  key: string
  engineerId: string
  /** Null: the job was not theirs. */
  bookingId: string | null
  /** A name of the table `kinds` in `routes/engineer/acts.ts`. */
  kind: string
  /** The corrected time of the act; `phoneAt`: by the phone's clock, null if it gave none. */
  at: Instant
  phoneAt: Instant | null
  /** 'clock': the phone's clock was wrong; 'bounds': its time was impossible. Null: nothing was corrected. */
  correction: 'clock' | 'bounds' | null
  receivedAt: Instant
  /** Why it was not done, in words for the engineer; null: it was. */
  refusal: string | null
  /** When the engineer read it. */
  dismissedAt: Instant | null
}

export interface JobPartsTable {
  bookingId: string
  /** Their order on the sheet, from 1. */
  number: number
  name: string
  quantity: number
  /** What one cost us, VAT included. */
  costPence: number
}

export interface CreditDoubtsTable {
  /** Of the credit for a late arrival. */
  creditId: string
  bookingId: string
  /** The time of arrival reported after the credit arose. */
  arrivedAt: Instant
  raisedAt: Instant
  /** When staff left the credit as it is, and the id of the user. One that is withdrawn has its own record. */
  settledAt: Instant | null
  settledBy: string | null
}

/** The no-access fee of a wait that reached us only afterwards. */
export interface FeeQuestionsTable {
  id: string
  bookingId: string
  amountPence: number
  /** From when the wait counted, and when the engineer left. */
  countsFrom: Instant
  leftAt: Instant
  raisedAt: Instant
  settledAt: Generated<Instant | null>
  /** The id of the user. */
  settledBy: Generated<string | null>
  decision: Generated<'charged' | 'waived' | null>
}

export interface TimeCorrectionsTable {
  id: string
  bookingId: string
  what: 'arrived' | 'left'
  fromAt: Instant
  toAt: Instant
  /** When it was corrected. */
  at: Instant
  /** The id of the engineer's user. */
  actor: string
  /** At most 200 characters; '' once the booking is erased. */
  reason: string
}

/** A call to a customer, or an engineer's try to reach one who does not answer the door. */
export interface CallAttemptsTable {
  id: string
  bookingId: string
  /** Hash of the act's own key: sending it twice records one. */
  idempotencyKey: string
  /** When they tried. */
  at: Instant
  /** The id of the user. */
  actor: string
  /** At most 300 characters. */
  note: string
  place: Generated<'door' | 'office'>
  /** 'not_needed': no one called, and staff noted that they needn't. */
  outcome: Generated<'spoken' | 'no_answer' | 'not_needed'>
}

/** A photo of a job. Its files lie where `services.files` keeps them. */
export interface PhotosTable {
  id: string
  bookingId: string
  /** From 1 to 20, each once: a job has no more photos than that. */
  place: number
  /** Hash of the upload's own key: sending it twice stores one. */
  uploadKey: string
  takenBy: 'customer' | 'engineer' | 'staff'
  /** 'customer', or the id of the user. */
  actor: string
  kind: 'before' | 'after' | 'door' | 'receipt' | 'problem' | 'appliance'
  /** As the device says, put right. */
  takenAt: Instant
  uploadedAt: Instant
  /** The picture as it is shown whole, and small. The names are random. */
  file: string
  bytes: number
  width: number
  height: number
  sha256: string
  smallFile: string
  smallBytes: number
  smallWidth: number
  smallHeight: number
  smallSha256: string
}

/** The portrait of an engineer, which their customers are shown. */
export interface PortraitsTable {
  engineerId: string
  uploadedAt: Instant
  /** The id of the user. */
  uploadedBy: string
  file: string
  bytes: number
  width: number
  height: number
  sha256: string
}

/** A file to be removed when it is due: no row refers to it, or will. */
export interface FilesToRemoveTable {
  file: string
  dueAt: Instant
  tries: number
}

/** A removed file, so that its copies in backups are removed too. */
export interface RemovedFilesTable {
  file: string
  removedAt: Instant
}

/** Work beyond what was booked, as an engineer proposed it. Its words and its sum never change. */
export interface ExtraWorksTable {
  id: string
  bookingId: string
  /** At most 100 characters. */
  name: string
  /** At most 500 characters; '' where the name says it all. */
  description: string
  /** What the sum is made of: JSON of `WorkLine[]` (extra-work/extra-work.ts). */
  lines: string
  /** What the customer pays for it at most, VAT included; the sum of its lines. */
  amountPence: number
  /** Part of the repair that the customer called us for, so that the law gives no right to cancel it. */
  isUrgentRepair: 0 | 1
  /** Hash of everything above, with its id: exactly this is agreed to. */
  contentHash: string
  state: 'proposed' | 'agreed' | 'declined' | 'withdrawn'
  /** From 1; another one with each change of its state. */
  revision: number
  proposedAt: Instant
  /** The id of the user. */
  proposedBy: string
  decidedAt: Instant | null
  /** 'customer' by the private link, else the id of the user. */
  decidedBy: string | null
  /** Where it was agreed or declined. */
  way: 'engineer_phone' | 'private_link' | null
  /** The name typed with the agreement; at most 100 characters. */
  signerName: string | null
  /** What they drew on the engineer's phone: the path of an SVG (platform/signature.ts). */
  signature: string | null
  /** When they asked us to start now, within the 14 days in which they may cancel; null where there is no such right, or it was not agreed. */
  startAskedAt: Instant | null
  /** That request in the words that they ticked; null also if they asked before those were stored. */
  startText: string | null
}

/** A gas appliance that an engineer worked on, as they left it. */
export interface GasAppliancesTable {
  id: string
  bookingId: string
  kind: string
  make: string
  model: string
  location: string
  serialNumber: string
  /** The examination: JSON of a `Check` for each `CheckName` (gas-record/gas-record.ts). */
  checks: string
  /** As measured, with the unit; '' where it was not. */
  pressureReading: string
  heatInput: string
  combustion: string
  workDone: string
  outcome: 'safe' | 'at_risk' | 'immediately_dangerous'
  /** What is wrong; '' if it is safe. */
  defect: string
  /** Whether it was turned off; null if it is safe. */
  turnedOff: 'yes' | 'refused' | null
  /** What became of the warning notice; null if it is safe. */
  notice: 'signed' | 'refused' | 'absent' | null
  signerName: string | null
  /** The path of an SVG (platform/signature.ts). */
  signature: string | null
  /** It may have to be reported under RIDDOR, regulation 11(2). */
  isReportable: Flag
  reportReason: string
  /** The engineer's Gas Safe licence, seven digits, and their name, as they were then. */
  licenceNumber: string
  engineerName: string
  recordedAt: Instant
  /** The id of the user. */
  recordedBy: string
  /** Recorded by mistake. */
  removedAt: Instant | null
  removedBy: string | null
  /** When the engineer called the gas emergency service, and what they were told. */
  emergencyCalledAt: Instant | null
  emergencyReference: string
  /** When, by which owner and how the report was settled: HSE's reference, or why there is none. */
  reportedAt: Instant | null
  reportedBy: string | null
  reportNote: string
}

/** Why there is no gas record of a job that may have been gas work. */
export interface GasReasonsTable {
  bookingId: string
  /** 1 to 300 characters. */
  reason: string
  at: Instant
  /** The id of the user. */
  actor: string
}

/** A part of the owner's price book. */
export interface PartsTable {
  id: string
  /** 1 to 80 characters. */
  name: string
  /** The name as it is compared (`nameKeyOf`): each is there once. */
  nameKey: string
  /** What one is counted in: 'each', 'metre'. At most 20 characters. */
  unit: string
  /** What one costs us, VAT included. */
  costPence: number
  /** Whether engineers can choose it. */
  isActive: Flag
  /** From 1; another one with each change. */
  revision: number
}

/** What a part was before a change. */
export interface PartChangesTable {
  id: string
  partId: string
  at: Instant
  /** The id of the user. */
  actor: string
  name: string
  unit: string
  costPence: number
  isActive: Flag
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
  | 'settle'

/** What one of us did with a booking. */
export interface StaffActsTable {
  /** Of its event too, where its status or time changed. */
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

/** A promise to a customer that was missed, and what they get for it. Arriving never removes it; only a person withdraws it. */
export interface CreditsTable {
  id: string
  bookingId: string
  /**
   * 'call': we call; 'dispatch': an engineer sets off (Red Line); 'window': they arrive within the window. Each at most once for a booking.
   */
  promise: 'call' | 'dispatch' | 'window'
  /** When it ran out. */
  missedAt: Instant
  /** 0: an apology only. */
  amountPence: number
  /** The refund that pays it; null: it comes off the bill. */
  refundId: string | null
  /** What was missed, in words, for staff and reports. */
  reason: string
  createdAt: Instant
  withdrawnAt: Generated<Instant | null>
  /** The id of the user. */
  withdrawnBy: Generated<string | null>
  /** 1 to 1000 characters. */
  withdrawnReason: Generated<string | null>
}

/** A fee from how a visit went: owed until the bill includes it, or a person withdraws it. */
export interface ChargesTable {
  id: string
  bookingId: string
  /** Each at most once for a booking, but for what was withdrawn. 'priority_fee': of a cancelled booking by phone, for which we dispatched in time. */
  kind: 'no_access' | 'make_safe' | 'late_cancellation' | 'priority_fee'
  amountPence: number
  /** Why, in words for staff and reports. */
  reason: string
  arisenAt: Instant
  /** 'customer' by the private link, 'system', or the id of the user. */
  arisenBy: string
  withdrawnAt: Generated<Instant | null>
  /** The id of the user. */
  withdrawnBy: Generated<string | null>
  /** 1 to 1000 characters. */
  withdrawnReason: Generated<string | null>
}

/** A rung of the ladder of escalation that a booking has reached: reported once. */
export interface EscalationsTable {
  id: string
  bookingId: string
  rung: string
  at: Instant
  /** What was reported. */
  text: string
}

/** An engineer. One who has left is retired: their jobs stay theirs. */
export interface EngineersTable {
  id: string
  name: string
  /** E.164. */
  phone: string
  /** Seven digits; null: no gas work. */
  gasSafeNumber: string | null
  /** Where they start from, as staff write it. */
  base: string
  /** The account that they see their jobs with, on their phone. */
  userId: Generated<string | null>
  retiredAt: Instant | null
  createdAt: Instant
  /** Sample shifts, for display: they neither give nor take capacity. */
  isSample: Generated<Flag>
}

/** When an engineer works or is on call; no two of one engineer overlap, whichever they are. */
export interface ShiftsTable {
  id: string
  engineerId: string
  startsAt: Instant
  endsAt: Instant
  kind: Generated<'shift' | 'on-call'>
}

/** When an engineer is away, by London's days and clocks (`rota/working-hours.ts` takes it out of their shifts). */
export interface AbsencesTable {
  id: string
  engineerId: string
  kind: 'holiday' | 'sickness' | 'other'
  firstDay: LondonDay
  /** `HH:MM` on the first day; null: from the first shift that begins on it. */
  fromTime: string | null
  /** Included. */
  lastDay: LondonDay
  /** `HH:MM` on the last day; null: to the end of the last shift that begins on it. */
  untilTime: string | null
  createdAt: Instant
}

/** Five minutes of an engineer that a visit takes up. */
export interface VisitPlacesTable {
  engineerId: string
  startsAt: Instant
  bookingId: string
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
  /** Keyed hash of the address that it is held for; null once sold. */
  clientKey: string | null
}

/** An unpaid Red Line lead that staff have called. */
export interface CallBacksTable {
  bookingId: string
  rungAt: Instant
  /** The id of the user. */
  rungBy: string
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
  /** When the provider takes nothing more. */
  expiresAt: Instant
  /** The bill that is paid there; null: the priority fee. */
  billId: Generated<string | null>
  /** When the customer came back from paying the bill, which proves nothing; null: not yet. */
  returnedAt: Generated<Instant | null>
  /** 1: opened from the code on an engineer's phone; it leads back there, and has no email address. */
  byCode: Generated<0 | 1>
}

/** A payment received. */
export interface PaymentsTable {
  id: string
  provider: string
  providerPaymentId: string
  /** Null where the provider named none that we know. */
  checkoutId: string | null
  bookingId: string | null
  amountPence: number
  /** ISO 4217, small letters. */
  currency: string
  /** 'confirmed': it paid for its booking; 'returned': there was nothing to pay for, and it is refunded in full. */
  outcome: 'confirmed' | 'returned'
  paidAt: Instant
  recordedAt: Instant
  /** The bill that it pays, or was meant to; null: it was for the priority fee, or for nothing that we know. */
  billId: Generated<string | null>
  /** Of cash and bank transfers (`provider`): who recorded it, the id of the user. */
  takenBy: Generated<string | null>
  /** Of those: when and why it was voided, and who did it, because it was recorded by mistake. */
  voidedAt: Generated<Instant | null>
  voidedBy: Generated<string | null>
  voidedReason: Generated<string | null>
  /** Of cash: with what it was handed in; null until then. */
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
  /** 'inquiry': the bank asks, and no money is taken; 'closed': that ended, or a dispute was prevented. */
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'closed'
  /** Until when we can answer; null: never, or no longer. */
  evidenceDueAt: Instant | null
  openedAt: Instant
  /** When it was so. */
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

/** Cash taken at the door and handed in, by the person who took it. */
export interface CashHandoversTable {
  id: string
  /** The id of the user who had it, and of the one who counted it. */
  heldBy: string
  receivedBy: string
  at: Instant
  /** What there should have been by its payments, and what was counted. */
  expectedPence: number
  countedPence: number
  /** Why there is a difference; '' where there is none, or nothing else to say. */
  note: string
  /** Of the form: sent twice it is handed in once. */
  pressKey: string
}

/** A refund. */
export interface RefundsTable {
  /** Also the idempotency key for the provider. */
  id: string
  paymentId: string
  amountPence: number
  /** Why, as `refundTexts` says it; each reason once for a payment, save 'staff', 'dashboard' and 'overpaid'. */
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

/** The last number of each year: issuing locks its row until the transaction ends, so numbers have no gaps. */
export interface BillNumbersTable {
  kind: 'bill' | 'credit_note'
  year: number
  last: number
}

/** A bill as it was issued. The database refuses every change of it. */
export interface BillsTable {
  id: string
  bookingId: string
  /** From 1; another one once the one before is credited in full. */
  revision: number
  year: number
  number: number
  /** '2026-0001'. */
  reference: string
  issuedAt: Instant
  /** The id of the user. */
  issuedBy: string
  /** The day on which the visit ended, or the booking was called off. */
  suppliedOn: LondonDay
  /** The time of supply, for VAT. */
  taxPoint: LondonDay
  dueOn: LondonDay
  /** Who made the visit. */
  engineerId: string | null
  /** As JSON: `BilledLine[]`, the supplier and the customer (`Supplier`, `BilledCustomer`), and the visit (`BilledVisit`). */
  lines: string
  supplier: string
  customer: string
  visit: string
  /** VAT included. */
  totalPence: number
  /** Null: we were not registered for VAT. */
  vatPercent: number | null
  vatPence: number
}

/** What lowers a bill that was issued. The database refuses every change of it. */
export interface CreditNotesTable {
  id: string
  billId: string
  year: number
  number: number
  /** 'CN-2026-0001'. */
  reference: string
  issuedAt: Instant
  /** The id of the user. */
  issuedBy: string
  /** As the customer reads it: 1 to 300 characters. */
  reason: string
  /** VAT included. */
  amountPence: number
  vatPence: number
  /** From the form: sending it twice makes one. */
  pressKey: string
}

/** What staff add to a bill, or take off it, before it is issued. */
export interface BillCorrectionsTable {
  id: string
  bookingId: string
  /** 'work': within the price cap; 'at_cost': passed on, like parking; 'reduction': taken off. */
  kind: 'work' | 'at_cost' | 'reduction'
  /** As the customer reads it: 1 to 100 characters. */
  label: string
  /** Always positive. */
  amountPence: number
  /** For colleagues: 1 to 300 characters. */
  reason: string
  madeAt: Instant
  /** The id of the user. */
  madeBy: string
  withdrawnAt: Generated<Instant | null>
  withdrawnBy: Generated<string | null>
}

/** A reminder of a bill that was sent: each once. */
export interface BillRemindersTable {
  billId: string
  /** How many days after it was due it is for (`billReminderDays`). */
  day: number
  at: Instant
}

/** Notes about paying a bill. 'disputed' and 'arranged': no reminders until it is 'resumed'. */
export interface BillNotesTable {
  id: string
  billId: string
  kind: 'called' | 'disputed' | 'arranged' | 'resumed'
  /** For colleagues: 1 to 300 characters. */
  text: string
  at: Instant
  /** The id of the user. */
  actor: string
  /** From the form: sending it twice makes one. */
  pressKey: string
}

/** An hour for which the books were looked through: one instance does each. */
export interface BookChecksTable {
  hour: Instant
  doneAt: Instant
}

/** An error in the books, with the figures for `bookDifferenceText`. */
export interface BookDifferencesTable {
  id: string
  kind: string
  /** The id or the number of what it is about. */
  subject: string
  bookingId: string | null
  expectedPence: number
  foundPence: number
  foundAt: Instant
}

/** Handled messages of a provider. */
export interface PaymentEventsTable {
  provider: string
  eventId: string
  kind: string
  receivedAt: Instant
  /** Of a refund: the provider's id of its payment, and the provider's report as JSON. */
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
  /** As `differenceTexts` says it. */
  kind: string
  oursPence: number
  theirsPence: number
  foundAt: Instant
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
  /** The job that staff had the same sent by again, the latest of them. */
  replayedAs: string | null
  /**
   * The booking that it is about, or of a mail about an account the user, or the keyed hash of the address that it goes to. Null where
   * it is about none, and of mails about accounts that were added before this was written down.
   */
  about: string | null
}

export interface JobAttemptsTable {
  id: string
  jobId: string
  number: number
  startedAt: Instant
  endedAt: Instant | null
  /** 'lost': the process died or overran its lease. */
  outcome: 'ok' | 'failed' | 'lost' | null
  /** What the other side answered, or what went wrong. */
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

/** The owner's changes to the site's own values: a row for each group of values. */
export interface OwnerValuesTable {
  /** The group of fields: 'details', 'fees', 'rates', 'offer-' and a code, 'claim-' and an id … (`settings/business-fields.ts`). */
  name: string
  /** JSON: the group's values that are not the defaults. */
  value: string
  /** Counts the changes. */
  revision: number
  updatedAt: Instant
}

/** A field of the owner's values that was changed. */
export interface OwnerValueChangesTable {
  id: string
  /** The group, as `owner_values.name`. */
  groupName: string
  field: string
  /** What was shown before, as it is typed; '' where there was none. */
  before: string
  /** Null once that account is deleted. */
  changedBy: string | null
  changedAt: Instant
}

/** A group of the owner's prices as it was before a change, kept for a day. */
export interface ReplacedPricesTable {
  id: string
  /** The group, as `owner_values.name`. */
  name: string
  /** As `owner_values.value`. */
  value: string
  replacedAt: Instant
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
  /** Plain text; only `**bold**` and line breaks are markup. */
  content: string
  metaDescription: string
  /** Separated by commas. */
  keywords: string
  author: string
  published: Flag
  featured: Flag
  createdAt: Instant
  updatedAt: Instant
  /** Null for a draft. */
  publishedAt: Instant | null
  /** Hash of what it was made from, so that sending the same twice makes one post; null for those that the site came with. */
  madeFrom: string | null
}

/** Posts that can be brought back (`retention.deletedPostDays`). */
export interface DeletedPostsTable {
  /** The post's own. */
  id: string
  deletedAt: Instant
  /** Its row of `blog_posts`, as JSON. */
  post: string
}

/** Visits of the last five minutes: nothing that leads back to an address or a browser. */
export interface LiveVisitsTable {
  /** A truncated keyed hash that is another one every day (`features/live/presence.server.ts`). */
  visitKey: string
  day: LondonDay
  seenAt: Instant
}

/** How often an event happened on the site's pages in a day: sums only, nothing about visitors (`features/analytics`). */
export interface CountsTable {
  day: LondonDay
  /** This and the next four are from closed lists (`count-rules.ts`). */
  event: string
  label: string
  path: string
  /** The borough or the part of London that the page is about; else empty. */
  area: string
  channel: string
  count: number
}

/** How many rows of `counts` a day has. Writers of a day's counts lock its row, so that its limit holds. */
export interface CountDaysTable {
  day: LondonDay
  rowCount: number
}

export type UserRole = 'customer' | 'staff' | 'owner'
export type AssuranceLevel = 'aal1' | 'aal2'
/** What an email asks its reader to confirm; a change of address is confirmed from the old and from the new address. */
export type MailTokenKind =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'

export interface AuthUsersTable {
  id: string
  /** Lower-case; null for an anonymous user. */
  email: string | null
  /** Argon2id, as a PHC string; null where there is no password. */
  passwordHash: string | null
  /** Whether the password is long enough for staff; null until it has been typed. A role that rises counts an unknown one as too short. */
  passwordSuitsStaff: Flag | null
  passwordChangedAt: Instant | null
  /** Links and codes in emails that were asked for earlier are void. */
  mailsVoidBefore: Instant | null
  /** Another person's sign-up, which got no email of its own, came in between: sign-ups until then set no password. */
  signUpContestedAt: Instant | null
  emailConfirmedAt: Instant | null
  /** E.164, or empty. */
  phone: string
  phoneConfirmedAt: Instant | null
  /** The address of an unconfirmed change, and which of its emails were confirmed: 1 the new address's, 2 the old one's, 3 both. */
  newEmail: string | null
  emailChangeSentAt: Instant | null
  emailChangeHalves: number
  confirmationSentAt: Instant | null
  recoverySentAt: Instant | null
  invitedAt: Instant | null
  lastSignInAt: Instant | null
  /** JSON that only the server writes. */
  appMetadata: string
  /** JSON that the user writes: never a ground for allowing anything. */
  userMetadata: string
  role: UserRole
  /** A sample account, only on a site on this machine. */
  isSample: Flag
  isAnonymous: Flag
  bannedUntil: Instant | null
  /** Wrong codes in a row, over all factors and challenges. */
  factorFailures: number
  factorsLockedUntil: Instant | null
  /** Of staff: when they closed the offer to add a passkey. */
  passkeyOfferClosedAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

export interface AuthIdentitiesTable {
  id: string
  userId: string
  provider: string
  /** The provider's name for the user; for 'email' the user's id. */
  providerId: string
  email: string | null
  /** What the provider says, as JSON. */
  identityData: string
  createdAt: Instant
  updatedAt: Instant
  lastSignInAt: Instant | null
}

export interface AuthFactorsTable {
  id: string
  userId: string
  /** 'recovery_code': the one set of a user, which is verified from the start. */
  kind: 'totp' | 'phone' | 'recovery_code' | 'webauthn'
  status: 'unverified' | 'verified'
  friendlyName: string | null
  /** Of TOTP: base32, sealed. */
  sealedSecret: string | null
  /** Of phone: E.164 without its plus. */
  phone: string | null
  /** The 30-second step of the last code that was accepted: that one and earlier ones are spent. */
  lastStep: number | null
  failures: number
  lockedUntil: Instant | null
  lastChallengedAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

/** A question for a factor's code; gone when it has been answered rightly. */
export interface AuthChallengesTable {
  id: string
  factorId: string
  clientKey: string
  createdAt: Instant
  expiresAt: Instant
}

export interface AuthRecoveryCodesTable {
  factorId: string
  /** The id of the key and the keyed hash that it made. */
  codeHash: string
  createdAt: Instant
  usedAt: Instant | null
}

/** A public key of someone's device or security key (WebAuthn), which signs them in. */
export interface AuthPasskeysTable {
  id: string
  userId: string
  /** Its factor, if it is only a second step and signs no one in on its own. */
  factorId: string | null
  /** Both base64url; the key in COSE form. */
  credentialId: string
  publicKey: string
  /** The device's own count of signatures; 0 where it keeps none. */
  signCount: number
  /** How browsers may reach the device, as JSON. */
  transports: string
  friendlyName: string
  /** Since when it has been blocked, because its count went back: it may have been copied. */
  blockedAt: Instant | null
  createdAt: Instant
  lastUsedAt: Instant | null
}

/** A passkey's challenge; gone with the first answer, right or wrong. */
export interface AuthPasskeyChallengesTable {
  id: string
  purpose: 'register' | 'sign-in' | 'step'
  /** The session, browser or client that was given it. */
  holder: string
  expiresAt: Instant
}

/** A signed-in device. Gone when signed out: then its access tokens are refused too. */
export interface AuthSessionsTable {
  id: string
  userId: string
  aal: AssuranceLevel
  /** How and when it was proved who this is: JSON, newest first. */
  amr: string
  /** The factor that raised it to aal2. */
  factorId: string | null
  /** The passkey that it was opened with, or raised by. */
  passkeyId: string | null
  /** SHA-256 of the one refresh token that is valid, the count it carries, and the key that made it. */
  refreshTokenHash: string
  refreshCount: number
  refreshKeyId: string
  refreshedAt: Instant
  endsAt: Instant
  userAgent: string
  createdAt: Instant
}

/** A browser that is signed in to the site; its session ends with the one behind it. */
export interface SiteSessionsTable {
  /** SHA-256 of the cookie. */
  idHash: string
  sessionId: string
  /** When it was last used, to the minute. */
  seenAt: Instant
  /** Where it ends however much it is used. */
  endsAt: Instant
  createdAt: Instant
}

/** What an email's link or code is for. Once used it stays until its expiry, so that a retried email does not revive it. */
export interface AuthMailTokensTable {
  /** SHA-256 of the link's token. */
  tokenHash: string
  kind: MailTokenKind
  userId: string
  /** Where it was sent. */
  email: string
  /** Keyed hash of the six digits. */
  codeHash: string
  codeTries: number
  /** What confirming sets: the password and the data of this same sign-up, as JSON. */
  signUp: string | null
  codeChallenge: string | null
  createdAt: Instant
  expiresAt: Instant
  usedAt: Instant | null
}

/** The one link that makes the first owner; gone with its use. */
export interface FirstOwnerLinkTable {
  onlyOne: 1
  /** What the link's token is made of, together with a key that is not stored here. */
  seed: string
  /** SHA-256 of the link's token. */
  tokenHash: string
  createdAt: Instant
  expiresAt: Instant
}

/** A screen on a wall that shows the board; gone once it is removed. */
export interface WallScreensTable {
  id: string
  /** What staff call it: 'Office, by the door'. */
  name: string
  /** SHA-256 of the token that its link and its cookie carry. */
  tokenHash: string
  createdAt: Instant
}

/** A future member of staff, owner or engineer, until the invitation is accepted or withdrawn. */
export interface StaffInvitationsTable {
  id: string
  /** Lower-case; where the mail goes, and whose the role is going to be. */
  email: string
  fullName: string
  role: Exclude<UserRole, 'customer'> | 'engineer'
  /** Of an invitation as 'engineer': whose jobs they are to see. */
  engineerId: string | null
  invitedBy: string
  /** SHA-256 of the newest mail's token. */
  tokenHash: string
  createdAt: Instant
  /** When the newest mail was asked for. */
  sentAt: Instant
  expiresAt: Instant
}

/** A user is away at a provider; the id is the hash of the `state`. */
export interface AuthFlowsTable {
  id: string
  provider: string
  redirectTo: string
  codeChallenge: string | null
  /** Our own verifier and nonce, as sealed JSON. */
  sealedProviderState: string
  /** Set when the provider's account is to be linked to this user. */
  linkingUserId: string | null
  expiresAt: Instant
}

/** An authorisation code of ours, to be exchanged once, with its verifier, for a session. */
export interface AuthCodesTable {
  codeHash: string
  userId: string
  /** How it was proved who this is. */
  method: string
  codeChallenge: string
  sealedProviderTokens: string | null
  /** What takes effect with the exchange: the password of a sign-up, or an identity that is linked. */
  sealedPending: string | null
  expiresAt: Instant
}

export interface SigningKeysTable {
  generation: number
  kid: string
  /** The private JWK, sealed. */
  sealedJwk: string
  signsFrom: Instant
  /** Set when its successor is known. */
  signsUntil: Instant | null
}

/** Who did what. Never an address, a token or a password. */
export interface AuditLogTable {
  id: string
  at: Instant
  /** A user's id, 'service', 'system', or 'anybody'. */
  actor: string
  action: string
  /** What it was done to: an id. */
  subject: string
  detail: string
  /** Its place in the chain, and the HMAC over it and its predecessor. Null in no entry of ours. */
  position: number | null
  chainHash: string | null
  /** The key of that HMAC; null in entries that are older than the key, whose hash is a plain one. */
  keyId: string | null
}

/** One row: the newest place of the log's chain. */
export interface AuditHeadTable {
  onlyOne: Generated<1>
  position: number
  chainHash: string
}

/** A backup in one place, or a try. */
export interface BackupsTable {
  id: string
  at: Instant
  reason: 'nightly' | 'migration' | 'manual' | 'restore'
  /** Where it is, in words: a folder, or a bucket's address. */
  place: string
  name: string
  bytes: number
  /** How many bookings are in it. */
  bookings: number
  durationMs: number
  /** Why it cannot be relied on; '' where it was opened and everything was there. */
  problem: string
}

/** What was erased, for the list outside the backups: a restored backup must not bring it back. */
export interface ErasuresTable {
  id: string
  at: Instant
  kind: 'customer' | 'account' | 'booking'
  keyId: string
  /** HMAC of the id of what was erased. */
  mac: string
  listedAt: Instant | null
}

/** Whose turn it was: one instance does each round. */
export interface MonitorRoundsTable {
  kind: 'uptime' | 'synthetic' | 'backup' | 'backup-late'
  /** The beginning of the five or fifteen minutes that the last round was for. */
  slot: Instant
  claimedAt: Instant
}

/** Specification 2 section 3, uptime check. */
export interface UptimeChecksTable {
  id: string
  /** A path of the site, e.g. `/api/health`. */
  endpoint: string
  at: Instant
  status: 'up' | 'degraded' | 'down'
  /** Null where nothing answered. */
  responseMs: number | null
  error: string
}

/** What is left of a day's checks: how many of its rounds of five minutes went how. */
export interface UptimeDaysTable {
  endpoint: string
  day: LondonDay
  up: number
  degraded: number
  down: number
  /** Rounds without a check. */
  unknown: number
  p50Ms: number | null
  p95Ms: number | null
}

/** A test booking as it was stored, moved out of `bookings` by the transaction that wrote it. Deleted with its run. */
export interface SyntheticBookingsTable {
  id: string
  idempotencyKey: string
  reference: string
  /** Its row of `bookings`, as JSON. */
  booking: string
  /** How many events and jobs came with it. */
  events: number
  jobs: number
  at: Instant
}

export interface SyntheticRunsTable {
  id: string
  at: Instant
  outcome: 'ok' | 'failed'
  responseMs: number | null
  error: string
}

/** Since when the public pages ask people to call first; null: they don't. One row. */
export interface PhoneFirstTable {
  onlyOne: 1
  since: Instant | null
}

/** Until when online booking is paused, with the reason that visitors read, or from when an engineer is free again. At most one row. */
export interface OnlinePausesTable {
  onlyOne: 1
  kind: 'paused' | 'next_free'
  until: Instant
  reason: string
}

/** How often a measurement fell into a bucket, in one hour and in one London day (monitoring/rules.ts). */
export interface MeasureCountsTable {
  span: 'hour' | 'day'
  /** `YYYY-MM-DD` of London, or the hour in UTC, `YYYY-MM-DDTHH`. */
  period: string
  metric: string
  /** A pattern of the site's addresses, e.g. `/track/:token`. */
  page: string
  /** Of visits, the device; of answers and fetches, how they ended. */
  detail: string
  bucket: number
  count: number
}

/** A single measurement of a visit: the newest 1,000 are kept. */
export interface PerformanceMetricsTable {
  id: string
  name: string
  /** Milliseconds; of a layout shift, its score. */
  value: number
  timestamp: Instant
  category: 'vitals' | 'fetch'
  /** JSON: page, device, browser; of a fetch, what was fetched and how it ended. */
  metadata: string
}

/** Errors that are the same one, cleaned of what people typed. */
export interface ErrorGroupsTable {
  /** Hash of kind, message, file and page. */
  fingerprint: string
  kind: string
  message: string
  /** Where it was thrown, in a file of ours: `page-AbC.js:1:234`; empty where that is not known. */
  frame: string
  page: string
  count: number
  firstSeenAt: Instant
  lastSeenAt: Instant
  /** The build that served when it was last seen. */
  release: string
  /** JSON: the newest few. */
  samples: string
  /** Set by staff; if it is seen again, it reopens. */
  resolvedAt: Instant | null
}
