import { placeText, serviceLevelText } from '#app/features/booking/answers.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { spokenMoment } from '#app/platform/spoken-moment.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { startAskedText } from '#content/cancelling.ts'

type ShownBooking = Pick<Booking, 'serviceLevel' | 'service' | 'address' | 'postcode' | 'borough' | 'description' | 'startAskedAt'> & {
  forBusiness: boolean
}

export function BookingFacts({ booking, now }: { booking: ShownBooking; now: string }) {
  return (
    <Facts>
      <Fact label="Emergency">{booking.service}</Fact>
      <Fact label="Service level">{serviceLevelText(booking.serviceLevel)}</Fact>
      <Fact label="Where">{placeText(booking)}</Fact>
      {booking.forBusiness && <Fact label="Booked for">A business</Fact>}
      {booking.startAskedAt && <Fact label="When to start">{`${startAskedText} (${spokenMoment(booking.startAskedAt, now)})`}</Fact>}
      {booking.description && <Fact label="The problem">{booking.description}</Fact>}
    </Facts>
  )
}
