import { actByStaff, type StaffAct } from '#app/features/booking/act-on-booking.server.ts'
import type { Occasion } from '#app/features/booking/announce.ts'
import { steps } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import type { Flag } from '#db/tables/flag.ts'
import { requireStep } from './steps/require-step.server.ts'

/**
 * Accepts a booking: received becomes confirmed, which makes the contract. Throws `BookingOvertaken`, `StepRefused` or `BookingNotFound`.
 */
export async function acceptBooking(services: Services, act: StaffAct): Promise<void> {
  await actByStaff(services, { ...act, act: 'accept', wish: null }, async (_tx, { booking, now }) => {
    requireStep('accept', booking)
    return {
      set: { status: steps.accept.to, ...accepted(booking, toInstant(now)) },
      text: steps.accept.staff.past,
      announces: onceTrusted(booking),
    }
  })
}

/**
 * Accepting a booking also clears the suspicion of spam, and promises the window of one whose time was still to be agreed. A window that is
 * over isn't promised: staff set another.
 */
export const accepted = (
  { acceptedAt, promisedUntil, toAgree }: Booking,
  at: Instant,
): { acceptedAt: Instant; suspectedSpam: Flag; toAgree: Flag } => ({
  acceptedAt: acceptedAt ?? at,
  suspectedSpam: 0,
  toAgree: promisedUntil > at ? 0 : toAgree,
})

/** The webhook has waited until the booking is known to be genuine. */
export const onceTrusted = ({ suspectedSpam }: Booking): Occasion[] => (suspectedSpam ? ['trusted'] : [])
