import type { Generated } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { Flag } from './flag.ts'

export interface VisitTables {
  jobSheets: JobSheetsTable
  replacedSheets: ReplacedSheetsTable
  engineerActs: EngineerActsTable
  jobParts: JobPartsTable
  creditDoubts: CreditDoubtsTable
  feeQuestions: FeeQuestionsTable
  timeCorrections: TimeCorrectionsTable
  callAttempts: CallAttemptsTable
  photos: PhotosTable
  portraits: PortraitsTable
  extraWorks: ExtraWorksTable
  gasAppliances: GasAppliancesTable
  gasReasons: GasReasonsTable
  credits: CreditsTable
  charges: ChargesTable
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
  /** Reason for another visit, if one is needed: a part, more time, another trade, or the customer. */
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

/** An engineer's acts as reported by their phone, once for each key. */
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
  /** The time the engineer read it. */
  dismissedAt: Instant | null
}

export interface JobPartsTable {
  bookingId: string
  /** The order on the sheet, from 1. */
  number: number
  name: string
  quantity: number
  /** Our cost of one, VAT included. */
  costPence: number
}

export interface CreditDoubtsTable {
  /** The credit for a late arrival. */
  creditId: string
  bookingId: string
  /** The time of arrival reported after the credit arose. */
  arrivedAt: Instant
  raisedAt: Instant
  /** The time staff left the credit as it is, and the id of the user. One that is withdrawn has its own record. */
  settledAt: Instant | null
  settledBy: string | null
}

/** The no-access fee of a wait that reached us only afterwards. */
export interface FeeQuestionsTable {
  id: string
  bookingId: string
  amountPence: number
  /** The start of the wait, and the time the engineer left. */
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
  /** The time of the correction. */
  at: Instant
  /** The id of the engineer's user. */
  actor: string
  /** At most 200 characters; '' once the booking is erased. */
  reason: string
}

/** A call to a customer, or an engineer's attempt to reach one who does not answer the door. */
export interface CallAttemptsTable {
  id: string
  bookingId: string
  /** Hash of the act's own key: sending it twice records one. */
  idempotencyKey: string
  at: Instant
  /** The id of the user. */
  actor: string
  /** At most 300 characters. */
  note: string
  place: Generated<'door' | 'office'>
  /** 'not_needed': no one called, and staff noted that they needn't. */
  outcome: Generated<'spoken' | 'no_answer' | 'not_needed'>
}

/** A photo of a job. Its files are in `services.files`. */
export interface PhotosTable {
  id: string
  bookingId: string
  /** From 1 to 20, each once: the most photos of a job. */
  place: number
  /** Hash of the upload's own key: sending it twice stores one. */
  uploadKey: string
  takenBy: 'customer' | 'engineer' | 'staff'
  /** 'customer', or the id of the user. */
  actor: string
  kind: 'before' | 'after' | 'door' | 'receipt' | 'problem' | 'appliance'
  /** By the device's clock, corrected. */
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

/** Work beyond the booked job, as an engineer proposed it. Its words and its sum never change. */
export interface ExtraWorksTable {
  id: string
  bookingId: string
  /** At most 100 characters. */
  name: string
  /** At most 500 characters; '' if the name is enough. */
  description: string
  /** The parts of the sum: JSON of `WorkLine[]` (extra-work/extra-work.ts). */
  lines: string
  /** The customer's maximum price, VAT included; the sum of its lines. */
  amountPence: number
  /** Part of the repair that the customer called us for, so that the law gives no right to cancel it. */
  isUrgentRepair: 0 | 1
  /** Hash of everything above, with its id: the exact content of the agreement. */
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
  /** Channel of the agreement or refusal. */
  way: 'engineer_phone' | 'private_link' | null
  /** The name typed with the agreement; at most 100 characters. */
  signerName: string | null
  /** The signature drawn on the engineer's phone: the path of an SVG (platform/signature.ts). */
  signature: string | null
  /** The customer's request to start now, within their 14 days to cancel; null if there is no such right, or it was not agreed. */
  startAskedAt: Instant | null
  /** The wording that they ticked; null also if they asked before those were stored. */
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
  /** As measured, with the unit; '' if it was not. */
  pressureReading: string
  heatInput: string
  combustion: string
  workDone: string
  outcome: 'safe' | 'at_risk' | 'immediately_dangerous'
  /** The defect; '' if it is safe. */
  defect: string
  /** Result of asking to turn it off; null if it is safe. */
  turnedOff: 'yes' | 'refused' | null
  /** Outcome of the warning notice; null if it is safe. */
  notice: 'signed' | 'refused' | 'absent' | null
  signerName: string | null
  /** The path of an SVG (platform/signature.ts). */
  signature: string | null
  /** True if it may have to be reported under RIDDOR, regulation 11(2). */
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
  /** The engineer's call to the gas emergency service, and its advice. */
  emergencyCalledAt: Instant | null
  emergencyReference: string
  /** The settlement of the report: its time, the owner, and HSE's reference or the reason for not reporting. */
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

/** A missed promise to a customer, and the compensation. Arriving never removes it; only a person withdraws it. */
export interface CreditsTable {
  id: string
  bookingId: string
  /**
   * 'call': we call; 'dispatch': an engineer sets off (Red Line); 'window': they arrive within the window. Each at most once for a booking.
   */
  promise: 'call' | 'dispatch' | 'window'
  /** The end of the promised time. */
  missedAt: Instant
  /** 0: an apology only. */
  amountPence: number
  /** The refund that pays it; null: it comes off the bill. */
  refundId: string | null
  /** The missed promise in words, for staff and reports. */
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
  /**
   * Each at most once for a booking, apart from withdrawn ones. 'priority_fee': of a cancelled booking by phone, if we dispatched in time.
   */
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
