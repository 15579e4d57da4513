import { endAwaitedPart, recordArrival, saveAwaitedPart } from '#app/features/aftercare/awaited-parts.server.ts'
import { correctDraft, withdrawCorrection } from '#app/features/billing/correct-draft.server.ts'
import { creditBill } from '#app/features/billing/credit-bill.server.ts'
import { issueBill } from '#app/features/billing/issue-bill.server.ts'
import { noteBill } from '#app/features/billing/note-bill.server.ts'
import { isCallOutcome } from '#app/features/booking/call-outcomes.ts'
import { staffDone } from '#app/features/booking/lifecycle.ts'
import { settleEnquiry } from '#app/features/desk/enquiries.server.ts'
import { markAnswered, markRead, messageCustomer } from '#app/features/desk/message-customer.server.ts'
import { noteBooking } from '#app/features/desk/note-booking.server.ts'
import { recordCall, undoCall } from '#app/features/desk/record-call.server.ts'
import { acceptBooking } from '#app/features/dispatch/accept-booking.server.ts'
import { advanceBooking } from '#app/features/dispatch/advance-booking.server.ts'
import { assignEngineer } from '#app/features/dispatch/assign-engineer.server.ts'
import { cancelByStaff } from '#app/features/dispatch/cancel-by-staff.server.ts'
import { editBooking } from '#app/features/dispatch/edit-booking.server.ts'
import { joinDuplicate } from '#app/features/dispatch/join-duplicate.server.ts'
import { pauseOnlineBooking, resumeOnlineBooking } from '#app/features/dispatch/pause-online-booking.server.ts'
import { promiseWindow } from '#app/features/dispatch/promise-window.server.ts'
import { reopenBooking } from '#app/features/dispatch/reopen-booking.server.ts'
import { discardSpam, trustBooking } from '#app/features/dispatch/sort-spam.server.ts'
import { undoAct } from '#app/features/dispatch/undo-act.server.ts'
import { recordHandPayment, voidHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { recordCallBack } from '#app/features/red-line/record-call-back.server.ts'
import { refundByStaff } from '#app/features/red-line/refund-by-staff.server.ts'
import { keepCredit } from '#app/features/visit/credit-doubts.server.ts'
import { decideOnFee } from '#app/features/visit/fee-questions.server.ts'
import { settleReport } from '#app/features/visit/record-gas.server.ts'
import { correctFault } from '#app/features/visit/return-fault.server.ts'
import { withdrawOwed } from '#app/features/visit/withdraw-owed.server.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { penceOf } from '#app/platform/fields.ts'
import { readWindow } from '#app/platform/fields-of-window.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import type { Instant } from '#app/values/clock.ts'
import type { Field, StaffAct } from './act-table.server.ts'
import { aftercareActs } from './aftercare-acts.server.ts'

const by = 'staff' as const
const asks = 'answer_needed' as const

/** All acts of staff on bookings, by the `intent` of the form. A new act is an entry here. */
export const staffActs: Readonly<Record<string, StaffAct>> = {
  called: {
    by,
    done: 'Call recorded.',
    do(services, act, field) {
      const outcome = field('outcome')
      if (!isCallOutcome(outcome)) throw wrongForm()
      return recordCall(services, { ...act, outcome })
    },
  },
  'undo-call': { by, done: 'Undone.', do: undoCall },
  accept: { by, done: staffDone.accept, do: acceptBooking },
  assign: {
    by,
    done: staffDone.assign,
    asks,
    do(services, act, field) {
      const engineerId = field('engineerId') || null
      if (!engineerId && field('mayBeNobody') === '') throw new InvalidEntry({ engineerId: 'Choose an engineer.' })
      return assignEngineer(services, { ...act, engineerId })
    },
  },
  promise: {
    by,
    done: staffDone.promise,
    asks,
    do: (services, act, field) =>
      promiseWindow(services, {
        ...act,
        ...windowIn(field),
        askedByCustomer: field('askedByCustomer') !== '',
        engineerId: field('engineerId') || undefined,
      }),
  },
  en_route: { by, done: staffDone.en_route, asks, do: (services, act) => advanceBooking(services, { ...act, to: 'en_route' }) },
  arrived: { by, done: staffDone.arrived, asks, do: (services, act) => advanceBooking(services, { ...act, to: 'arrived' }) },
  completed: {
    by,
    done: staffDone.completed,
    do: (services, act, field) => advanceBooking(services, { ...act, to: 'completed', gasReason: field('gasReason') }),
  },
  made_safe: {
    by,
    done: staffDone.made_safe,
    do: (services, act, field) => advanceBooking(services, { ...act, to: 'made_safe', gasReason: field('gasReason') }),
  },
  no_access: { by, done: staffDone.no_access, do: (services, act) => advanceBooking(services, { ...act, to: 'no_access' }) },
  cancel: { by, done: staffDone.cancel, do: (services, act, field) => cancelByStaff(services, { ...act, reason: field('reason') }) },
  join: { by, done: staffDone.join, do: (services, act, field) => joinDuplicate(services, { ...act, into: field('into').slice(0, 100) }) },
  reopen: {
    by,
    done: staffDone.reopen,
    asks,
    do: (services, act, field) => reopenBooking(services, { ...act, ...windowIn(field), reason: field('reason') }),
  },
  discard: { by, done: staffDone.discard, do: discardSpam },
  trust: { by, done: staffDone.trust, do: trustBooking },
  edit: { by, done: staffDone.edit, asks, do: (services, act, _, typed) => editBooking(services, { ...act, fields: typed() }) },
  undo: { by, done: 'Undone.', asks, do: undoAct },
  note: {
    by,
    done: 'Note saved.',
    do: (services, { key: idempotencyKey, ...act }, field) => noteBooking(services, { ...act, text: field('note'), idempotencyKey }),
  },
  message: {
    by,
    done: 'Sent to the customer.',
    do: (services, { key: idempotencyKey, ...act }, field) => messageCustomer(services, { ...act, text: field('message'), idempotencyKey }),
  },
  refund: {
    by,
    done: 'Refund made. We’re telling the customer.',
    asks: 'refund_unconfirmed',
    do: (services, { staffId }, field) =>
      refundByStaff(services, staffId, {
        paymentId: field('paymentId'),
        // An invalid amount is refused like one that is too small.
        amountPence: penceOf(field('amount')) ?? -1,
        reason: field('refundReason'),
        confirmedPence: field('confirmedPence') ? Number(field('confirmedPence')) : undefined,
        seenReturnedPence: Number(field('seenReturnedPence')) || 0,
      }),
  },
  withdraw: {
    by,
    done: 'Withdrawn.',
    do: (services, act, field) => withdrawOwed(services, { ...act, owedId: field('owedId'), reason: field('withdrawReason') }),
  },
  'keep-credit': {
    by,
    done: 'Credit kept. The customer still gets it off their bill.',
    do: (services, act, field) => keepCredit(services, { ...act, owedId: field('owedId') }),
  },
  'charge-fee': {
    by,
    done: 'Fee charged. It’ll be on their bill.',
    do: (services, act, field) => decideOnFee(services, { ...act, questionId: field('questionId'), decision: 'charged' }),
  },
  'waive-fee': {
    by,
    done: 'No fee. The customer won’t be charged.',
    do: (services, act, field) => decideOnFee(services, { ...act, questionId: field('questionId'), decision: 'waived' }),
  },
  'bill-issue': {
    by,
    done: 'Bill issued. We’re emailing it to the customer.',
    do: (services, { bookingId, staffId }, field) => issueBill(services, { bookingId, by: staffId, seenPence: Number(field('seenPence')) }),
  },
  'bill-correct': { by, done: 'Bill corrected.', do: correctDraft },
  'bill-uncorrect': {
    by,
    done: 'Correction removed.',
    do: (services, act, field) => withdrawCorrection(services, act, field('correctionId')),
  },
  'bill-credit': {
    by,
    done: 'Credit note issued. We’re telling the customer.',
    do: (services, act, field) => creditBill(services, { ...act, amount: field('creditAmount'), reason: field('creditReason') }),
  },
  'bill-pay': {
    by,
    done: 'Payment recorded. We’re emailing a receipt.',
    do: (services, { bookingId, staffId, key }, field) =>
      recordHandPayment(services, {
        ...{ bookingId, by: staffId, method: field('method'), amount: field('paidAmount'), key },
        isMore: field('isMore') === 'yes',
      }),
  },
  'bill-note': {
    by,
    done: 'Note saved.',
    do: (services, act, field) => noteBill(services, { ...act, kind: field('noteKind'), text: field('noteText') }),
  },
  'bill-void': {
    by,
    done: 'Payment voided.',
    do: (services, { bookingId, staffId }, field) =>
      voidHandPayment(services, { bookingId, by: staffId, paymentId: field('paymentId'), reason: field('voidReason') }),
  },
  'part-save': {
    by,
    done: 'Part saved.',
    do: (services, act, field) => saveAwaitedPart(services, { ...act, partId: field('partId').slice(0, 100) }, field),
  },
  'part-arrived': {
    by,
    done: 'Saved: it has arrived. The customer can choose a time once all parts are here.',
    do: (services, act, field) => recordArrival(services, { ...act, partId: field('partId').slice(0, 100) }),
  },
  'part-book': {
    by,
    next: ({ bookingId }) => `/staff/bookings/new?return=${bookingId}&parts=1#preferredDate`,
    do: (services, act, field) => recordArrival(services, { ...act, partId: field('partId').slice(0, 100), staffBook: true }),
  },
  'part-end': {
    by,
    done: 'Taken off the list.',
    do: (services, act, field) => endAwaitedPart(services, { ...act, partId: field('partId').slice(0, 100) }),
  },
  fault: { by, done: 'Saved.', do: correctFault },
  read: { by, done: 'Marked as read.', do: markRead },
  answered: { by, done: 'Marked as answered.', do: markAnswered },
  ...aftercareActs,
  'pause-online': {
    by,
    do: (services, { staffId }, field) =>
      pauseOnlineBooking(services, { kind: 'paused', staffId, ...untilOf(field), reason: field('reason') }),
  },
  'next-free': {
    by,
    done: 'The next free time is shown on the website.',
    do: (services, { staffId }, field) => pauseOnlineBooking(services, { kind: 'next_free', staffId, ...untilOf(field), reason: '' }),
  },
  'resume-online': { by, done: 'Online booking is open again.', do: (services, { staffId }) => resumeOnlineBooking(services, staffId) },
  'call-back': {
    by,
    done: 'Noted: you’ve called them.',
    do: (services, { staffId, bookingId }) => recordCallBack(services, staffId, bookingId),
  },
  'settle-enquiry': {
    by,
    do: (services, { staffId }, field) =>
      settleEnquiry(services, { enquiryId: field('enquiry').slice(0, 100), staffId, isAll: field('all') !== '' }),
  },
  'settle-report': {
    by: 'owner',
    do: (services, { bookingId, staffId }, field) =>
      settleReport(services, { bookingId, ownerId: staffId, applianceId: field('appliance'), note: field('note') }),
  },
}

/** For a form with a time to type and buttons for usual times, which ignore the typed value. */
const untilOf = (field: Field) => ({ pauseFor: field('quick') || field('pauseFor'), time: field('time') })

/** The window in a form. Throws `InvalidEntry`. */
function windowIn(field: Field): { from: Instant; until: Instant } {
  const window = readWindow(field)
  if ('problems' in window) throw new InvalidEntry(window.problems)
  return window
}
