import BookingDialog from './features/booking/components/booking-dialog.island.tsx'
import PendingBookings from './features/booking/components/pending-bookings.island.tsx'
import { IdleScript, Island } from './ui/island.tsx'
import Toaster from './ui/toaster.island.tsx'

/** What every public page has and few visits use: fetched only when it is needed. */
export function SiteIslands() {
  return (
    <>
      <Island name="booking-dialog" of={BookingDialog} when="book" props={{}} />
      <Island name="pending-bookings" of={PendingBookings} when="outbox" props={{}} />
      <IdleScript name="collector" />
      <Island name="toaster" of={Toaster} when="interaction" props={{}} />
    </>
  )
}
