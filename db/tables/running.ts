import type { Generated } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'

export interface RunningTables {
  ownerValues: OwnerValuesTable
  ownerValueChanges: OwnerValueChangesTable
  replacedPrices: ReplacedPricesTable
  liveVisits: LiveVisitsTable
  counts: CountsTable
  countDays: CountDaysTable
  backups: BackupsTable
  retentionNights: RetentionNightsTable
  monitorRounds: MonitorRoundsTable
  uptimeChecks: UptimeChecksTable
  uptimeDays: UptimeDaysTable
  syntheticBookings: SyntheticBookingsTable
  syntheticRuns: SyntheticRunsTable
  phoneFirst: PhoneFirstTable
  performanceMetrics: PerformanceMetricsTable
  errorGroups: ErrorGroupsTable
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
  /** The previous value, as typed; '' if there was none. */
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

/** Visits of the last five minutes, without anything that identifies an address or a browser. */
export interface LiveVisitsTable {
  /** A truncated keyed hash that is another one every day (`features/live/presence.server.ts`). */
  visitKey: string
  day: LondonDay
  seenAt: Instant
}

/** Counts of events on the site's pages in a day: sums only, nothing about visitors (`features/analytics`). */
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

/** The number of `counts` rows of a day. Writers of a day's counts lock its row, so that its limit holds. */
export interface CountDaysTable {
  day: LondonDay
  rowCount: number
}

/** A backup in one place, or a try. */
export interface BackupsTable {
  id: string
  at: Instant
  reason: 'nightly' | 'migration' | 'manual' | 'restore'
  /** The place in words: a folder, or a bucket's address. */
  place: string
  name: string
  bytes: number
  /** The number of bookings in it. */
  bookings: number
  durationMs: number
  /** The reason why it can't be relied on; '' if it was opened and complete. */
  problem: string
}

/** The data erased in a night because its period was over: figures only. */
export interface RetentionNightsTable {
  night: LondonDay
  begunAt: Instant
  /** Null: not finished yet. */
  doneAt: Generated<Instant | null>
  /** One instance works on it until then. */
  leasedUntil: Instant
  /** JSON of `NightResults` (running/retention/night.ts). */
  results: string
  /** JSON of `KeptBookings` (the same). */
  kept: string
}

/** Claims of monitoring rounds: one instance does each round. */
export interface MonitorRoundsTable {
  kind: 'uptime' | 'synthetic' | 'backup' | 'backup-late' | 'disk' | 'unsent'
  /** The beginning of the five or fifteen minutes that the last round was for. */
  slot: Instant
  claimedAt: Instant
}

/** An uptime check, with the columns of the specification. */
export interface UptimeChecksTable {
  id: string
  /** A path of the site, e.g. `/api/health`. */
  endpoint: string
  at: Instant
  status: 'up' | 'degraded' | 'down'
  /** Null if there was no response. */
  responseMs: number | null
  error: string
}

/** Summary of a day's checks: the number of five-minute rounds by result. */
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
  /** The number of events and jobs that came with it. */
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

/** The time since which the public pages ask people to call first; null: they don't. One row. */
export interface PhoneFirstTable {
  onlyOne: 1
  since: Instant | null
}

/** A single measurement of a visit: the newest 1,000 are kept. */
export interface PerformanceMetricsTable {
  id: string
  name: string
  /** Milliseconds; of a layout shift, its score. */
  value: number
  timestamp: Instant
  category: 'vitals' | 'fetch'
  /** JSON: page, device, browser; of a request, its address and result. */
  metadata: string
}

/** Errors of one kind, without any typed text. */
export interface ErrorGroupsTable {
  /** Hash of kind, message, file and page. */
  fingerprint: string
  kind: string
  message: string
  /** Source of the error, in a file of ours: `page-AbC.js:1:234`; '' if unknown. */
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
