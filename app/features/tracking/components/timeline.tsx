import { statuses } from '#app/features/booking/lifecycle.ts'
import type { BookingEvent } from '#app/features/booking/read-booking.server.ts'
import { spokenMomentFrom } from '#app/platform/spoken-window.ts'

/** `byUs`: by staff, not by the customer. */
type TimelineEvent = Pick<BookingEvent, 'id' | 'at' | 'kind' | 'toStatus' | 'note'> & { byUs: boolean }

/** A booking's history, folded. */
export function Timeline({ events, now }: { events: TimelineEvent[]; now: string }) {
  return (
    <details id="what-happened" className="mt-8">
      <summary className="min-h-11 cursor-pointer py-2.5 font-bold">What’s happened so far</summary>
      <ol>
        {events.map(({ id, at, kind, toStatus, note, byUs }) => (
          <li key={id} className="flex flex-wrap gap-x-4 border-b border-line py-2 text-sm">
            <time dateTime={at} className="text-muted">
              {spokenMomentFrom(at, now)}
            </time>
            <span className="font-bold">{kind === 'rescheduled' ? timeChangedText(byUs) : statuses[toStatus].customer}</span>
            {note && <span className="w-full">{note}</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}

const timeChangedText = (byUs: boolean) => (byUs ? 'We gave you a new arrival time' : 'You changed the time')
