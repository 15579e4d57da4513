import type { Kysely } from 'kysely'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import type { Tables } from '#db/tables.ts'
import { nextComplaintStep } from './complaint-dates.ts'

/** Something that a customer has asked for after their visit, and that we owe them by a day. */
export interface DueRequest {
  id: string
  bookingId: string
  reference: string
  /** What staff do next: 'Answer the complaint'. */
  what: string
  /** The last day on which that is in time; undefined if there is no such day. */
  dueOn: LondonDay | undefined
  isOverdue: boolean
}

const complaintTexts = {
  acknowledge: 'Acknowledge the complaint',
  answer: 'Answer the complaint',
  close: 'Complaint answered: close it once it’s settled',
} as const

/** The most that are read of each kind. */
const most = 200

export const dueQueries = {
  complaints: (db: Kysely<Tables>) =>
    db
      .selectFrom('complaints')
      .innerJoin('bookings', 'bookings.id', 'complaints.bookingId')
      .select(['complaints.id', 'complaints.bookingId', 'bookings.reference'])
      .select(['receivedAt', 'acknowledgedAt', 'answeredAt', 'closedAt'])
      .where('complaints.closedAt', 'is', null)
      .where('bookings.erasedAt', 'is', null)
      .orderBy('receivedAt')
      .limit(most),
}

/** Everything that customers have asked for and that isn't done yet; what is due first comes first. */
export async function readDue({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<DueRequest[]> {
  const today = londonDay(clock.now())
  const complaints = (await dueQueries.complaints(db).execute()).flatMap((complaint) => {
    const next = nextComplaintStep(complaint)
    return next ? [{ ...complaint, what: complaintTexts[next.step], dueOn: next.dueOn }] : []
  })
  return complaints
    .map(({ id, bookingId, reference, what, dueOn }) => ({
      ...{ id, bookingId, reference, what, dueOn },
      isOverdue: dueOn !== undefined && dueOn < today,
    }))
    .toSorted((a, b) => ((a.dueOn ?? 'later') < (b.dueOn ?? 'later') ? -1 : 1))
}

/** How many are overdue, or due today or tomorrow. */
export async function readPressingCount(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const tomorrow = addDays(londonDay(services.clock.now()), 1)
  return (await readDue(services)).filter(({ dueOn }) => dueOn !== undefined && dueOn <= tomorrow).length
}
