import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { spokenTimeAt } from '#app/platform/london.ts'
import { spokenTimes } from '#app/platform/spoken-moment.ts'
import { spokenDayOf } from '#app/platform/spoken-window.ts'
import { redlineArrivalMinutes } from '#content/stated.ts'

interface ArrivalFiguresProps {
  booking: Pick<Booking, 'status' | 'promisedFrom' | 'promisedUntil' | 'expectedAt'> & {
    isToAgree: boolean
    isOutside: boolean
    asksProof: boolean
    /** Text about the engineer's delay, and the amount off the bill. */
    lateText?: string
  }
  now: string
}

/** The engineer's arrival in large type; before Red Line is paid, the minutes from the payment. */
export function ArrivalFigures({ booking, now }: ArrivalFiguresProps) {
  const { status, promisedFrom, promisedUntil, expectedAt, lateText } = booking
  if (booking.isToAgree) return <TimeToAgree {...booking} />
  // Once the window is over, the page shows the amount off the bill further up.
  const says = lateText && promisedUntil >= now ? lateText : `We promised ${spokenTimes(promisedFrom, promisedUntil)}`
  if (expectedAt && expectedAt >= now) return <ExpectedArrival at={expectedAt} says={says} />
  const isUnpaid = status === 'awaiting_payment'
  // A time that is over isn't the largest thing on the page.
  const isOver = !isUnpaid && (status === 'arrived' || promisedUntil < now)
  return (
    <p className="mt-4">
      <span className="block">
        {isUnpaid
          ? 'Your engineer will be at your door'
          : isOver
            ? 'The arrival time we gave you'
            : booking.isOutside
              ? 'If we can help, your engineer arrives'
              : 'Your engineer arrives'}
      </span>
      <span className="block font-bold">{isUnpaid ? 'once you’ve paid, in' : spokenDayOf(promisedFrom, now)}</span>
      <span className={`block font-bold ${isOver ? '' : 'text-figure leading-none tracking-tight'}`}>
        {isUnpaid ? `${redlineArrivalMinutes.from} to ${redlineArrivalMinutes.until} minutes` : spokenTimes(promisedFrom, promisedUntil)}
      </span>
      {expectedAt && (
        <span className="mt-1 block">{`Your engineer expected to be with you at about ${spokenTimeAt(expectedAt)}. It’s taking a little longer: they’re still on their way.`}</span>
      )}
    </p>
  )
}

/** Before a time is agreed. */
function TimeToAgree({ asksProof }: ArrivalFiguresProps['booking']) {
  return (
    <div className="mt-4 max-w-[36em]">
      <p className="text-xl leading-tight font-bold">We’ll call you to agree a time.</p>
      {asksProof && <p className="mt-1">To get the next free time now, confirm your booking with the link in our email.</p>}
    </div>
  )
}

/** While the engineer is on the way and has given an estimate. */
function ExpectedArrival({ at, says }: { at: string; says: string }) {
  return (
    <p className="mt-4">
      <span className="block font-bold">Your engineer expects to be with you at about</span>
      <span className="block text-figure leading-none font-bold tracking-tight">{spokenTimeAt(at)}</span>
      <span className="mt-1 block text-sm">{says}</span>
    </p>
  )
}
