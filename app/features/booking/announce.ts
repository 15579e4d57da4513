import { z } from 'zod'
import type { NewJob } from '#app/platform/jobs.ts'

/* Everything that happens to a booking is announced by one job, written in the same transaction. Who is told, by which channel and in which
   words, is decided when the job runs, in the feature `notifications`. */

/** What there is to announce of a booking. */
const occasions = [
  /** It was created; 'suspected', until November 2026, if it looked like spam. */
  ...(['created', 'suspected'] as const),
  /** Possible spam turned out to be genuine. */
  'trusted',
  /** Staff corrected the customer's email address; the customer asked for a new private link. */
  ...(['new_address', 'new_link'] as const),
  /** Acts of customers, and what follows from them. */
  ...(['rescheduled', 'cancelled', 'message', 'paid', 'unpaid', 'refunded'] as const),
  /** Acts of ours; and that no one has accepted a paid Red Line booking. */
  ...(['promised', 'called_off', 'reply', 'set_out', 'not_yet', 'escalated', 'joined', 'reopened'] as const),
  /** The course of a visit: assigned, arrived, done, no access; and reopened. */
  ...(['assigned', 'arrived', 'completed', 'no_access', 'not_over'] as const),
  /** No one answers the door, and the engineer waits; or another visit was agreed. */
  ...(['at_door', 'another_time'] as const),
  /** The engineer suggests extra work, and the customer agreed to it. */
  ...(['work_proposed', 'work_agreed'] as const),
  /** A gas appliance is unsafe; or it is dangerous and still on, or may have to be reported. */
  ...(['gas_notice', 'gas_alarm'] as const),
  /** A customer disputes a payment with their bank, or the bank has decided. */
  'disputed',
  /** Money was refunded automatically, as part of something that customer and staff are told of anyway. */
  'money_returned',
  /** A bill was issued, paid, credited, or is still unpaid. */
  ...(['billed', 'bill_paid', 'bill_credited', 'bill_reminder'] as const),
  /** We missed one or more promises, all at the same moment. */
  'late',
] as const
export type Occasion = (typeof occasions)[number]

/** The kind of the job. */
export const announcementKind = 'announce'

/** The payload of the job: the booking, what happened, the id of its event, act, message or refund, and the booking's revision after it. */
export const Announcement = z.object({ bookingId: z.string(), occasion: z.enum(occasions), id: z.string(), revision: z.int() })
export type Announcement = z.output<typeof Announcement>

/** The job that announces something; to be enqueued in the same transaction. `id`: see `Announcement`. */
export const announcement = (booking: { id: string; revision: number }, occasion: Occasion, id: string): NewJob => ({
  kind: announcementKind,
  payload: { bookingId: booking.id, occasion, id, revision: booking.revision } satisfies Announcement,
})
