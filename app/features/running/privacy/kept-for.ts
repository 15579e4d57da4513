import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { unverifiedFactorMs } from '#app/features/accounts/factor-limits.ts'
import type { BookingTable } from '#app/features/booking/booking-tables.server.ts'
import { viewingMs } from '#app/features/live/figures-schema.ts'
import { londonDay } from '#app/platform/london.ts'
import { days, hours, later, toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import { retention } from '#content/retention.ts'
import type { Tables } from '#db/tables.ts'
import { monthsBefore } from '../counted-events.ts'
import { syntheticLeftMs } from '../synthetic-booking.ts'

/** Rows that are deleted once their time is over. */
interface Rule<Name extends keyof Tables = keyof Tables> {
  /** In words, for the owner. */
  what: string
  /** The column that is compared, and its last value that is due. */
  at: keyof Tables[Name] & string
  upTo(now: Date): string
  /** The table's key, or another column by which rows are deleted together. */
  key: keyof Tables[Name] & string
  /** Only these rows: the others have another rule, or none. */
  only?(eb: ExpressionBuilder<Tables, Name>): Expression<SqlBool>
  /** Instead of comparing `at`. */
  due?(eb: ExpressionBuilder<Tables, Name>, upTo: string): Expression<SqlBool>
  /** Deleted by the nightly erasure, or within a minute. */
  each: 'night' | 'minute'
}

type Kept<Name extends keyof Tables = keyof Tables> =
  | readonly Rule<Name>[]
  /** The rows that they are deleted with, at the same moment. */
  | { with: string }
  /** The function that deletes them. */
  | { by: string }
  /** Why there is no end. */
  | { always: string }

const now = (at: Date) => toInstant(at)
const ago = (milliseconds: number) => (at: Date) => later(at, -milliseconds)
const daysAgo = (count: number) => ago(days(count))
const dayAgo = (count: number) => (at: Date) => addDays(londonDay(at), -count)
const yearsAgo = (count: number) => daysAgo(count * 365.25)
const countsUpTo = (at: Date) => addDays(monthsBefore(londonDay(at), retention.countMonths), -1)

const expired = { at: 'expiresAt', upTo: now, each: 'minute' } as const
const night = { each: 'night' } as const
const ofAccount = { with: 'the account' }
const ofCustomer = { with: 'the customer’s last booking' }
const ofBill = { with: 'the booking, once no law asks for its bill' }
const ofBusiness = { always: 'about the business and how it runs, not its customers' }
const ofTeam = { always: 'about the people who work for us, as long as they do' }
const marksOfNumber = ['failedAt', 'whatsappAt', 'whatsappFailedAt'] as const

/**
 * How long the rows of each table are kept, and what ends that. A test carries out every rule. What bookings are kept for is in
 * `booking-tables.server.ts`.
 */
const keptFor: { readonly [Name in Exclude<keyof Tables, BookingTable>]: Kept<Name> } & {
  readonly [Name in BookingTable]?: readonly Rule<Name>[]
} = {
  authUsers: [
    {
      ...{ what: 'accounts whose email was never confirmed', key: 'id', at: 'createdAt', each: 'night' },
      upTo: daysAgo(retention.unconfirmedAccountDays),
      only: ({ and, eb, not, exists, selectFrom }) =>
        and([
          eb('emailConfirmedAt', 'is', null),
          eb('invitedAt', 'is', null),
          not(exists(selectFrom('authSessions').select('authSessions.id').whereRef('authSessions.userId', '=', 'authUsers.id'))),
        ]),
    },
  ],
  ...{ authIdentities: ofAccount, authRecoveryCodes: ofAccount, authPasskeys: ofAccount },
  authFactors: [
    {
      ...{ what: 'two-step verification that was never finished', key: 'id', at: 'createdAt', each: 'minute' },
      ...{ upTo: ago(unverifiedFactorMs), only: ({ eb }) => eb('status', '=', 'unverified') },
    },
  ],
  authChallenges: [{ what: 'requests for a code', key: 'id', ...expired }],
  authPasskeyChallenges: [{ what: 'challenges of passkeys', key: 'id', ...expired }],
  authMailTokens: [{ what: 'links and codes in emails', key: 'tokenHash', ...expired }],
  authFlows: [{ what: 'sign-ins with other providers', key: 'id', ...expired }],
  authCodes: [{ what: 'codes that end such a sign-in', key: 'codeHash', ...expired }],
  staffInvitations: [{ what: 'invitations', key: 'id', ...expired }],
  authSessions: [
    {
      ...{ what: 'sessions that have ended', key: 'id', at: 'endsAt', upTo: now, each: 'minute' },
      // Also the session behind a browser's sign-in, which can no longer be used.
      due: ({ eb, or, selectFrom }, at) =>
        or([eb('endsAt', '<=', at), eb('id', 'in', selectFrom('siteSessions').select('sessionId').where('siteSessions.endsAt', '<=', at))]),
    },
  ],
  siteSessions: { with: 'the session behind it' },
  firstOwnerLink: { by: 'make-first-owner.server.ts' },
  pushSubscriptions: [
    { ...{ what: 'devices that alerts no longer reach', key: 'id', at: 'failedAt', ...night }, upTo: daysAgo(retention.failedAlertDays) },
  ],
  heldAlarms: { by: 'sendHeldAlarms, in the morning' },
  bookings: { by: 'eraseDue (due-bookings.server.ts) and eraseEndedBookings: the row stays, without what names anyone' },
  ...{ customers: ofCustomer, customerNotes: ofCustomer, customerDecisions: ofCustomer },
  bookingDrafts: [{ what: 'forms that weren’t sent', key: 'idHash', ...expired }],
  ...{ creditNotes: ofBill, billReminders: ofBill, billNotes: ofBill, refunds: ofBill, disputes: ofBill, disputeMovements: ofBill },
  paymentDifferences: ofBill,
  paymentEvents: [
    { ...{ what: 'ids of a payment company’s messages', key: 'eventId', at: 'receivedAt', ...night }, upTo: yearsAgo(retention.billYears) },
  ],
  paymentChecks: { by: 'reconcile-payments.server.ts' },
  cashHandovers: [
    {
      ...{ what: 'cash handed in', key: 'id', at: 'at', upTo: yearsAgo(retention.billYears), ...night },
      only: ({ not, exists, selectFrom }) =>
        not(exists(selectFrom('payments').select('payments.id').whereRef('payments.handoverId', '=', 'cashHandovers.id'))),
    },
  ],
  ...{ billNumbers: ofBusiness, bookChecks: ofBusiness },
  engineerActs: [
    { ...{ what: 'keys of engineers’ reports', key: 'key', at: 'receivedAt', ...night }, upTo: daysAgo(retention.engineerActDays) },
  ],
  reachAttempts: [
    { ...{ what: 'tries to reach our own people', key: 'id', at: 'at', ...night }, upTo: daysAgo(retention.reachAttemptDays) },
  ],
  ...{ engineers: ofTeam, portraits: { with: 'the engineer' }, calendarFeeds: { with: 'the engineer or the account' } },
  shifts: [{ what: 'shifts', key: 'id', at: 'endsAt', ...night, upTo: daysAgo(retention.rotaDays) }],
  absences: [{ what: 'absences', key: 'id', at: 'lastDay', ...night, upTo: dayAgo(retention.rotaDays) }],
  ...{ onlinePauses: ofBusiness, wallScreens: ofBusiness },
  enquiries: [
    { what: 'texts and calls without a booking', key: 'id', at: 'at', ...night, upTo: daysAgo(retention.enquiryDays) },
    {
      ...{ what: 'texts and calls without a booking, dealt with', key: 'id', at: 'settledAt', ...night },
      upTo: daysAgo(retention.finishedJobDays),
    },
  ],
  filesToRemove: { by: 'removeDueFiles' },
  removedFiles: { by: 'removeDueFiles' },
  rateLimits: [{ what: 'codes of addresses, for limits', key: 'key', ...expired }],
  jobs: [
    {
      ...{ what: 'records of messages sent', key: 'id', at: 'finishedAt', ...night },
      ...{ upTo: daysAgo(retention.finishedJobDays), only: ({ eb }) => eb('state', '=', 'done') },
    },
    {
      ...{ what: 'records of messages that failed', key: 'id', at: 'finishedAt', ...night },
      ...{ upTo: daysAgo(retention.deadJobDays), only: ({ eb }) => eb('state', '=', 'dead') },
    },
  ],
  jobAttempts: { with: 'the job' },
  heartbeats: { by: 'health.ts' },
  ...{ settings: ofBusiness, signingKeys: ofBusiness, parts: ofBusiness, partChanges: ofBusiness, ownerValues: ofBusiness },
  ...{ ownerValueChanges: ofBusiness, replacedPrices: { by: 'change-business.server.ts, after a day' } },
  localMail: [{ what: 'emails kept on our server', key: 'id', at: 'at', ...night, upTo: daysAgo(retention.localMailDays) }],
  sentTexts: [{ what: 'what became of texts', key: 'id', at: 'createdAt', ...night, upTo: daysAgo(retention.sentTextDays) }],
  textCounts: [{ what: 'counts of texts', key: 'day', at: 'day', ...night, upTo: dayAgo(retention.finishedJobDays + 1) }],
  textNumbers: [
    {
      ...{ what: 'numbers that texts don’t reach', key: 'phone', at: 'failedAt', ...night },
      upTo: daysAgo(retention.finishedJobDays),
      // Someone who asked for no more texts gets none.
      only: ({ eb }) => eb('stoppedAt', 'is', null),
      due: ({ and, or, eb }, at) => and(marksOfNumber.map((mark) => or([eb(mark, 'is', null), eb(mark, '<=', at)]))),
    },
  ],
  auditLog: { always: 'it proves who did what; it has ids, which lead to no one once their rows are erased' },
  auditHead: ofBusiness,
  erasures: { always: 'codes, which a restored backup needs to be emptied again' },
  liveVisits: [{ what: 'visitors of this moment', key: 'visitKey', at: 'seenAt', upTo: ago(viewingMs), each: 'minute' }],
  counts: [{ what: 'page views', key: 'day', at: 'day', upTo: countsUpTo, ...night }],
  countDays: [{ what: 'page views, by the day', key: 'day', at: 'day', upTo: countsUpTo, ...night }],
  backups: { by: 'takeBackup' },
  retentionNights: [{ what: 'nights of this list', key: 'night', at: 'night', upTo: dayAgo(retention.nightDays), ...night }],
  ...{ monitorRounds: ofBusiness, phoneFirst: ofBusiness },
  uptimeChecks: [{ what: 'checks of the website', key: 'id', at: 'at', upTo: daysAgo(retention.uptimeCheckDays), ...night }],
  uptimeDays: [{ what: 'checks of the website, by the day', key: 'day', at: 'day', upTo: dayAgo(retention.uptimeDayDays + 2), ...night }],
  syntheticBookings: [{ what: 'left test bookings', key: 'id', at: 'at', upTo: ago(syntheticLeftMs), each: 'minute' }],
  syntheticRuns: [{ what: 'test bookings', key: 'id', at: 'at', upTo: daysAgo(retention.uptimeCheckDays), ...night }],
  performanceMetrics: [{ what: 'measurements', key: 'id', at: 'timestamp', upTo: daysAgo(retention.faultDays), ...night }],
  errorGroups: [{ what: 'errors', key: 'fingerprint', at: 'lastSeenAt', upTo: daysAgo(retention.faultDays), ...night }],
  blogPosts: ofBusiness,
  chosenMessages: { always: 'shown with the customer’s consent, until an owner deletes them, or the writer withdraws it or is erased' },
  deletedPosts: [{ what: 'deleted posts', key: 'id', at: 'deletedAt', upTo: daysAgo(retention.deletedPostDays), ...night }],
  measureCounts: [
    {
      ...{ what: 'speed by the day', key: 'period', at: 'period', upTo: dayAgo(retention.faultDays), ...night },
      only: ({ eb }) => eb('span', '=', 'day'),
    },
    {
      ...{ what: 'speed by the hour', key: 'period', at: 'period', ...night },
      ...{ upTo: (at) => ago(days(retention.speedHourDays) + hours(1))(at).slice(0, 13), only: ({ eb }) => eb('span', '=', 'hour') },
    },
  ],
}

/** A rule with its table, and the name under which a night's row has it. */
export interface NamedRule extends Rule {
  table: keyof Tables
  name: string
}

/** All rules, in the order of the tables. */
export const rules: readonly NamedRule[] = Object.entries(keptFor).flatMap(([table, kept]) =>
  Array.isArray(kept)
    ? (kept as Rule[]).map((rule, at) => ({ ...rule, table: table as keyof Tables, name: at === 0 ? table : `${table} ${at + 1}` }))
    : [],
)

/** Returns, in words, the records that a night's row counts under a name. */
export const whatOf = (name: string): string => rules.find((rule) => rule.name === name)?.what ?? 'bookings'
