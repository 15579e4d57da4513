import type { Kysely } from 'kysely'
import { londonDay, momentText } from '#app/platform/london.ts'
import { dueDayText } from '#app/platform/spoken-moment.ts'
import { dayText } from '#app/values/day.ts'
import type { ComplaintChannel } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'
import { complaintDates, nextComplaintStep } from './complaint-dates.ts'
import { readWho } from './staff/read-who.server.ts'

const newestFirst = (db: Kysely<Tables>, bookingId: string) =>
  db.selectFrom('complaints').selectAll().where('bookingId', '=', bookingId).orderBy('id', 'desc').execute()

const channelTexts: Record<ComplaintChannel, string> = {
  link: 'from their booking page',
  phone: 'by phone',
  email: 'by email',
  post: 'by post',
}

/** The complaints about a booking for staff, in words, newest first. */
export async function readComplaints(db: Kysely<Tables>, bookingId: string, now: Date) {
  const complaints = await newestFirst(db, bookingId)
  const who = await readWho(
    db,
    complaints.flatMap(({ receivedBy, acknowledgedBy, answeredBy, closedBy }) => [receivedBy, acknowledgedBy, answeredBy, closedBy]),
  )
  return complaints.map((complaint, index) => {
    const { id, words, wish, answer, disputeText, channel, closingNote } = complaint
    const next = nextComplaintStep(complaint)
    const steps = [
      ['Received', complaint.receivedAt, complaint.receivedBy],
      ['Acknowledged', complaint.acknowledgedAt, complaint.acknowledgedBy],
      ['Answered', complaint.answeredAt, complaint.answeredBy],
      ['Closed', complaint.closedAt, complaint.closedBy],
    ] as const
    return {
      ...{ id, words, wish, answer, disputeText, closingNote: closingNote ?? '' },
      /** They weren't happy with our answer to an earlier one. */
      isFurther: complaints.slice(index + 1).some(({ answeredAt }) => answeredAt !== null),
      steps: steps.flatMap(([label, at, by]) =>
        at
          ? [{ label, text: `${momentText(at)}, by ${who(by)}${label === 'Received' && channel ? `, ${channelTexts[channel]}` : ''}` }]
          : [],
      ),
      next: next && {
        step: next.step,
        due: next.dueOn && `by ${dayText(next.dueOn)}`,
        isOverdue: next.dueOn !== undefined && next.dueOn < londonDay(now),
      },
    }
  })
}

/** The latest complaint about a booking, as its customer sees it; undefined if there is none. */
export async function readOwnComplaint(db: Kysely<Tables>, bookingId: string) {
  const [complaint] = await newestFirst(db, bookingId)
  if (!complaint) return undefined
  const { words, wish, answer, disputeText, receivedAt, acknowledgedAt, answeredAt, closedAt } = complaint
  return {
    ...{ words, wish, answer, disputeText, receivedAt, acknowledgedAt, answeredAt, closedAt },
    answerBy: dueDayText(complaintDates(receivedAt).answerBy, receivedAt),
  }
}

export type OwnComplaint = NonNullable<Awaited<ReturnType<typeof readOwnComplaint>>>
