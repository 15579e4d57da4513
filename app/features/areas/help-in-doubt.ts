import { statusFacts } from '#app/features/booking/lifecycle.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { areaDoubt } from './locate.ts'

/** Returns true if the place is outside our boroughs and no one has accepted the booking: we call to say whether we can help. */
export const isHelpInDoubt = (booking: Parameters<typeof areaDoubt>[0] & { status: BookingStatus }): boolean =>
  ['unpaid', 'waiting'].includes(statusFacts(booking.status).stage) && areaDoubt(booking) === 'outside'
