import { steps } from '#app/features/booking/lifecycle.ts'
import { spokenWindow } from '#app/platform/spoken-window.ts'
import { Button } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { TrackView } from '../track-view.server.ts'
import { BackToBooking } from './back-to-booking.tsx'
import { TrackProblems } from './track-problems.tsx'

/** The cost of cancelling, and the button. */
export function CancelStep({ view }: { view: TrackView }) {
  const { path, booking, version, cancellation, timeChange, now } = view
  return (
    <>
      <BackToBooking path={path} reference={booking.reference} />
      <TrackProblems view={view} />
      <h1 className="text-2xl">Cancel this booking?</h1>
      <div className="mt-5 border-t-2 border-ink">
        <Facts>
          <Fact label="Emergency">{booking.service}</Fact>
          {!booking.isToAgree && <Fact label="Arrival">{spokenWindow(booking.promisedFrom, booking.promisedUntil, now)}</Fact>}
          {!('refused' in cancellation) && <Fact label="What it costs">{cancellation.text}</Fact>}
        </Facts>
      </div>
      {'refused' in cancellation ? (
        <p className="mt-3 font-bold">{cancellation.refused}</p>
      ) : (
        <>
          <p className="mt-3">
            No engineer will visit. You can’t undo this, but you can book again.
            {'until' in timeChange && (
              <>
                {' '}
                If you just need a different time, <a href={`${path}?change=time`}>change it instead</a>.
              </>
            )}
          </p>
          <form method="post" action={path} className="mt-5">
            <input type="hidden" name="intent" value="cancel" />
            <input type="hidden" name="version" value={version} />
            <input type="hidden" name="toldPence" value={cancellation.chargePence} />
            <Button>{steps.cancel.customer.button}</Button>
          </form>
        </>
      )}
      <p className="mt-3 text-sm">
        <a href={'/terms#changing-or-cancelling' satisfies SitePath} className="inline-flex min-h-11 items-center">
          Cancellation terms
        </a>
      </p>
    </>
  )
}
