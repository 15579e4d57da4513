import { askForReviews } from '#app/features/aftercare/ask-for-reviews.server.ts'
import { warnOfOverdue } from '#app/features/aftercare/read-due.server.ts'
import { checkBooks } from '#app/features/billing/check-books.server.ts'
import { remindOfBills } from '#app/features/billing/remind-of-bills.server.ts'
import { announcementKind } from '#app/features/booking/announce.ts'
import { eraseEndedBookings } from '#app/features/booking/erase-bookings.server.ts'
import { recordMissedPromises } from '#app/features/capacity/record-missed-promises.server.ts'
import { missLostCalls } from '#app/features/desk/enquiries.server.ts'
import { escalate } from '#app/features/desk/escalate.server.ts'
import { warnOfHoles } from '#app/features/desk/warn-of-holes.server.ts'
import { handOutAlarm, sendHeldAlarms } from '#app/features/messages/hand-out-alarm.server.ts'
import { messageHandlers } from '#app/features/messages/message-handlers.server.ts'
import { cancelRinging } from '#app/features/messages/receive-calls.server.ts'
import { sendAnnouncement } from '#app/features/messages/send-announcement.server.ts'
import { endBillCheckouts } from '#app/features/payments/end-bill-checkouts.server.ts'
import { askReconciliation, reconcilePayments } from '#app/features/payments/reconcile-payments.server.ts'
import { sendRefund } from '#app/features/payments/refund.server.ts'
import { endCheckouts } from '#app/features/red-line/end-checkouts.server.ts'
import { expireHolds } from '#app/features/red-line/expire-holds.server.ts'
import { payFee } from '#app/features/red-line/pay-fee.server.ts'
import { carryOutRetention, deleteExpired } from '#app/features/running/carry-out-retention.server.ts'
import { listErasures } from '#app/features/running/erasure-lists.server.ts'
import { pruneReports } from '#app/features/running/store-reports.server.ts'
import { keepUptimeDays } from '#app/features/running/uptime-check.server.ts'
import { watchServer } from '#app/features/running/watch-server.server.ts'
import { reportAuditHead } from '#app/platform/audit-heads.ts'
import { removeDueFiles } from '#app/platform/files-to-remove.ts'
import type { JobHandler } from '#app/platform/jobs.ts'
import type { JobKind } from '#app/platform/retry-schedule.ts'
import type { Chore } from '#app/platform/worker.ts'

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

/** Run every ten seconds by every instance: they make phones ring. */
export const promptChores: Chore[] = [async (services) => void (await escalate(services))]

/** Run every minute by every instance. */
export const chores: Chore[] = [
  async (services) => void (await expireHolds(services)),
  async (services) => void (await recordMissedPromises(services)),
  warnOfHoles,
  warnOfOverdue,
  async (services) => void (await remindOfBills(services)),
  async (services) => void (await askForReviews(services)),
  async (services) => void (await checkBooks(services)),
  missLostCalls,
  (services) => pruneReports(services),
  async (services) => void (await eraseEndedBookings(services)),
  askReconciliation,
  reportAuditHead,
  ({ signingKeys }) => signingKeys.rotate(),
  keepUptimeDays,
  (services) => listErasures(services),
  watchServer,
  removeDueFiles,
  deleteExpired,
  (services) => carryOutRetention(services),
]
