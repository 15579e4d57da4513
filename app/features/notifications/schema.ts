import { z } from 'zod'

/** What the job about payments carries: ids of differences. */
export const DifferencesJob = z.object({ ids: z.array(z.string()) })

/** What the jobs about one booking carry. */
export const BookingJob = z.object({ bookingId: z.string() })

/** What the jobs about a customer's act on a booking carry: the act, its event's or message's id, and the revision it made. */
export const BookingChangeJob = z.object({
  bookingId: z.string(),
  change: z.enum(['rescheduled', 'cancelled', 'message', 'paid', 'unpaid', 'refunded']),
  id: z.string(),
  revision: z.int(),
})
export type BookingChange = Omit<z.output<typeof BookingChangeJob>, 'bookingId'>
