import type { SiteSession } from '#app/features/accounts/site-session.server.ts'
import { correctDraft, withdrawCorrection } from '#app/features/billing/correct-draft.server.ts'
import { creditBill } from '#app/features/billing/credit-bill.server.ts'
import { issueBill } from '#app/features/billing/issue-bill.server.ts'
import { noteBill } from '#app/features/billing/note-bill.server.ts'
import { isCallOutcome } from '#app/features/booking/call-outcomes.ts'
import { openComplaint, settleComplaint } from '#app/features/desk/complaints.server.ts'
import { messageCustomer } from '#app/features/desk/message-customer.server.ts'
import { noteBooking } from '#app/features/desk/note-booking.server.ts'
import { recordCall, undoCall } from '#app/features/desk/record-call.server.ts'
import { type RefusedForm, refusedForm } from '#app/features/desk/refused-form.ts'
import { markAnswered, markRead } from '#app/features/desk/sort-messages.server.ts'
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
import { withdrawOwed } from '#app/features/visit/withdraw-owed.server.ts'
import { answerForm, type SentForm } from '#app/platform/answer-form.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { penceOf } from '#app/platform/fields.ts'
import { readWindow } from '#app/platform/fields-of-window.ts'
import { wrongForm } from '#app/platform/refused-page.ts'
import type { Services, Visit } from '#app/platform/services.ts'
import type { Instant } from '#app/values/clock.ts'

/** A refused form of the board or of a booking's page, with everything that was typed. */
export interface ActAnswer extends RefusedForm {
  bookingId: string
}

interface Press {
  services: Services
  staffId: string
  bookingId: string
  seen: string
  text: (name: string) => string
  /** For a form that adds an entry: sending it twice adds one. */
  key: string
  fields: Record<string, string>
}

const acts: Record<string, (press: Press) => Promise<void>> = {
  called({ services, staffId, bookingId, key, text }) {
    const outcome = text('outcome')
    if (!isCallOutcome(outcome)) throw wrongForm()
    return recordCall(services, { staffId, bookingId, outcome, key })
  },
  'undo-call': ({ services, staffId, bookingId }) => undoCall(services, { staffId, bookingId }),
  accept: ({ services, ...press }) => acceptBooking(services, actOf(press)),
  assign({ services, text, ...press }) {
    const engineerId = text('engineerId') || null
    if (!engineerId && text('mayBeNobody') === '') throw new InvalidEntry({ engineerId: 'Choose an engineer.' })
    return assignEngineer(services, { ...actOf(press), engineerId, confirmed: text('confirmed') })
  },
  promise: ({ services, text, ...press }) =>
    promiseWindow(services, {
      ...actOf(press),
      ...windowIn(text),
      askedByCustomer: text('askedByCustomer') !== '',
      engineerId: text('engineerId') || undefined,
      confirmed: text('confirmed'),
    }),
  en_route: ({ services, text, ...press }) => advanceBooking(services, { ...actOf(press), to: 'en_route', confirmed: text('confirmed') }),
  arrived: ({ services, text, ...press }) => advanceBooking(services, { ...actOf(press), to: 'arrived', confirmed: text('confirmed') }),
  completed: ({ services, text, ...press }) => advanceBooking(services, { ...actOf(press), to: 'completed', gasReason: text('gasReason') }),
  made_safe: ({ services, text, ...press }) => advanceBooking(services, { ...actOf(press), to: 'made_safe', gasReason: text('gasReason') }),
  no_access: ({ services, ...press }) => advanceBooking(services, { ...actOf(press), to: 'no_access' }),
  cancel: ({ services, text, ...press }) => cancelByStaff(services, { ...actOf(press), reason: text('reason') }),
  join: ({ services, text, ...press }) => joinDuplicate(services, { ...actOf(press), into: text('into').slice(0, 100) }),
  reopen: ({ services, text, ...press }) =>
    reopenBooking(services, { ...actOf(press), ...windowIn(text), reason: text('reason'), confirmed: text('confirmed') }),
  discard: ({ services, ...press }) => discardSpam(services, actOf(press)),
  trust: ({ services, ...press }) => trustBooking(services, actOf(press)),
  edit: ({ services, fields, text, ...press }) => editBooking(services, { ...actOf(press), fields, confirmed: text('confirmed') }),
  undo: ({ services, text, ...press }) => undoAct(services, { ...actOf(press), confirmed: text('confirmed') }),
  note: ({ services, staffId, bookingId, text, key }) =>
    noteBooking(services, { staffId, bookingId, text: text('note'), idempotencyKey: key }),
  message: ({ services, staffId, bookingId, text, key }) =>
    messageCustomer(services, { staffId, bookingId, text: text('message'), idempotencyKey: key }),
  refund: ({ services, staffId, text }) =>
    refundByStaff(services, staffId, {
      paymentId: text('paymentId'),
      // An invalid amount is refused like one that is too small.
      amountPence: penceOf(text('amount')) ?? -1,
      reason: text('refundReason'),
      confirmedPence: text('confirmedPence') ? Number(text('confirmedPence')) : undefined,
      seenReturnedPence: Number(text('seenReturnedPence')) || 0,
    }),
  withdraw: ({ services, staffId, bookingId, text }) =>
    withdrawOwed(services, { staffId, bookingId, owedId: text('owedId'), reason: text('withdrawReason') }),
  'keep-credit': ({ services, staffId, bookingId, text }) => keepCredit(services, { staffId, bookingId, owedId: text('owedId') }),
  'charge-fee': ({ services, staffId, bookingId, text }) =>
    decideOnFee(services, { staffId, bookingId, questionId: text('questionId'), decision: 'charged' }),
  'waive-fee': ({ services, staffId, bookingId, text }) =>
    decideOnFee(services, { staffId, bookingId, questionId: text('questionId'), decision: 'waived' }),
  'bill-issue': ({ services, staffId, bookingId, text }) =>
    issueBill(services, { bookingId, by: staffId, seenPence: Number(text('seenPence')) }),
  'bill-correct': ({ services, staffId, bookingId, text }) => correctDraft(services, { bookingId, staffId }, text),
  'bill-uncorrect': ({ services, staffId, bookingId, text }) => withdrawCorrection(services, { bookingId, staffId }, text('correctionId')),
  'bill-credit': ({ services, staffId, bookingId, text, key }) =>
    creditBill(services, { bookingId, staffId, amount: text('creditAmount'), reason: text('creditReason'), key }),
  'bill-pay': ({ services, staffId, bookingId, text, key }) =>
    recordHandPayment(services, {
      ...{ bookingId, by: staffId, method: text('method'), amount: text('paidAmount'), key },
      isMore: text('isMore') === 'yes',
    }),
  'bill-note': ({ services, staffId, bookingId, text, key }) =>
    noteBill(services, { bookingId, staffId, kind: text('noteKind'), text: text('noteText'), key }),
  'bill-void': ({ services, staffId, bookingId, text }) =>
    voidHandPayment(services, { bookingId, by: staffId, paymentId: text('paymentId'), reason: text('voidReason') }),
  read: ({ services, staffId, bookingId }) => markRead(services, { staffId, bookingId }),
  answered: ({ services, staffId, bookingId }) => markAnswered(services, { staffId, bookingId }),
  complain: ({ services, ...press }) => openComplaint(services, actOf(press)),
  settle: ({ services, text, ...press }) => settleComplaint(services, { ...actOf(press), settlement: text('settlement') }),
  'pause-online': ({ services, staffId, text }) =>
    pauseOnlineBooking(services, { kind: 'paused', staffId, ...untilOf(text), reason: text('reason') }),
  'next-free': ({ services, staffId, text }) => pauseOnlineBooking(services, { kind: 'next_free', staffId, ...untilOf(text), reason: '' }),
  'resume-online': ({ services, staffId }) => resumeOnlineBooking(services, staffId),
  'call-back': ({ services, staffId, bookingId }) => recordCallBack(services, staffId, bookingId),
}

