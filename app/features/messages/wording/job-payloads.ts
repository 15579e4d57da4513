import { z } from 'zod'
import { OfEngineer } from '#app/features/booking/announce.ts'

/* Payloads of messages' jobs. Jobs of earlier versions wait in existing databases, so payloads must stay readable. */

/** For payments with differences: the ids of those. */
export const DifferencesJob = z.object({ ids: z.array(z.string()) })

/** For the public pages asking people to call, or no longer. */
export const PhoneFirstJob = z.object({ isOn: z.boolean(), at: z.string(), problem: z.string() })
export type PhoneFirstJob = z.output<typeof PhoneFirstJob>

/** For late backups: place, time and error. */
export const BackupLateJob = z.object({
  places: z.array(z.object({ name: z.string(), goodAt: z.string().nullable(), problem: z.string() })),
})
export type BackupLateJob = z.output<typeof BackupLateJob>

/** For a site that was complete: the labels of legally required details that were cleared. */
export const DetailsMissingJob = z.object({ labels: z.array(z.string()).min(1) })
export type DetailsMissingJob = z.output<typeof DetailsMissingJob>

/** Of a call that we missed. */
export const EnquiryJob = z.object({ enquiryId: z.string() })

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
] as const
export type Change = (typeof changes)[number]

/** For a change of a booking: which one, the id of its event, act, message or refund, and the booking's revision after it. */
export const ChangeJob = z.object({ bookingId: z.string(), change: z.enum(changes), id: z.string(), revision: z.int() })
export type ChangeJob = z.output<typeof ChangeJob>

/** The same for the engineer who has or had the job; without `job`, for the one who has it. */
export const HolderChangeJob = ChangeJob.extend({ job: OfEngineer.optional() })
export type HolderChangeJob = z.output<typeof HolderChangeJob>

/** One device that takes alerts, and its account. */
const OfDevice = { device: z.string(), userId: z.string() }

/** For news of a job to one device of its engineer; and of a booking to one of a colleague. */
export const HolderDeviceJob = HolderChangeJob.extend(OfDevice)
export type HolderDeviceJob = z.output<typeof HolderDeviceJob>
export const StaffDeviceJob = ChangeJob.extend(OfDevice)
export type StaffDeviceJob = z.output<typeof StaffDeviceJob>

/** For news of a booking to one colleague on call for the desk; and to one of their devices. */
export const DeskJob = z.object({
  bookingId: z.string(),
  change: z.enum(['created', 'rescheduled', 'message', 'unpaid', 'unplaced']),
  id: z.string(),
  userId: z.string(),
})
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
export const BillJob = z.object({
  bookingId: z.string(),
  change: z.enum(['billed', 'bill_paid', 'bill_credited', 'bill_reminder']),
  id: z.string(),
})
export type BillJob = z.output<typeof BillJob>

/** Promises to a customer that were missed at the same moment, and the compensation. */
export const LateJob = z.object({
  bookingId: z.string(),
  missed: z.array(z.enum(['call', 'dispatch', 'window'])),
  creditPence: z.int(),
  feeRefundPence: z.int(),
})
export type LateJob = z.output<typeof LateJob>

/**
 * For a hole in a rota, the engineers' unless it is the desk's: from when no one is on shift or on call, until when (null: more than a day),
 * and the owner who is warned.
 */
export const RotaHoleJob = z.object({
  from: z.string(),
  until: z.string().nullable(),
  ownerId: z.string(),
  rota: z.literal('desk').optional(),
})
export type RotaHoleJob = z.output<typeof RotaHoleJob>
