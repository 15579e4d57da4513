import SessionEnd from '#app/features/accounts/components/session-end.island.tsx'
import type { SessionTimes } from '#app/features/accounts/components/session-times.ts'
import BookingDialog from '#app/features/intake/components/booking-dialog.island.tsx'
import PendingBookings from '#app/features/intake/components/pending-bookings.island.tsx'
import type { FormStart } from '#app/features/intake/form-start-context.ts'
import { IdleScript, Island } from './ui/island.tsx'
import Toaster from './ui/toaster.island.tsx'

/**
 * Islands that every public page has and few visits use: fetched only when needed. `session`: of the signed-in user; `formStart`: the
 * initial data of the booking form.
 */
export function SiteIslands({ session, formStart }: { session: SessionTimes | null; formStart: FormStart }) {
  return (
    <>
      <Island isOrnament name="booking-dialog" of={BookingDialog} when="book" props={formStart} />
      <Island isOrnament name="pending-bookings" of={PendingBookings} when="outbox" props={{}} />
      <IdleScript name="page" />
      <Island isOrnament name="toaster" of={Toaster} when="interaction" props={{}} />
      {session && <Island isOrnament name="session-end" of={SessionEnd} when="idle" props={session} />}
    </>
  )
}
