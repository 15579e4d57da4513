import { z } from 'zod'
import { readAccountMail } from '#app/features/accounts/mail-account.server.ts'
import { prepareMails } from '#app/features/accounts/prepare-mails.server.ts'
import { prepareText } from '#app/features/accounts/prepare-text.server.ts'
import { isStanding } from '#app/features/aftercare/review-rules.ts'
import { readBookingTogether } from '#app/features/booking/read-booking.server.ts'
import { readBalance, readStandingBill } from '#app/features/payments/bill-balance.server.ts'
import { readExtraWorks } from '#app/features/visit/read-extra-work.server.ts'
import { readStatementTogether } from '#app/features/visit/read-statement.server.ts'
import type { JobKind } from '#app/platform/retry-schedule.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, minutes } from '#app/values/clock.ts'
import { changeMailId } from '#content/customer-mails.ts'
import { accountSubject, accountWords, codeText } from './account-words.ts'
import { alarmCall, alarmEmail, alarmPush, alarmText } from './alarms.server.ts'
import { billFiles } from './bill-files.server.ts'
import { billWebhookBody } from './bill-webhook.server.ts'
import { confirmationWords } from './confirmation.ts'
import { aftercareWords, readToldRequest } from './customer-aftercare.ts'
import { type BillNews, billWords } from './customer-bill.ts'
import { changesForCustomers, customerChangeWords, newLinkWords } from './customer-changes.ts'
import { lateWords } from './customer-late.ts'
import { type CustomerEntry, mailToCustomer, textToCustomer } from './customer-message.server.ts'
import type { CustomerNews } from './customer-news.ts'
import { type ReviewNews, reviewText, reviewWords } from './customer-review.ts'
import { deskPush, deskText } from './desk-news.server.ts'
import { engineerEmail, engineerPush, engineerText } from './engineer-news.server.ts'
import { extraWorkWords, readToldWork } from './extra-work.ts'
import { AftercareJob, BillJob, BookingJob, ChangeJob, EnquiryJob, LateJob, OwnerChangeJob, ReviewJob } from './job-payloads.ts'
import { type Message, mailToOwner, mailToStaff, sendMail, siteOf, webhookMessage } from './message.server.ts'
import { openJobCall, openJobEmail, openJobPush, openJobText } from './open-job.server.ts'
import { readBillNews } from './read-bill-news.server.ts'
import { readChange, type ToldChange } from './read-change.server.ts'
import { newBookingWords, staffChangeWords } from './staff-booking.ts'
import { newBookingPush, reviewPush, staffPush } from './staff-push.server.ts'
import { billText, changeText, confirmationText, lateText, missedCallText, textedChanges } from './text-words.ts'
import { webhookBody, webhookChangeBody } from './webhook-body.ts'

const readChanged = async (services: Services, job: ChangeJob) => {
  const booking = await readBookingTogether(services, job.bookingId)
  return { booking, change: await readChange(services.db, job), statement: await readStatementTogether(services.db, booking) }
}

/** Messages that an unpaid booking by anyone can cause, and our cancelling it: all others are about bookings known to be real. */
const anybodys: ReadonlySet<string> = new Set(['unplaced', 'rescheduled', 'cancelled', 'called_off', 'joined'])

/* What customers are told by email and, most of it, by text. */

