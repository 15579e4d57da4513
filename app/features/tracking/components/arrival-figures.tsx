import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { spokenTimes } from '#app/platform/spoken-moment.ts'
import { spokenDayOf } from '#app/platform/spoken-window.ts'
import { redlineArrivalMinutes } from '#content/stated.ts'

interface ArrivalFiguresProps {
  booking: Pick<Booking, 'status' | 'promisedFrom' | 'promisedUntil'>
  now: string
}

/** When the engineer arrives, as large as the page can say it; before Red Line is paid: how long it takes from then. */
export function ArrivalFigures({ booking: { status, promisedFrom, promisedUntil }, now }: ArrivalFiguresProps) {
  const isUnpaid = status === 'awaiting_payment'
  return (
    <p className="mt-4">
      <span className="block font-bold">{isUnpaid ? 'Once you have paid' : spokenDayOf(promisedFrom, now)}</span>
      <span className="block text-[clamp(2.25rem,1.2rem+4.9vw,3.5rem)] leading-none font-bold tracking-tight tabular-nums">
        {isUnpaid ? `${redlineArrivalMinutes.from} to ${redlineArrivalMinutes.until} minutes` : spokenTimes(promisedFrom, promisedUntil)}
      </span>
      <span className="mt-1 block text-sm">
        {isUnpaid
          ? 'until your engineer is at your door'
          : promisedUntil < now
            ? 'When we said your engineer would arrive'
            : 'Your engineer arrives'}
      </span>
    </p>
  )
}
