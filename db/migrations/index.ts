import * as bookings from './0001-bookings.ts'
import * as jobs from './0002-jobs.ts'
import * as blogPosts from './0003-blog-posts.ts'
import * as live from './0004-live.ts'
import * as accounts from './0005-accounts.ts'
import * as bookingChanges from './0006-booking-changes.ts'
import * as siteSessions from './0007-site-sessions.ts'
import * as accountDeletion from './0008-account-deletion.ts'
import * as staffRoles from './0009-staff-roles.ts'
import * as payments from './0010-payments.ts'
import * as callBacks from './0011-call-backs.ts'
import * as dispatch from './0012-dispatch.ts'
import * as blogAdmin from './0013-blog-admin.ts'
import * as deliveries from './0014-deliveries.ts'
import * as ownerValues from './0015-owner-values.ts'
import * as measuresAndErrors from './0016-monitoring.ts'
import * as roundsAndUptime from './0017-monitoring.ts'
import * as counts from './0018-counts.ts'
import * as jobSubjects from './0019-job-subjects.ts'
import * as unpaidHolds from './0020-unpaid-holds.ts'
import * as pendingUntilExchange from './0021-pending-until-exchange.ts'
import * as auditKey from './0022-audit-key.ts'
import * as passkeys from './0023-passkeys.ts'
import * as backups from './0024-backups.ts'
import * as credits from './0025-credits.ts'
import * as rota from './0026-rota.ts'
import * as capacity from './0027-capacity.ts'
import * as foundAndFlagged from './0028-found-and-flagged.ts'
import * as owed from './0029-owed.ts'
import * as ownerValueChanges from './0030-owner-value-changes.ts'
import * as postsOf2026 from './0032-posts-of-2026.ts'
import * as onlinePauses from './0033-online-pauses.ts'
import * as wallScreens from './0035-wall-screens.ts'
import * as engineersPhones from './0037-engineers-phones.ts'
import * as jobSheets from './0038-job-sheets.ts'
import * as nextFree from './0039-next-free.ts'
import * as redlineSlots from './0040-redline-slots.ts'
import * as mailboxes from './0041-mailboxes.ts'
import * as engineerActs from './0046-engineer-acts.ts'
import * as callAttempts from './0048-call-attempts.ts'
import * as creditDoubts from './0051-credit-doubts.ts'
import * as mailTexts from './0052-mail-texts.ts'
import * as expectedArrival from './0053-expected-arrival.ts'
import * as timeCorrections from './0054-time-corrections.ts'
import * as photos from './0055-photos.ts'
import * as removedFiles from './0056-removed-files.ts'
import * as extraWorks from './0057-extra-works.ts'
import * as priceBook from './0058-price-book.ts'
import * as gasRecords from './0059-gas-records.ts'
import * as bills from './0061-bills.ts'
import * as billPayments from './0062-bill-payments.ts'
import * as billChasing from './0063-bill-chasing.ts'
import * as bookChecks from './0064-book-checks.ts'
import * as agreedWindows from './0067-agreed-windows.ts'
import * as cashHandovers from './0073-cash-handovers.ts'
import * as returnedFromPaying from './0077-returned-from-paying.ts'
import * as startTexts from './0078-start-texts.ts'
import * as passwordsOfStaff from './0079-passwords-of-staff.ts'
import * as replacedPrices from './0080-replaced-prices.ts'
import * as priceCapInPosts from './0081-price-cap-in-posts.ts'
import * as feeQuestions from './0082-fee-questions.ts'
import * as callsToCustomers from './0084-calls-to-customers.ts'
import * as disputes from './0086-disputes.ts'
import * as dangerousGas from './0092-dangerous-gas.ts'
import * as provenBookings from './0093-proven-bookings.ts'
import * as paidByCode from './0095-paid-by-code.ts'
import * as replacedSheets from './0096-replaced-sheets.ts'
import * as voidEmails from './0097-void-emails.ts'
import * as earlyRefunds from './0098-early-refunds.ts'
import * as removedGasToReport from './0099-removed-gas-to-report.ts'
import * as texts from './0100-texts.ts'
import * as textsToCustomers from './0101-texts-to-customers.ts'
import * as reachAttempts from './0102-reach-attempts.ts'
import * as pushSubscriptions from './0105-push-subscriptions.ts'
import * as calendarFeeds from './0106-calendar-feeds.ts'
import * as enquiries from './0107-enquiries.ts'
import * as deskRota from './0108-desk-rota.ts'
import * as alarms from './0109-alarms.ts'
import * as reviews from './0110-reviews.ts'
import * as returnFaults from './0113-return-faults.ts'
import * as awaitedParts from './0114-awaited-parts.ts'
import * as answeredComplaints from './0116-answered-complaints.ts'
import * as satisfactionRequests from './0117-satisfaction-requests.ts'
import * as cancellations from './0118-cancellations.ts'
import * as customers from './0119-customers.ts'
import * as retention from './0122-retention.ts'
import * as askedToStart from './0125-asked-to-start.ts'
import * as ownReviews from './0127-own-reviews.ts'
import * as chosenContact from './0128-chosen-contact.ts'

