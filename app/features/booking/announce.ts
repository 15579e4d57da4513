import { z } from 'zod'
import type { NewJob } from '#app/platform/jobs.ts'

/*
 * What happens to a booking is announced by one job, written in the transaction in which it happens. Who hears of it, by which channel and
 * in which words is decided when the job is carried out, in the feature `notifications`.
 */

/** What there is to announce of a booking. */
const occasions = [
  /** It was made; or it was, and is taken for a robot's. */
  ...(['created', 'suspected'] as const),
  /** One that was taken for a robot's was accepted after all. */
  'trusted',
  /** Staff corrected the customer's email address; the customer asked for a new private link. */
  ...(['new_address', 'new_link'] as const),
  /** What customers do, and what comes of it. */
  ...(['rescheduled', 'cancelled', 'message', 'paid', 'unpaid', 'refunded'] as const),
  /** What we do; and that no one has accepted a paid Red Line booking. */
  ...(['promised', 'called_off', 'reply', 'set_out', 'not_yet', 'escalated', 'joined', 'reopened'] as const),
  /** How a visit goes on: an engineer has it, is there, has done it, could not get in; and that it is not over after all. */
  ...(['assigned', 'arrived', 'completed', 'no_access', 'not_over'] as const),
  /** No one answers the door, and the engineer waits; or they agreed to visit again. */
  ...(['at_door', 'another_time'] as const),
  /** The engineer suggests extra work, and the customer agreed to it. */
  ...(['work_proposed', 'work_agreed'] as const),
  /** A gas appliance is unsafe; and one is dangerous and still on, or may have to be reported. */
  ...(['gas_notice', 'gas_alarm'] as const),
  /** Money went back by itself, as part of something that customer and staff are told of anyway. */
  'money_returned',
  /** There is a bill; money came for it; a credit note lowers it; it is still to be paid. */
  ...(['billed', 'bill_paid', 'bill_credited', 'bill_reminder'] as const),
  /** We missed one promise or more, all at the same moment. */
  'late',
] as const
export type Occasion = (typeof occasions)[number]

/** The kind of the job. */
export const announcementKind = 'announce'

/** What the job carries: the booking, what happened, the id of its event, act, message or refund, and the booking's revision after it. */
export const Announcement = z.object({ bookingId: z.string(), occasion: z.enum(occasions), id: z.string(), revision: z.int() })
export type Announcement = z.output<typeof Announcement>

/** The job that announces something; to be enqueued in the transaction in which it happens. `id`: see `Announcement`. */
export const announcement = (booking: { id: string; revision: number }, occasion: Occasion, id: string): NewJob => ({
  kind: announcementKind,
  payload: { bookingId: booking.id, occasion, id, revision: booking.revision } satisfies Announcement,
})