/** For a form with a time to type and buttons for usual times, which ignore the typed value. */
const untilOf = (text: Press['text']) => ({ pauseFor: text('quick') || text('pauseFor'), time: text('time') })

const actOf = ({ staffId, bookingId, seen }: Pick<Press, 'staffId' | 'bookingId' | 'seen'>) => ({ staffId, bookingId, seen })

/**
 * Does an act on a page of dispatch by its `intent`; `done` returns the address to continue at. A refusal returns its text and all typed
 * values. The caller has checked that the viewer is staff. `bookingId`: of the page, else the form's field.
 */
export async function answerAct(
  { request, visit, viewer, bookingId }: { request: Request; visit: Visit; viewer: SiteSession; bookingId?: string },
  done: (press: { intent: string; bookingId: string; seen: string; key: string }) => Response,
) {
  return answerForm(
    { request, longest: 5_000 },
    async (form) => {
      const press = pressIn(form, bookingId)
      const act = Object.hasOwn(acts, press.intent) ? acts[press.intent] : undefined
      if (!act) throw wrongForm()
      await act({ services: visit.services, staffId: viewer.account.user.id, ...press })
      return done(press)
    },
    (refusal, form): ActAnswer => ({ ...refusedForm(refusal, form), bookingId: pressIn(form, bookingId).bookingId }),
  )
}

const pressIn = ({ text, typed }: SentForm, bookingId = text('bookingId').slice(0, 100)) => ({
  intent: text('intent'),
  seen: text('seen'),
  /** For a form that adds an entry: sending it twice adds one. */
  key: text('key').slice(0, 100),
  bookingId,
  text,
  fields: typed(),
})

/** The window that a form names. Throws `InvalidEntry`. */
function windowIn(text: (name: string) => string): { from: Instant; until: Instant } {
  const window = readWindow(text)
  if ('problems' in window) throw new InvalidEntry(window.problems)
  return window
}
