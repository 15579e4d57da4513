import { addWorkingDays } from '#app/platform/bank-holidays.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import { complaints } from '#content/stated.ts'

/** The last days on which a complaint is acknowledged and answered in time (terms, complaints). */
export const complaintDates = (receivedAt: Instant): { acknowledgeBy: LondonDay; answerBy: LondonDay } => ({
  acknowledgeBy: addWorkingDays(londonDay(receivedAt), complaints.confirmWorkingDays),
  answerBy: addDays(londonDay(receivedAt), complaints.answerDays),
})

/** The next step with a complaint, and its last day; undefined once it is closed. An answer also acknowledges it. */
export function nextComplaintStep(complaint: {
  receivedAt: Instant
  acknowledgedAt: Instant | null
  answeredAt: Instant | null
  closedAt: Instant | null
}): { step: 'acknowledge' | 'answer' | 'close'; dueOn?: LondonDay } | undefined {
  if (complaint.closedAt) return undefined
  if (complaint.answeredAt) return { step: 'close' }
  const { acknowledgeBy, answerBy } = complaintDates(complaint.receivedAt)
  return complaint.acknowledgedAt ? { step: 'answer', dueOn: answerBy } : { step: 'acknowledge', dueOn: acknowledgeBy }
}
