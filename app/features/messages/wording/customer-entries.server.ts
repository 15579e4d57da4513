import { isStanding } from '#app/features/aftercare/review-rules.ts'
import { billPdf, creditNotePdf, receiptPdf } from '#app/features/billing/bill-pdf.server.ts'
import { receiptFile } from '#app/features/billing/bill-text.ts'
import { readBalance, readStandingBill } from '#app/features/payments/bill-balance.server.ts'
import type { Services } from '#app/platform/services.ts'
import { changeMailId } from '#content/customer-mails.ts'
import { confirmationWords } from './confirmation.ts'
import { type BillNews, billWords } from './customer-bill.ts'
import { changesForCustomers, customerChangeWords } from './customer-changes.ts'
import { lateWords } from './customer-late.ts'
import type { CustomerEntry } from './customer-message.server.ts'
import type { CustomerNews } from './customer-news.ts'
import { type ReviewNews, reviewWords } from './customer-review.ts'
import { BillJob, BookingJob, ChangeJob, LateJob, ReviewJob } from './job-payloads.ts'
import { readBillNews } from './read-bill-news.server.ts'
import { readChange, type ToldChange } from './read-change.server.ts'

/* Emails to customers; most of them have a text beside them. */

/** Messages that an unpaid booking by anyone can cause, and our cancelling it: all others are about bookings known to be real. */
const anybodys: ReadonlySet<string> = new Set(['unplaced', 'rescheduled', 'cancelled', 'called_off', 'joined'])

export const confirmation: CustomerEntry<BookingJob, CustomerNews> = {
  label: 'Confirmation, to the customer',
  occasions: ['created', 'suspected', 'trusted', 'new_address', 'placed'],
  payload: BookingJob,
  isAnybodys: () => true,
  // Every way of cancelling has an email of its own, with the reference and the private link.
  isOld: async (_services, _job, { status }) => (status === 'cancelled' ? 'Not sent: the booking has been cancelled since' : undefined),
  about: async (_services, _job, news) => news,
  words: confirmationWords,
  hasCalendarFile: true,
}

export const change: CustomerEntry<ChangeJob, CustomerNews & { change: ToldChange }> = {
  label: 'Booking changed, to the customer',
  // Not about their own messages.
  occasions: changesForCustomers,
  payload: ChangeJob,
  mailId: ({ change }) => changeMailId(change),
  isAnybodys: ({ change }) => anybodys.has(change),
  async isOld(services, job, { status }) {
    // Undone, or already arrived: its event may be gone.
    if (job.change === 'set_out' && status !== 'en_route') return 'Not sent: no one is on the way now'
    if (job.change === 'not_yet' && status === 'en_route') return 'Not sent: an engineer is on the way again'
    if ((job.change === 'completed' || job.change === 'no_access') && status !== job.change) return 'Not sent: the step was undone'
    if (job.change === 'assigned' && status !== 'assigned') return 'Not sent: the job has moved on since'
    if (await isPartOver(services, job)) return 'Not sent: the part has been dealt with since'
    if (job.change === 'at_door' && status !== 'arrived') return 'Not sent: the engineer is no longer waiting at the door'
    if (job.change === 'not_over' && (status === 'completed' || status === 'no_access')) return 'Not sent: the visit is finished again'
    return (await isOvertaken(services, job)) ? 'Not sent: a later change has its own email' : undefined
  },
  about: async ({ db }, job, news) => ({ ...news, change: await readChange(db, job) }),
  words: ({ change, ...news }) => customerChangeWords(news, change),
  hasCalendarFile: true,
}

export const late: CustomerEntry<LateJob, CustomerNews & { late: LateJob }> = {
  label: 'We’re late, to the customer',
  occasions: ['late'],
  payload: LateJob,
  // A booking that wasn't accepted may have anyone's address.
  isAnybodys: () => true,
  // A call made meanwhile is no news; money always is.
  isOld: async (_services, { missed }, { status }) =>
    missed.every((promise) => promise === 'call') && status !== 'received' ? 'Not sent: the booking has been accepted since' : undefined,
  about: async (_services, late, news) => ({ ...news, late }),
  words: ({ late, ...news }) => lateWords(news, late),
}

export const bill: CustomerEntry<BillJob, BillNews> = {
  label: 'Bill, to the customer',
  occasions: ['billed', 'bill_paid', 'bill_credited', 'bill_reminder'],
  payload: BillJob,
  isAnybodys: () => false,
  async isOld({ db }, { bookingId, change }) {
    if (change === 'bill_reminder' && (await readBalance(db, bookingId)).owedPence <= 0) return 'Not sent: it’s been paid since'
    return change === 'billed' && !(await readStandingBill(db, bookingId)) ? 'Not sent: the credit note for all of it says so' : undefined
  },
  about: readBillNews,
  words: billWords,
  files: ({ clock }, news) => billFiles(news, clock.now()),
}

export const review: CustomerEntry<ReviewJob, ReviewNews> = {
  label: 'Review, to the customer',
  occasions: ReviewJob.shape.change.options,
  payload: ReviewJob,
  isAnybodys: () => false,
  async isOld({ db }, { bookingId, change }) {
    const written = await db.selectFrom('reviews').selectAll().where('bookingId', '=', bookingId).executeTakeFirst()
    if (change === 'review_answered') return written && isStanding(written) ? undefined : 'Not sent: the review is no longer shown'
    if (change === 'review_removed') return written?.removedAt ? undefined : 'Not sent: they’ve written it again since'
    return written && 'Not sent: they’ve written a review since'
  },
  async about({ db }, { change, id }, news) {
    if (change === 'review_asked') return { ...news, told: { ask: Number(id) } }
    const { removalReason, answer } = await db
      .selectFrom('reviews')
      .select(['removalReason', 'answer'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (change === 'review_answered') return { ...news, told: { answer } }
    return { ...news, told: { removed: removalReason ?? 'unlawful' } }
  },
  words: reviewWords,
}

async function isPartOver({ db }: Services, { change, id }: ChangeJob): Promise<boolean> {
  if (change !== 'part_due' && change !== 'part_arrived') return false
  const part = await db.selectFrom('awaitedParts').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    !part || part.endedAt !== null || part.returnId !== null || (change === 'part_due' && (part.arrivedOn !== null || part.dueOn === null))
  )
}

/** Refunds and our messages stay news; a corrected address doesn't make the time outdated. */
async function isOvertaken({ db }: Services, { bookingId, change, id }: ChangeJob): Promise<boolean> {
  if (change === 'refunded' || change === 'reply') return false
  const later = await db
    .selectFrom('bookingEvents')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('id', '>', id)
    .where((eb) => eb.or([eb('kind', '!=', 'status'), eb('toStatus', '=', 'expired')]))
    .executeTakeFirst()
  return later !== undefined
}

/** Returns the attachments of an email about a bill: the bill, the receipt or the credit note as a PDF. A reminder has none. */
async function billFiles({ bill, change, paperId }: BillNews, now: Date) {
  const { issued, payments, creditNotes } = bill
  if (change === 'billed') return [file(`bill-${issued.reference}.pdf`, await billPdf(bill, now))]
  const payment = payments.find(({ id }) => id === paperId)
  if (payment) return [file(receiptFile(payment.id), await receiptPdf(bill, payment, now))]
  const note = creditNotes.find(({ id }) => id === paperId)
  return note ? [file(`${note.reference}.pdf`, await creditNotePdf(bill, note, now))] : []
}

const file = (filename: string, pdf: Buffer) => ({
  filename,
  contentType: 'application/pdf',
  content: pdf.toString('base64'),
  encoding: 'base64' as const,
})
