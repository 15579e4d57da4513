import { readBookingTogether } from '#app/features/booking/read-booking.server.ts'
import { readExtraWorks } from '#app/features/visit/read-extra-work.server.ts'
import { readStatementTogether } from '#app/features/visit/read-statement.server.ts'
import type { JobKind } from '#app/platform/retry-schedule.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, minutes } from '#app/values/clock.ts'
import { accountMail, accountText } from './account-messages.server.ts'
import { alarmCall, alarmEmail, alarmPush, alarmText } from './alarms.server.ts'
import { billWebhookBody } from './bill-webhook.server.ts'
import { aftercareWords, readToldRequest } from './customer-aftercare.ts'
import { newLinkWords } from './customer-changes.ts'
import { bill, change, confirmation, late, review } from './customer-entries.server.ts'
import { mailToCustomer, textToCustomer } from './customer-message.server.ts'
import { reviewText } from './customer-review.ts'
import { deskPush, deskText } from './desk-news.server.ts'
import { engineerEmail, engineerPush, engineerText } from './engineer-news.server.ts'
import { extraWorkWords, readToldWork } from './extra-work.ts'
import { AftercareJob, BillJob, BookingJob, ChangeJob, EnquiryJob, OwnerChangeJob } from './job-payloads.ts'
import { type Message, mailToOwner, mailToStaff, siteOf, webhookMessage } from './message.server.ts'
import { openJobCall, openJobEmail, openJobPush, openJobText } from './open-job.server.ts'
import { readChanged } from './read-change.server.ts'
import { newBookingWords, staffChangeWords } from './staff-booking.ts'
import { newBookingPush, reviewPush, staffPush } from './staff-push.server.ts'
import { billText, changeText, confirmationText, lateText, missedCallText, textedChanges } from './text-words.ts'
import { webhookBody, webhookChangeBody } from './webhook-body.ts'

const readPriced = async (services: Services, job: ChangeJob) => {
  const changed = await readChanged(services, job)
  return { ...changed, statement: await readStatementTogether(services.db, changed.booking) }
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
    label: 'About a booking, to staff',
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
    about: readPriced,
    // Paid or held again meanwhile: no one needs a call.
    isOld: ({ booking, change }) =>
      change.change === 'unpaid' && booking.status !== 'expired' ? 'Not sent: it’s since been paid for, or its slot held again' : undefined,
    words: ({ booking, change, statement }, site) => staffChangeWords(booking, change, site, statement),
  }),
  'owner-change-email': mailToOwner({
    label: 'About a booking, to an owner',
    occasions: ['escalated', 'gas_alarm', 'disputed'],
    payload: OwnerChangeJob,
    about: (services, job: OwnerChangeJob) => readPriced(services, job),
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
  'account-mail': accountMail,
  'account-text': accountText,
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
