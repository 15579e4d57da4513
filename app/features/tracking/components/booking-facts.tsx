import { placeText, serviceLevelText } from '#app/features/booking/answers.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'

export type ShownBooking = Pick<Booking, 'serviceLevel' | 'service' | 'address' | 'postcode' | 'borough' | 'description'>

export function BookingFacts({ booking }: { booking: ShownBooking }) {
  return (
    <Facts>
      <Fact label="Emergency">{booking.service}</Fact>
      <Fact label="Service level">{serviceLevelText(booking.serviceLevel)}</Fact>
      <Fact label="Where">{placeText(booking)}</Fact>
      {booking.description && <Fact label="The problem">{booking.description}</Fact>}
    </Facts>
  )
}
