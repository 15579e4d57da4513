import { placeText, serviceLevelText } from '#app/features/booking/answers.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { arrivalNow } from '#app/features/promises/arrival-window.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'

export type ShownBooking = Pick<
  Booking,
  | 'status'
  | 'serviceLevel'
  | 'service'
  | 'address'
  | 'postcode'
  | 'borough'
  | 'promisedFrom'
  | 'promisedUntil'
  | 'slotStartsAt'
  | 'description'
>

/** What was booked; `hasArrival`: when somebody comes stands elsewhere on the page. */
export function BookingFacts({ booking, hasArrival = false }: { booking: ShownBooking; hasArrival?: boolean }) {
  return (
    <Facts>
      <Fact label="Emergency">{booking.service}</Fact>
      <Fact label="Service level">{serviceLevelText(booking.serviceLevel)}</Fact>
      {!hasArrival && <Fact label="Arrival">{arrivalNow(booking)}</Fact>}
      <Fact label="Where">{placeText(booking)}</Fact>
      {booking.description && <Fact label="What you see">{booking.description}</Fact>}
    </Facts>
  )
}
