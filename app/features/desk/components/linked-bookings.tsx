import type { SitePath } from '#app/values/site-path.ts'
import type { BookingView } from '../board-booking.server.ts'

/** Duplicates and return visits of this booking, and the bookings that it is one of. */
export function LinkedBookings({ linked: { duplicateOf, returnOf, duplicates, returns } }: { linked: BookingView['linked'] }) {
  const lines = [
    ...(duplicateOf ? [{ text: 'Closed as a duplicate of', to: duplicateOf }] : []),
    ...(returnOf ? [{ text: 'Free return visit, for', to: returnOf }] : []),
    ...duplicates.map((to) => ({ text: 'Duplicate closed:', to })),
    ...returns.map((to) => ({ text: 'Return visit under guarantee:', to })),
  ]
  if (lines.length === 0) return null
  return (
    <ul className="my-4 border-l-5 border-ink bg-stone px-3 py-2">
      {lines.map(({ text, to }) => (
        <li key={to.id}>
          {text}{' '}
          <a href={`/staff/bookings/${to.id}` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold md:min-h-6">
            {to.reference}
          </a>
        </li>
      ))}
    </ul>
  )
}
