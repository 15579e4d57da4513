import { z } from 'zod'

/* What the jobs of messages carry. Jobs of earlier versions wait in existing databases: a payload stays readable. */

/** Of payments that are not as they should be: ids of differences. */
export const DifferencesJob = z.object({ ids: z.array(z.string()) })

/** Of the public pages, which ask people to call, or no longer. */
export const PhoneFirstJob = z.object({ isOn: z.boolean(), at: z.string(), problem: z.string() })
export type PhoneFirstJob = z.output<typeof PhoneFirstJob>

/** Of late backups: where, since when, and what went wrong. */
export const BackupLateJob = z.object({
  places: z.array(z.object({ name: z.string(), goodAt: z.string().nullable(), problem: z.string() })),
})
export type BackupLateJob = z.output<typeof BackupLateJob>

/** Of a site that was complete: the labels of details that the law asks for and that were cleared. */
export const DetailsMissingJob = z.object({ labels: z.array(z.string()).min(1) })
export type DetailsMissingJob = z.output<typeof DetailsMissingJob>

/** Of a booking. */
export const BookingJob = z.object({ bookingId: z.string() })
export type BookingJob = z.output<typeof BookingJob>

/** What customers do, and what comes of it; what we do; what was escalated or missed; then how the visit goes on, and money that went back by itself. */
const changes = [
  ...(['rescheduled', 'cancelled', 'message', 'paid', 'unpaid', 'refunded'] as const),
  ...(['promised', 'called_off', 'reply', 'set_out', 'not_yet', 'escalated', 'late', 'joined', 'reopened'] as const),
  ...(['assigned', 'arrived', 'completed', 'no_access', 'not_over', 'money_returned'] as const),
  ...(['at_door', 'another_time', 'work_proposed', 'work_agreed', 'gas_notice', 'gas_alarm'] as const),
] as const
export type Change = (typeof changes)[number]

/** Of a change of a booking: which, the id of its event, act, message or refund, and the booking's revision after it. */
export const ChangeJob = z.object({ bookingId: z.string(), change: z.enum(changes), id: z.string(), revision: z.int() })
export type ChangeJob = z.output<typeof ChangeJob>

/** The same for one owner. */
export const OwnerChangeJob = ChangeJob.extend({ ownerId: z.string() })
export type OwnerChangeJob = z.output<typeof OwnerChangeJob>

/** Of a bill: what is told of it, and the id of the bill, payment or credit note. */
export const BillJob = z.object({
  bookingId: z.string(),
  change: z.enum(['billed', 'bill_paid', 'bill_credited', 'bill_reminder']),
  id: z.string(),
})
export type BillJob = z.output<typeof BillJob>

/** Of promises to a customer that were missed at the same moment, and what they get for them. */
export const LateJob = z.object({
  bookingId: z.string(),
  missed: z.array(z.enum(['call', 'dispatch', 'window'])),
  creditPence: z.int(),
  feeRefundPence: z.int(),
})
export type LateJob = z.output<typeof LateJob>
