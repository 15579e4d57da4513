import type { Generated } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'

export interface PlatformTables {
  filesToRemove: FilesToRemoveTable
  removedFiles: RemovedFilesTable
  rateLimits: RateLimitsTable
  jobs: JobsTable
  jobAttempts: JobAttemptsTable
  heartbeats: HeartbeatsTable
  settings: SettingsTable
  localMail: LocalMailTable
  sentTexts: SentTextsTable
  textCounts: TextCountsTable
  textNumbers: TextNumbersTable
  signingKeys: SigningKeysTable
  auditLog: AuditLogTable
  auditHead: AuditHeadTable
  erasures: ErasuresTable
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
  /** The earliest time to claim it; while leased, the end of the lease. */
  runAt: Instant
  leaseToken: string | null
  attempts: number
  createdAt: Instant
  finishedAt: Instant | null
  /** The latest job that sends the same again, for staff. */
  replayedAs: string | null
  /**
   * Id of the booking; for an email about an account, the user's id or the keyed hash of the recipient's address. Null for other jobs, and
   * for older emails about accounts.
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
  /** The recipient's response, or the error. */
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

/** A text message and its result. Its job has the number and the words. */
export interface SentTextsTable {
  /** The job's. */
  id: string
  channel: 'sms' | 'whatsapp'
  segments: number
  /** 'unknown': the provider may have accepted it; 'waiting': it has certainly not, and is tried again; 'failed': it was given up. */
  state: 'unknown' | 'waiting' | 'accepted' | 'sent' | 'delivered' | 'failed'
  /** The provider's id of it; null until it has answered. */
  providerId: string | null
  errorCode: number | null
  createdAt: Instant
  triedAt: Instant
  changedAt: Instant
}

/** The number of texts sent on a day. */
export interface TextCountsTable {
  day: LondonDay
  /** Keyed hash of the number; '' for all. */
  numberKey: string
  count: number
}

/** A number that takes no texts. */
export interface TextNumbersTable {
  /** E.164. */
  phone: string
  /** Its holder answered STOP; null: not, or START since. */
  stoppedAt: Instant | null
  /** The last text to it failed; null: none has, or one arrived since. */
  failedAt: Instant | null
  errorCode: number | null
  /** Its holder's last WhatsApp message to us: for a day we may answer there in any words. */
  whatsappAt: Generated<Instant | null>
  /** The last WhatsApp message to it failed: for a while it gets ordinary texts. */
  whatsappFailedAt: Generated<Instant | null>
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

/** The audit log. Never contains an address, a token or a password. */
export interface AuditLogTable {
  id: string
  at: Instant
  /** A user's id, 'service', 'system', or 'anybody'. */
  actor: string
  action: string
  /** Id of the affected row. */
  subject: string
  detail: string
  /** Its position in the chain, and the HMAC over it and its predecessor. Never null in entries that we write. */
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

/** Erasures, for the list outside the backups: a restored backup must not bring the data back. */
export interface ErasuresTable {
  id: string
  at: Instant
  kind: 'customer' | 'account' | 'booking' | 'contact'
  keyId: string
  /** HMAC of the erased record's id. */
  mac: string
  listedAt: Instant | null
}
