import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { NewJob } from '#app/platform/jobs.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import { notAJobStatuses } from './lifecycle.ts'

/* Everything that happens to a booking is announced by one job, written in the same transaction. Recipients, channels and texts are decided
   when the job runs, in `messages`. */

/** Occasions for an announcement. */
const occasions = [
  /** A new booking; 'suspected', until November 2026, if it looked like spam. */
  ...(['created', 'suspected'] as const),
  /** Possible spam turned out to be genuine. */
  'trusted',
  /** Staff corrected the customer's email address; the customer asked for a new private link. */
  ...(['new_address', 'new_link'] as const),
  /** Acts of customers, and what follows from them. */
  ...(['rescheduled', 'cancelled', 'message', 'paid', 'unpaid', 'refunded'] as const),
  /** A booking that lost its place in the plan, or has one after all, since its customer proved it. */
  ...(['unplaced', 'placed'] as const),
  /** Acts of ours; and a paid Red Line booking that no one has accepted. */
  ...(['promised', 'called_off', 'reply', 'set_out', 'not_yet', 'escalated', 'joined', 'reopened'] as const),
  /** The course of a visit: assigned, arrived, done, no access; and reopened. */
  ...(['assigned', 'arrived', 'completed', 'no_access', 'not_over'] as const),
  /** For engineers: their job was taken from them or cancelled; or its time, place or details changed. */
  ...(['unassigned', 'job_changed'] as const),
  /** The engineer waits at a door that no one opens; or another visit was agreed. */
  ...(['at_door', 'another_time'] as const),
  /** A part that a visit waits for has a new day, or all of its parts have arrived. */
  ...(['part_due', 'part_arrived'] as const),
  /** The engineer suggests extra work, and the customer agreed to it. */
  ...(['work_proposed', 'work_agreed'] as const),
  /** A gas appliance is unsafe; or it is dangerous and still on, or may have to be reported. */
  ...(['gas_notice', 'gas_alarm'] as const),
  /** A customer complained; and their complaint was acknowledged and answered. */
  ...(['complained', 'complaint_acknowledged', 'complaint_answered'] as const),
  /** A customer isn't satisfied; and their refund was decided. */
  ...(['satisfaction_asked', 'satisfaction_decided'] as const),
  /** A customer cancelled a contract by their legal right; and it was refunded. */
  ...(['contract_cancelled', 'cancellation_settled'] as const),
  /** A customer disputes a payment with their bank, or the bank has decided. */
  'disputed',
  /** Money was refunded automatically, as part of an event that customer and staff are notified of anyway. */
  'money_returned',
  /** A bill was issued, paid, credited, or is still unpaid. */
  ...(['billed', 'bill_paid', 'bill_credited', 'bill_reminder'] as const),
  /** The customer is asked for a review, has written one, has our answer; or theirs was removed, for a legal reason. */
  ...(['review_asked', 'review_written', 'review_answered', 'review_removed'] as const),
  /** We missed one or more promises, all at the same moment. */
  'late',
] as const
export type Occasion = (typeof occasions)[number]

/** The kind of the job. */
export const announcementKind = 'announce'

/** News for an engineer: their id, and the window as they knew it. */
export const OfEngineer = z.object({ engineerId: z.string(), from: z.string(), until: z.string() })
export type OfEngineer = z.output<typeof OfEngineer>

/**
 * The payload of the job: the booking, the occasion, the id of its event, act, message or refund, and the booking's revision after it.
 * `job`: for news to an engineer who may no longer have it.
 */
export const Announcement = z.object({
  bookingId: z.string(),
  occasion: z.enum(occasions),
  id: z.string(),
  revision: z.int(),
  job: OfEngineer.optional(),
})
export type Announcement = z.output<typeof Announcement>

/** The job that announces something; to be enqueued in the same transaction. `id`: see `Announcement`. */
export const announcement = (booking: { id: string; revision: number }, occasion: Occasion, id: string, job?: OfEngineer): NewJob => ({
  kind: announcementKind,
  payload: { bookingId: booking.id, occasion, id, revision: booking.revision, ...(job && { job }) } satisfies Announcement,
})

/** Changed by staff, and needed by the engineer to find and do the job. */
const details = [
  'address',
  'postcode',
  'phone',
  'name',
  'service',
  'description',
  'accessNotes',
  'siteContact',
  'vulnerableOccupant',
] as const

type Job = Pick<Selectable<BookingsTable>, 'engineerId' | 'promisedFrom' | 'promisedUntil' | (typeof details)[number]> & {
  status: BookingStatus
}

const holderOf = ({ engineerId, status }: Job): string | null => (notAJobStatuses.includes(status) ? null : engineerId)

/** An engineer agrees another time at the door: no news to them. */
const isOwnAct = ({ announces }: { announces?: unknown }) => [announces].flat().includes('another_time')

/**
 * Returns an engineer's news of a change by customers, staff or the clock: a job assigned, taken away or cancelled, and changes to a job
 * that they have.
 */
export function engineersNews(before: Job, after: Job, change: { announces?: unknown }): { occasion: Occasion; job: OfEngineer }[] {
  const [was, is] = [holderOf(before), holderOf(after)]
  const jobOf = (engineerId: string) => ({ engineerId, from: before.promisedFrom, until: before.promisedUntil })
  if (was !== is)
    return [
      ...(was ? [{ occasion: 'unassigned' as const, job: jobOf(was) }] : []),
      ...(is ? [{ occasion: 'assigned' as const, job: jobOf(is) }] : []),
    ]
  const isMoved = before.promisedFrom !== after.promisedFrom || before.promisedUntil !== after.promisedUntil
  const isChanged = isMoved || details.some((column) => before[column] !== after[column])
  return is && isChanged && !isOwnAct(change) ? [{ occasion: 'job_changed', job: jobOf(is) }] : []
}