const confirmation: CustomerEntry<BookingJob, CustomerNews> = {
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

const change: CustomerEntry<ChangeJob, CustomerNews & { change: ToldChange }> = {
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

const late: CustomerEntry<LateJob, CustomerNews & { late: LateJob }> = {
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

const bill: CustomerEntry<BillJob, BillNews> = {
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

const review: CustomerEntry<ReviewJob, ReviewNews> = {
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

/**
 * Every kind of message: recipient, occasions, channel, payload and words. A new message is an entry here, and the line in
 * platform/retry-schedule.ts that the compiler then demands.
 */
export const messages = {
  'staff-email': mailToStaff({
    label: 'New booking, to staff',
    occasions: ['created', 'suspected'],
    payload: BookingJob,
    about: (services, { bookingId }) => readBookingTogether(services, bookingId),
    words: newBookingWords,
  }),
  'staff-change-email': mailToStaff({
    label: 'Booking changed, to staff',
    // Not about their own acts on the board.
    occasions: [
      'rescheduled',
      'cancelled',
      'message',
      'paid',
      'unpaid',
      'refunded',
      'escalated',
      'late',
      'gas_alarm',
      'disputed',
      'unplaced',
      'complained',
      'satisfaction_asked',
      'contract_cancelled',
    ],
    payload: ChangeJob,
    about: readChanged,
    // Paid or held again meanwhile: no one needs a call.
    isOld: ({ booking, change }) =>
      change.change === 'unpaid' && booking.status !== 'expired' ? 'Not sent: it’s since been paid for, or its slot held again' : undefined,
    words: ({ booking, change, statement }, site) => staffChangeWords(booking, change, site, statement),
  }),
  'owner-change-email': mailToOwner({
    label: 'Booking changed, to an owner',
    occasions: ['escalated', 'gas_alarm', 'disputed'],
    payload: OwnerChangeJob,
    about: (services, job: OwnerChangeJob) => readChanged(services, job),
    words: ({ booking, change, statement }, site) => staffChangeWords(booking, change, site, statement),
  }),
  'engineer-email': engineerEmail,
  'engineer-text': engineerText,
  'engineer-push': engineerPush,
  'staff-push': staffPush,
  'staff-booking-push': newBookingPush,
  'staff-review-push': reviewPush,
  'desk-text': deskText,
  'desk-push': deskPush,
  'open-job-email': openJobEmail,
  'open-job-text': openJobText,
  'open-job-push': openJobPush,
  'open-job-call': openJobCall,
  'alarm-email': alarmEmail,
  'alarm-text': alarmText,
  'alarm-push': alarmPush,
  'alarm-call': alarmCall,
  'customer-confirmation': mailToCustomer(confirmation),
  'customer-change': mailToCustomer(change),
  'customer-late': mailToCustomer(late),
  'customer-extra-work': mailToCustomer({
    label: 'Extra work, to the customer',
    occasions: ['work_proposed', 'work_agreed'],
    payload: ChangeJob,
    isAnybodys: () => false,
    async isOld({ db }, { change, id }, booking) {
      if (change === 'work_agreed') return undefined
      const work = (await readExtraWorks(db, booking)).find((each) => each.id === id)
      return work?.state === 'proposed' ? undefined : 'Not sent: it’s since been answered or withdrawn'
    },
    about: async ({ db }, { id }, news) => ({ ...news, work: await readToldWork(db, news.booking, id) }),
    words: ({ work, ...news }) => extraWorkWords(news, work),
  }),
  'customer-aftercare': mailToCustomer({
    label: 'About a complaint, a refund or a cancellation, to the customer',
    occasions: AftercareJob.shape.change.options,
    payload: AftercareJob,
    // Anyone can complain of a booking that no one has proven.
    isAnybodys: ({ change: told }) => told === 'complained',
    about: async ({ db }, job, news) => ({ ...news, told: await readToldRequest(db, job) }),
    words: ({ told, ...news }) => aftercareWords(news, told),
  }),
  'customer-bill': mailToCustomer(bill),
  'customer-review': mailToCustomer(review),
  // The email is the customer's record of the price terms.
  'customer-confirmation-text': textToCustomer({
    label: 'Confirmation, text to the customer',
    template: 'confirmation',
    occasions: ['created', 'suspected', 'trusted', 'new_address', 'placed'],
    of: confirmation,
    // Until the fee is paid, they are on the payment page.
    isFor: ({ status }) => status !== 'awaiting_payment',
    text: confirmationText,
  }),
  'customer-change-text': textToCustomer({
    label: 'Booking changed, text to the customer',
    template: 'change',
    occasions: textedChanges,
    insteadOf: 'customer-change',
    of: change,
    isFor: ({ serviceLevel }, occasion) => occasion !== 'assigned' || serviceLevel === 'redline',
    text: ({ change: told, ...news }) => changeText(news, told),
    // Later it would be wrong.
    validMs: ({ change: told }) => (told === 'set_out' || told === 'at_door' ? minutes(30) : hours(4)),
  }),
  'customer-late-text': textToCustomer({
    label: 'We’re late, text to the customer',
    template: 'late',
    occasions: ['late'],
    insteadOf: 'customer-late',
    of: late,
    text: ({ late: missed, ...news }) => lateText(news, missed),
    validMs: () => hours(4),
  }),
  // The email has the bill itself.
  'customer-bill-text': textToCustomer({
    label: 'Bill, text to the customer',
    template: 'bill',
    occasions: ['billed', 'bill_reminder'],
    of: bill,
    text: billText,
  }),
  'customer-review-text': textToCustomer({
    label: 'Review, text to the customer',
    template: 'change',
    occasions: ['review_asked'],
    of: review,
    text: reviewText,
    // Not at night.
    validMs: () => hours(1),
  }),
  'missed-call-text': {
    label: 'Missed call, text to the caller',
    channel: 'text',
    to: 'caller',
    payload: EnquiryJob,
    async send(services, payload, { jobId, signal }) {
      const { enquiryId } = EnquiryJob.parse(payload)
      const call = await services.db
        .selectFrom('enquiries')
        .select('phone')
        .where('id', '=', enquiryId)
        .where('settledAt', 'is', null)
        .executeTakeFirst()
      if (!call) return 'Not sent: we’ve spoken to them since'
      const text = missedCallText(siteOf(services))
      return services.texts.send({ id: jobId, to: call.phone, channel: 'sms', text, validMs: minutes(30) }, signal)
    },
    subject: (services) => missedCallText(siteOf(services)),
  },
  'customer-new-link': mailToCustomer({
    label: 'New private link, to the customer',
    occasions: ['new_link'],
    payload: BookingJob,
    isAnybodys: () => true,
    about: async (_services, _job, news) => news,
    words: newLinkWords,
  }),
  'account-mail': {
    label: 'About an account',
    channel: 'mail',
    to: 'account',
    isPersonal: true,
    payload: z.string(),
    async send(services, payload, job) {
      let answer: string | undefined = 'Not sent: there’s no one to write to'
      for (const mail of await prepareMails(services, job, payload)) {
        const words = accountWords(mail, services.published.current().details)
        answer = await sendMail(services, { ...job, jobId: `${job.jobId}-${mail.kind}` }, { to: mail.to, write: () => ({ words }) })
      }
      return answer
    },
    subject: (services, payload) => accountSubject(readAccountMail(services, payload)),
  },
  'account-text': {
    label: 'Code for signing in',
    channel: 'text',
    to: 'phone',
    isPersonal: true,
    payload: z.unknown(),
    async send(services, payload, { jobId, signal }) {
      const prepared = await prepareText(services, payload)
      if (!prepared) return
      const { to, channel, code } = prepared
      const template = channel === 'whatsapp' ? { kind: 'code' as const, values: [code] } : undefined
      await services.texts.send({ id: jobId, to, channel, text: codeText(code), template }, signal)
    },
    subject: () => 'A six-digit code',
  },
  'staff-webhook': webhookMessage({
    label: 'New booking, by webhook',
    occasions: ['created', 'trusted'],
    payload: BookingJob,
    body: async (services, { bookingId }) => webhookBody(await readBookingTogether(services, bookingId)),
  }),
  'staff-change-webhook': webhookMessage({
    label: 'Booking changed, by webhook',
    occasions: [
      ...(['rescheduled', 'cancelled', 'message', 'paid', 'unpaid', 'refunded', 'money_returned'] as const),
      ...(['promised', 'called_off', 'escalated', 'late', 'joined', 'reopened'] as const),
      ...(['assigned', 'set_out', 'arrived', 'completed', 'no_access', 'at_door', 'another_time', 'work_agreed', 'gas_alarm'] as const),
    ],
    payload: ChangeJob,
    async body(services, job) {
      const { booking, change } = await readChanged(services, job)
      return webhookChangeBody(booking, change)
    },
  }),
  'bill-webhook': webhookMessage({
    label: 'Bill update, by webhook',
    occasions: ['billed', 'bill_paid', 'bill_credited'],
    payload: BillJob,
    body: billWebhookBody,
  }),
} as const satisfies Partial<Record<JobKind, Message>>

export type MessageKind = keyof typeof messages

/** Refunds and our messages stay news; a corrected address doesn't make the time outdated. */
async function isPartOver({ db }: Services, { change, id }: ChangeJob): Promise<boolean> {
  if (change !== 'part_due' && change !== 'part_arrived') return false
  const part = await db.selectFrom('awaitedParts').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    !part || part.endedAt !== null || part.returnId !== null || (change === 'part_due' && (part.arrivedOn !== null || part.dueOn === null))
  )
}

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
