import { statuses } from '#app/features/booking/lifecycle.ts'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Card } from '../card.ts'

/** Other bookings of the same customer, by phone number or email, newest first. */
export function OtherBookings({ cards }: { cards: readonly Card[] }) {
  if (cards.length === 0) return null
  return (
    <Part
      id="others"
      title={
        <>
          Other bookings by this customer <span className="font-normal text-muted">{cards.length}</span>
        </>
      }
      isTarget
      className="mt-8"
    >
      <BookingLines cards={cards} />
    </Part>
  )
}

/** Bookings, a line or two each. */
export const BookingLines = ({ cards }: { cards: readonly Card[] }) => (
  <ul>
    {cards.map(({ id, service, reference, status, place, came, engineer }) => (
      <li key={id} className="border-b border-line py-2 text-sm">
        <a href={`/staff/bookings/${id}` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold md:min-h-6">
          {service}, {reference}
        </a>
        <p className="[overflow-wrap:anywhere]">
          <b>{statuses[status].label}</b>, {place}
        </p>
        <p className="text-muted">{[came, engineer].filter(Boolean).join(', ')}</p>
      </li>
    ))}
  </ul>
)
