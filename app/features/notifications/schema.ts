import { z } from 'zod'

/** What the job about payments carries: ids of differences. */
export const DifferencesJob = z.object({ ids: z.array(z.string()) })

/** What the job about the public pages' asking people to ring carries. */
export const PhoneFirstJob = z.object({ isOn: z.boolean(), at: z.string(), problem: z.string() })
export type PhoneFirstChange = z.output<typeof PhoneFirstJob>

/** What the job about late backups carries: where, since when, and what went wrong. */
export const BackupLateJob = z.object({
  places: z.array(z.object({ name: z.string(), goodAt: z.string().nullable(), problem: z.string() })),
})
export type LateBackups = z.output<typeof BackupLateJob>

/** What the jobs about one booking carry. */
export const BookingJob = z.object({ bookingId: z.string() })

/** What customers do, and what comes of it; then what we do: another window, off, an answer, on the way, not yet; and a Red Line booking that nobody accepted. */
const changes = [
  ...(['rescheduled', 'cancelled', 'message', 'paid', 'unpaid', 'refunded'] as const),
  ...(['promised', 'called_off', 'reply', 'set_out', 'not_yet', 'escalated'] as const),
] as const

/** What the jobs about a customer's act on a booking carry: the act, its event's or message's id, and the revision it made. */
export const BookingChangeJob = z.object({
  bookingId: z.string(),
  change: z.enum(changes),
  id: z.string(),
  revision: z.int(),
})
export type BookingChange = Omit<z.output<typeof BookingChangeJob>, 'bookingId'>

/** The same for one owner. */
export const OwnerChangeJob = BookingChangeJob.extend({ ownerId: z.string() })
