import { momentText } from '#app/platform/london.ts'
import type { BookingEvent } from '../reads.server.ts'
import { statusTexts } from '../rules.ts'

/** What has happened with a booking so far. */
export function Timeline({ events }: { events: Pick<BookingEvent, 'id' | 'at' | 'toStatus'>[] }) {
  return (
    <section className="mt-8">
      <h2 className="text-xl">So far</h2>
      <ol className="mt-2">
        {events.map((event) => (
          <li key={event.id} className="flex flex-wrap gap-x-4 border-b border-line py-2 text-sm">
            <time dateTime={event.at} className="text-muted">
              {momentText(event.at)}
            </time>
            <span className="font-bold">{statusTexts[event.toStatus]}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