/** Every migration, in the order of the keys under which databases have recorded them. A landed one is never edited: the next change is the next number. */
export const migrations = {
  '0001-bookings': bookings,
  '0002-jobs': jobs,
  '0003-blog-posts': blogPosts,
  '0004-live': live,
  '0005-accounts': accounts,
  '0006-booking-changes': bookingChanges,
  '0007-site-sessions': siteSessions,
  '0008-account-deletion': accountDeletion,
  '0009-staff-roles': staffRoles,
  '0010-payments': payments,
  '0011-call-backs': callBacks,
  '0012-dispatch': dispatch,
  '0013-blog-admin': blogAdmin,
  '0014-deliveries': deliveries,
  '0015-owner-values': ownerValues,
  '0016-monitoring': measuresAndErrors,
  '0017-monitoring': roundsAndUptime,
  '0018-counts': counts,
  '0019-job-subjects': jobSubjects,
  '0020-unpaid-holds': unpaidHolds,
  '0021-pending-until-exchange': pendingUntilExchange,
  '0022-audit-key': auditKey,
  '0023-passkeys': passkeys,
  '0024-backups': backups,
  '0025-credits': credits,
  '0026-rota': rota,
  '0027-capacity': capacity,
  '0028-found-and-flagged': foundAndFlagged,
  '0029-owed': owed,
  '0030-owner-value-changes': ownerValueChanges,
  '0032-posts-of-2026': postsOf2026,
  '0033-online-pauses': onlinePauses,
  '0035-wall-screens': wallScreens,
  '0037-engineers-phones': engineersPhones,
  '0038-job-sheets': jobSheets,
  '0039-next-free': nextFree,
  '0040-redline-slots': redlineSlots,
  '0041-mailboxes': mailboxes,
  '0046-engineer-acts': engineerActs,
  '0048-call-attempts': callAttempts,
  '0051-credit-doubts': creditDoubts,
  '0052-mail-texts': mailTexts,
  '0053-expected-arrival': expectedArrival,
  '0054-time-corrections': timeCorrections,
  '0055-photos': photos,
  '0056-removed-files': removedFiles,
  '0057-extra-works': extraWorks,
  '0058-price-book': priceBook,
  '0059-gas-records': gasRecords,
  '0061-bills': bills,
  '0062-bill-payments': billPayments,
  '0063-bill-chasing': billChasing,
  '0064-book-checks': bookChecks,
  '0067-agreed-windows': agreedWindows,
  '0073-cash-handovers': cashHandovers,
  '0077-returned-from-paying': returnedFromPaying,
  '0078-start-texts': startTexts,
  '0079-passwords-of-staff': passwordsOfStaff,
  '0080-replaced-prices': replacedPrices,
  '0081-price-cap-in-posts': priceCapInPosts,
  '0082-fee-questions': feeQuestions,
  '0084-calls-to-customers': callsToCustomers,
  '0086-disputes': disputes,
  '0092-dangerous-gas': dangerousGas,
  '0093-proven-bookings': provenBookings,
  '0095-paid-by-code': paidByCode,
  '0096-replaced-sheets': replacedSheets,
  '0097-void-emails': voidEmails,
  '0098-early-refunds': earlyRefunds,
  '0099-removed-gas-to-report': removedGasToReport,
  '0100-texts': texts,
  '0101-texts-to-customers': textsToCustomers,
  '0102-reach-attempts': reachAttempts,
  '0105-push-subscriptions': pushSubscriptions,
  '0106-calendar-feeds': calendarFeeds,
  '0107-enquiries': enquiries,
  '0108-desk-rota': deskRota,
  '0109-alarms': alarms,
  '0110-reviews': reviews,
  '0113-return-faults': returnFaults,
  '0114-awaited-parts': awaitedParts,
  '0116-answered-complaints': answeredComplaints,
  '0117-satisfaction-requests': satisfactionRequests,
  '0118-cancellations': cancellations,
  '0119-customers': customers,
  '0122-retention': retention,
  '0125-asked-to-start': askedToStart,
  '0127-own-reviews': ownReviews,
  '0128-chosen-contact': chosenContact,
}
