import { unverifiedFactorMs } from '#app/features/accounts/factor-limits.ts'
import { warnOfOverdue } from '#app/features/aftercare/warn-of-overdue.server.ts'
import { checkBooks } from '#app/features/billing/check-books.server.ts'
import { remindOfBills } from '#app/features/billing/remind-of-bills.server.ts'
import { announcementKind } from '#app/features/booking/announce.ts'
import { eraseEndedBookings } from '#app/features/booking/erase-bookings.server.ts'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { missLostCalls } from '#app/features/desk/enquiries.server.ts'
import { escalate } from '#app/features/desk/escalate.server.ts'
import { warnOfHoles } from '#app/features/desk/warn-of-holes.server.ts'
import { forgetVisits } from '#app/features/live/presence.server.ts'
import { handOutAlarm, sendHeldAlarms } from '#app/features/messages/hand-out-alarm.server.ts'
import { messageHandlers } from '#app/features/messages/message-handlers.server.ts'
import { cancelRinging } from '#app/features/messages/receive-calls.server.ts'
import { sendAnnouncement } from '#app/features/messages/send-announcement.server.ts'
import { endBillCheckouts } from '#app/features/payments/end-bill-checkouts.server.ts'
import { eraseOldBills } from '#app/features/payments/erase-old-bills.server.ts'
import { askReconciliation, reconcilePayments } from '#app/features/payments/reconcile-payments.server.ts'
import { sendRefund } from '#app/features/payments/refund.server.ts'
import { endCheckouts } from '#app/features/red-line/end-checkouts.server.ts'
import { expireHolds } from '#app/features/red-line/expire-holds.server.ts'
import { payFee } from '#app/features/red-line/pay-fee.server.ts'
import { listErasures } from '#app/features/running/erasure-lists.server.ts'
import { pruneReports } from '#app/features/running/store-reports.server.ts'
import { sweepSynthetic } from '#app/features/running/synthetic-run.server.ts'
import { keepUptimeDays } from '#app/features/running/uptime-check.server.ts'
import { watchServer } from '#app/features/running/watch-server.server.ts'
import { forgetCounts } from '#app/features/running/write-counts.server.ts'
import { reportAuditHead } from '#app/platform/audit-heads.ts'
import { removeDueFiles } from '#app/platform/files-to-remove.ts'
import type { JobHandler } from '#app/platform/jobs.ts'
import { londonDay } from '#app/platform/london.ts'
import type { JobKind } from '#app/platform/retry-schedule.ts'
import type { Services } from '#app/platform/services.ts'
import type { Chore } from '#app/platform/worker.ts'
import { days, later, toInstant } from '#app/values/clock.ts'
import { retention } from '#content/retention.ts'

/** Every kind of job with its handler. */
export const jobHandlers = {
  [announcementKind]: sendAnnouncement,
  ...messageHandlers,
  alarm: handOutAlarm,
  'held-alarms': sendHeldAlarms,
  'cancel-call': cancelRinging,
  refund: sendRefund,
  'end-checkout': endCheckouts,
  'end-bill-checkouts': endBillCheckouts,
  'reconcile-payments': (services, payload, context) => reconcilePayments(services, { fee: payFee }, payload, context),
} satisfies Record<JobKind, JobHandler>

/** Run every ten seconds by every instance: phones ring by them. */
export const promptChores: Chore[] = [async (services) => void (await escalate(services))]

/** Run every minute by every instance. */
export const chores: Chore[] = [
  async (services) => void (await expireHolds(services)),
  async (services) => void (await recordMissedPromises(services)),
  warnOfHoles,
  warnOfOverdue,
  async (services) => void (await remindOfBills(services)),
  async (services) => void (await checkBooks(services)),
  async (services) => void (await eraseOldBills(services)),
  missLostCalls,
  forgetVisits,
  forgetCounts,
  (services) => pruneReports(services),
  async (services) => void (await eraseEndedBookings(services)),
  askReconciliation,
  reportAuditHead,
  ({ signingKeys }) => signingKeys.rotate(),
  keepUptimeDays,
  (services) => listErasures(services),
  watchServer,
  sweepSynthetic,
  removeDueFiles,
  sweep,
]

/** As long as any month. */
const monthDays = 32

/** Deletes expired rows and files. */
async function sweep({ db, clock }: Services): Promise<void> {
  const now = clock.now()
  const at = toInstant(now)
  await db.deleteFrom('bookingDrafts').where('expiresAt', '<=', at).execute()
  for (const table of ['authMailTokens', 'authChallenges', 'authPasskeyChallenges', 'authFlows', 'authCodes', 'staffInvitations'] as const)
    await db.deleteFrom(table).where('expiresAt', '<=', at).execute()
  await db.deleteFrom('authFactors').where('status', '=', 'unverified').where('createdAt', '<=', later(now, -unverifiedFactorMs)).execute()
  await db.deleteFrom('authSessions').where('endsAt', '<=', at).execute()
  // Also deletes the session behind a browser's sign-in, which can no longer be used.
  const ended = db.selectFrom('siteSessions').select('sessionId').where('endsAt', '<=', at)
  await db.deleteFrom('authSessions').where('id', 'in', ended).execute()
  await db
    .deleteFrom('authUsers')
    .where('emailConfirmedAt', 'is', null)
    .where('invitedAt', 'is', null)
    .where('createdAt', '<=', later(now, -days(retention.unconfirmedAccountDays)))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('authSessions').select('authSessions.id').whereRef('authSessions.userId', '=', 'authUsers.id'))),
    )
    .execute()
  await db.deleteFrom('rateLimits').where('expiresAt', '<=', at).execute()
  await db
    .deleteFrom('localMail')
    .where('at', '<=', later(now, -days(retention.localMailDays)))
    .execute()
  // An answer that someone has dealt with is kept as long as jobs are; what became of a text until its month has been added up.
  const jobsEnd = later(now, -days(retention.finishedJobDays))
  await db
    .deleteFrom('sentTexts')
    .where('createdAt', '<=', later(now, -days(monthDays)))
    .execute()
  await db
    .deleteFrom('reachAttempts')
    .where('at', '<=', later(now, -days(retention.reachAttemptDays)))
    .execute()
  await db
    .deleteFrom('pushSubscriptions')
    .where('failedAt', '<=', later(now, -days(retention.failedAlertDays)))
    .execute()
  await db.deleteFrom('enquiries').where('settledAt', '<=', jobsEnd).execute()
  await db
    .deleteFrom('enquiries')
    .where('at', '<=', later(now, -days(retention.enquiryDays)))
    .execute()
  await db
    .deleteFrom('textNumbers')
    .where('stoppedAt', 'is', null)
    .where(({ and, or, eb }) =>
      and((['failedAt', 'whatsappAt', 'whatsappFailedAt'] as const).map((mark) => or([eb(mark, 'is', null), eb(mark, '<=', jobsEnd)]))),
    )
    .execute()
  await db.deleteFrom('textCounts').where('day', '<', londonDay(jobsEnd)).execute()
  await db
    .deleteFrom('deletedPosts')
    .where('deletedAt', '<=', later(now, -days(retention.deletedPostDays)))
    .execute()
  const oldest = later(now, -days(retention.finishedJobDays))
  await db.deleteFrom('jobs').where('state', '=', 'done').where('finishedAt', '<=', oldest).execute()
}
