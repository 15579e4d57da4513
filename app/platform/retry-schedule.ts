import { days, hours, minutes, seconds } from '#app/values/clock.ts'

/** The tries of a kind of job, and the alarm of staff while it is not done. */
interface RetrySchedule {
  /** Pauses double from 2 seconds to this. */
  longestPauseMs: number
  /** After this long without success a job is given up: kept for staff, who may repeat it. */
  giveUpAfterMs: number
  /** 'waiting': staff are alarmed while it waits. 'unsent': only once it was given up. 'none': never. */
  alarm: 'waiting' | 'unsent' | 'none'
}

/** A line that is down for a weekend, or a mailbox that is full, is worth three days. */
const work = { longestPauseMs: minutes(10), giveUpAfterMs: days(3), alarm: 'none' } as const satisfies RetrySchedule
const message = { ...work, alarm: 'unsent' } as const satisfies RetrySchedule
const text = { ...message, longestPauseMs: minutes(1), giveUpAfterMs: minutes(30) } as const satisfies RetrySchedule

const quick = { ...work, longestPauseMs: minutes(1), giveUpAfterMs: hours(1) } as const satisfies RetrySchedule

/** Every kind of job. */
const retrySchedules = {
  // All emails and webhooks of a booking wait for it.
  announce: { ...message, longestPauseMs: minutes(1) },
  'staff-email': message,
  'staff-webhook': message,
  'customer-confirmation': message,
  'staff-change-email': message,
  'staff-change-webhook': message,
  'bill-webhook': message,
  'customer-change': message,
  'customer-new-link': message,
  'customer-late': message,
  'customer-extra-work': message,
  'customer-aftercare': message,
  'customer-bill': message,
  'customer-review': message,
  // After ten minutes the email goes instead; without an address staff are told.
  ...{ 'customer-confirmation-text': text, 'customer-change-text': text, 'customer-late-text': text, 'customer-bill-text': text },
  'customer-review-text': text,
  // Later it would be odd, and staff have the call in their inbox.
  'missed-call-text': quick,
  'owner-change-email': message,
  // Later the job may be over, and its news helps no one.
  'engineer-email': { ...message, giveUpAfterMs: days(1) },
  // The email has the same news.
  ...{ 'engineer-text': quick, 'engineer-push': quick, 'staff-push': quick, 'staff-booking-push': quick },
  'staff-review-push': quick,
  ...{ 'desk-text': quick, 'desk-push': quick },
  // These emails are sent again until someone has the job, and dropped by age; the job without an engineer has its own alarm.
  'open-job-email': { ...message, giveUpAfterMs: minutes(30) },
  'open-job-text': { ...work, longestPauseMs: seconds(30), giveUpAfterMs: minutes(30) },
  'open-job-push': { ...work, longestPauseMs: seconds(30), giveUpAfterMs: minutes(30) },
  'open-job-call': { ...work, longestPauseMs: seconds(30), giveUpAfterMs: minutes(30) },
  ...{ alarm: work, 'held-alarms': work, 'alarm-email': message },
  // After ten minutes the email goes instead.
  'alarm-text': text,
  ...{ 'alarm-push': quick, 'alarm-call': { ...quick, longestPauseMs: seconds(30), giveUpAfterMs: minutes(30) } },
  // Its links and codes last ten minutes to an hour; the rest is worth the usual three days. By then a new one has been requested.
  'account-mail': { ...message, longestPauseMs: minutes(1), alarm: 'waiting' },
  // As long as its code is valid.
  'account-text': { ...message, longestPauseMs: minutes(1), giveUpAfterMs: minutes(5), alarm: 'waiting' },
  // Later no phone rings.
  'cancel-call': { ...work, longestPauseMs: seconds(5), giveUpAfterMs: seconds(30) },
  refund: work,
  'end-checkout': work,
  'end-bill-checkouts': work,
  'reconcile-payments': work,
} as const satisfies Record<string, RetrySchedule>

export type JobKind = keyof typeof retrySchedules

/** The schedule of a kind of job; the usual one for a kind that an older or newer version knows. */
export const scheduleOf = (kind: string): RetrySchedule => (Object.hasOwn(retrySchedules, kind) ? retrySchedules[kind as JobKind] : work)

/** The kinds that staff are alarmed of while they are in a state. */
export const alarmingKinds = (state: 'waiting' | 'dead'): JobKind[] =>
  (Object.keys(retrySchedules) as JobKind[]).filter((kind) => {
    const { alarm } = retrySchedules[kind]
    return alarm === 'unsent' || (alarm === 'waiting' && state === 'waiting')
  })
