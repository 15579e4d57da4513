import { statuses } from '#app/features/booking/lifecycle.ts'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { CustomerView } from '../read-customer.server.ts'

/** A customer's bookings, open ones first, with the way to a return visit under guarantee. */
export function CustomerBookings({ view: { bookings, isMore } }: { view: CustomerView }) {
  return (
    <Part id="bookings" title="Bookings" isTarget>
      <ul>
        {bookings.map(({ card: { id, service, reference, status, place, came, arrival, engineer }, isReturnable, isReturn }) => (
          <li key={id} className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-2 text-sm">
            <div className="min-w-0">
              <a
                href={`/staff/bookings/${id}` satisfies SitePath}
                className="inline-flex min-h-11 items-center text-base font-bold md:min-h-6"
              >
                {service}, {reference}
              </a>
              <p className="[overflow-wrap:anywhere]">
                <b>{statuses[status].label}</b>
                {isReturn && ', free return visit'}, {place}
              </p>
              <p className="text-muted">{[came, arrival, engineer].filter(Boolean).join(', ')}</p>
            </div>
            {isReturnable && (
              <a href={`/staff/bookings/new?return=${id}` satisfies SitePath} className="inline-flex min-h-11 items-center">
                Return visit
              </a>
            )}
          </li>
        ))}
      </ul>
      {isMore && <p className="mt-2 text-sm text-muted">Only the newest are shown. Search for the others by address or reference.</p>}
    </Part>
  )
}
