import { z } from 'zod'

/** What the jobs about one booking carry. */
export const BookingJob = z.object({ bookingId: z.string() })
