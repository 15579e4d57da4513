import { z } from 'zod'
import { Alarm } from '#app/features/accounts/raise-alarm.ts'
import { OfEngineer } from '#app/features/booking/announce.ts'

/* Payloads of messages' jobs. Jobs of earlier versions wait in existing databases, so payloads must stay readable. */

/** For alarms of the site: to one owner, or to staff's address; several if they waited for the end of quiet hours. */
export const AlarmJob = z.object({ alarms: z.array(Alarm).min(1), ownerId: z.string().optional() })
export const OwnerAlarmJob = AlarmJob.extend({ ownerId: z.string() })
export type OwnerAlarmJob = z.output<typeof OwnerAlarmJob>
/** The same for one of an owner's devices. */
export const DeviceAlarmJob = OwnerAlarmJob.extend({ device: z.string() })

/** Of a call that we missed. */
export const EnquiryJob = z.object({ enquiryId: z.string() })

/** News of a booking: one of these changes, with the id of what changed. */
const newsOf = <const Changes extends readonly [string, ...string[]]>(changes: Changes) =>
  z.object({ bookingId: z.string(), change: z.enum(changes), id: z.string() })

/** Of a booking. */
export const BookingJob = z.object({ bookingId: z.string() })
export type BookingJob = z.output<typeof BookingJob>

/** Acts of customers and their results; acts of ours; escalations and missed promises; the course of the visit, and automatic refunds. */
const changes = [
  ...(['rescheduled', 'cancelled', 'message', 'paid', 'unpaid', 'refunded'] as const),
  ...(['promised', 'called_off', 'reply', 'set_out', 'not_yet', 'escalated', 'late', 'joined', 'reopened'] as const),
  ...(['assigned', 'arrived', 'completed', 'no_access', 'not_over', 'money_returned'] as const),
  ...(['unassigned', 'job_changed', 'unplaced', 'placed'] as const),
  ...(['at_door', 'another_time', 'work_proposed', 'work_agreed', 'gas_notice', 'gas_alarm', 'disputed'] as const),
  ...(['complained', 'satisfaction_asked', 'contract_cancelled', 'part_due', 'part_arrived'] as const),
] as const
export type Change = (typeof changes)[number]

/** For a change of a booking: which one, the id of its event, act, message or refund, and the booking's revision after it. */
export const ChangeJob = newsOf(changes).extend({ revision: z.int() })
export type ChangeJob = z.output<typeof ChangeJob>

/** The same for the engineer who has or had the job; without `job`, for the one who has it. */
export const HolderChangeJob = ChangeJob.extend({ job: OfEngineer.optional() })
export type HolderChangeJob = z.output<typeof HolderChangeJob>

/** One device that takes alerts, and its account. */
const OfDevice = { device: z.string(), userId: z.string() }

/** For news of a job to one device of its engineer; and of a booking, or a new one, to one of a colleague. */
export const HolderDeviceJob = HolderChangeJob.extend(OfDevice)
export type HolderDeviceJob = z.output<typeof HolderDeviceJob>
export const StaffDeviceJob = ChangeJob.extend(OfDevice)
export type StaffDeviceJob = z.output<typeof StaffDeviceJob>
export const NewBookingDeviceJob = BookingJob.extend(OfDevice)

/** For news of a booking to one colleague on call for the desk; and to one of their devices. */
export const DeskJob = newsOf(['created', 'rescheduled', 'message', 'unpaid', 'unplaced']).extend({ userId: z.string() })
export type DeskJob = z.output<typeof DeskJob>
export const DeskDeviceJob = DeskJob.extend(OfDevice)

/** The same for one owner. */
export const OwnerChangeJob = ChangeJob.extend({ ownerId: z.string() })
export type OwnerChangeJob = z.output<typeof OwnerChangeJob>

/** For a try to reach someone about a job that no engineer has; until December 2026 without it, for an engineer on duty. */
export const OpenJobJob = z.object({
  bookingId: z.string(),
  attemptId: z.string().optional(),
  engineerId: z.string().optional(),
  /** Of an alert: the one device. */
  device: z.string().optional(),
  userId: z.string().optional(),
})
export type OpenJobJob = z.output<typeof OpenJobJob>

/** For a bill: the news, and the id of the bill, payment or credit note. */
export const BillJob = newsOf(['billed', 'bill_paid', 'bill_credited', 'bill_reminder'])
export type BillJob = z.output<typeof BillJob>

/** For a customer's request after their visit, and our answer to it; with its id. */
export const AftercareJob = newsOf([
  ...(['complained', 'complaint_acknowledged', 'complaint_answered'] as const),
  ...(['satisfaction_asked', 'satisfaction_decided', 'contract_cancelled', 'cancellation_settled'] as const),
])
export type AftercareJob = z.output<typeof AftercareJob>

/** For a review: its writer is asked for it (`id`: '1' for the first time, '2' for the second), or it was answered or removed (its id). */
export const ReviewJob = newsOf(['review_asked', 'review_answered', 'review_removed'])
export type ReviewJob = z.output<typeof ReviewJob>
/** A new one, to one device of a colleague. */
export const ReviewDeviceJob = z.object({ bookingId: z.string(), id: z.string(), ...OfDevice })

/** Promises to a customer that were missed at the same moment, and the compensation. */
export const LateJob = z.object({
  bookingId: z.string(),
  missed: z.array(z.enum(['call', 'dispatch', 'window'])),
  creditPence: z.int(),
  feeRefundPence: z.int(),
})
export type LateJob = z.output<typeof LateJob>
