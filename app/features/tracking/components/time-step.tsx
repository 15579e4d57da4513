import { steps } from '#app/features/booking/lifecycle.ts'
import { SlotChoice } from '#app/features/booking/slot-choice.tsx'
import { spokenDay } from '#app/platform/spoken-moment.ts'
import { spokenWindow } from '#app/platform/spoken-window.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { poundsText } from '#content/money.ts'
import { priceKeptText } from '../page/time-change.ts'
import type { TrackView } from '../track-view.server.ts'
import { BackToBooking } from './back-to-booking.tsx'
import { FollowBooking, LivePart } from './live-part.tsx'
import { TrackProblems } from './track-problems.tsx'

/** Another time for the visit: first the day, then one of its slots, as in the booking form. */
export function TimeStep({ view }: { view: TrackView }) {
  const { path, booking, timeChange, time } = view
  return (
    <>
      <BackToBooking path={path} reference={booking.reference} />
      <TrackProblems view={view} />
      <h1 className="text-2xl">Change the time</h1>
      <p className="mt-3">
        Now: <strong>{spokenWindow(booking.promisedFrom, booking.promisedUntil, view.now)}</strong>
      </p>
      {'refused' in timeChange || !time ? (
        <p className="mt-3 font-bold">{'refused' in timeChange && timeChange.refused}</p>
      ) : (
        <Times view={view} time={time} />
      )}
    </>
  )
}

const timeForm = 'change-time'

/** The bar's button, which saves the chosen time; undefined if the time can't be changed. */
export function saveTimeStep({ path, time, timeChange, dearerPence }: TrackView) {
  if ('refused' in timeChange || !time) return undefined
  const { button } = steps.reschedule.customer
  return dearerPence === undefined
    ? { href: path, form: timeForm, label: button, hint: 'To the slot you choose above' }
    : { href: path, form: timeForm, label: `Agree to ${poundsText(dearerPence)} at most`, hint: 'and change time' }
}

function Times({ view, time }: { view: TrackView; time: NonNullable<TrackView['time']> }) {
  const { path, version, answers, problems, dearerPence } = view
  const { today, day, furthest, slots, asapMinutes } = time
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        {priceKeptText} Your new time is booked once you save it, and you don’t need to wait for a call.
      </p>
      <form method="get" action={path} className="flex flex-wrap items-end gap-x-4">
        <input type="hidden" name="change" value="time" />
        <div className="grow">
          <TextField
            id="preferredDate"
            name="day"
            label="Date"
            type="date"
            data-read-on-change=""
            min={today}
            max={furthest}
            defaultValue={answers.preferredDate || day}
            problem={problems.preferredDate}
          />
        </div>
        <Button look="outline" className="mt-3 hidden noscript:inline-flex">
          Show times for this date
        </Button>
      </form>
      <form id={timeForm} method="post" action={path}>
        <input type="hidden" name="intent" value="reschedule" />
        <input type="hidden" name="version" value={version} />
        <LivePart id="slots">
          <input type="hidden" name="preferredDate" value={day} />
          <SlotChoice
            id="timeSlot"
            label={`Arrival slot, ${spokenDay(day, today)}`}
            day={day}
            today={today}
            slots={slots}
            chosen={answers.timeSlot}
            asapText={asapMinutes === null ? 'By phone only today' : `In about ${asapMinutes} minutes`}
            problem={problems.timeSlot}
            unchosen
          />
        </LivePart>
        {dearerPence !== undefined && <input type="hidden" name="agreedPence" value={dearerPence} />}
        {/* Small screens have it in the bar. */}
        <Button className="mt-6 tall:max-lg:hidden">
          {dearerPence === undefined ? steps.reschedule.customer.button : `Agree to ${poundsText(dearerPence)} at most and change time`}
        </Button>
      </form>
      <FollowBooking />
    </>
  )
}
