import { Fact, Facts } from '#app/ui/facts.tsx'
import { placeText, serviceLevelText } from '../answers.ts'
import { arrivalNow } from '../arrival-window.ts'
import type { Booking } from '../reads.server.ts'

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
