import { statuses } from '#app/features/booking/lifecycle.ts'
import type { BookingEvent } from '#app/features/booking/read-booking.server.ts'
import { momentText } from '#app/platform/london.ts'

/** `byUs`: one of us did it, not the customer. */
type Happened = Pick<BookingEvent, 'id' | 'at' | 'kind' | 'toStatus' | 'note'> & { byUs: boolean }

/** What has happened with a booking so far. */
export function Timeline({ events }: { events: Happened[] }) {
  return (
    <section className="mt-8">
      <h2 className="text-xl">So far</h2>
      <ol className="mt-2">
        {events.map(({ id, at, kind, toStatus, note, byUs }) => (
          <li key={id} className="flex flex-wrap gap-x-4 border-b border-line py-2 text-sm">
            <time dateTime={at} className="text-muted">
              {momentText(at)}
            </time>
            <span className="font-bold">{kind === 'rescheduled' ? timeChangedText(byUs) : statuses[toStatus].customer}</span>
            {note && <span className="w-full">{note}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

const timeChangedText = (byUs: boolean) => (byUs ? 'We gave you a new arrival time' : 'Time changed: we will ring you to confirm')
