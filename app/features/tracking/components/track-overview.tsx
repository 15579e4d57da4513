import { type BookingStatus, hasEnded, mayTake, statuses, steps } from '#app/features/booking/lifecycle.ts'
import { Receipt } from '#app/features/booking-form/receipt.tsx'
import FeeStatus from '#app/features/priority-fee/fee-status.island.tsx'
import { arrivalNow } from '#app/features/promises/arrival-window.ts'
import { momentText } from '#app/platform/london.ts'
import { useDetails } from '#app/platform/published-context.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Island } from '#app/ui/island.tsx'
import type { Done, TrackView } from '../track-view.server.ts'
import { BookingFacts } from './booking-facts.tsx'
import { Messages } from './messages.tsx'
import { Timeline } from './timeline.tsx'
import { TrackProblems } from './track-problems.tsx'
import { WhatNext } from './what-next.tsx'

/** A booking: how it stands, what its customer can do about it, and what was agreed. */
export function TrackOverview({ view }: { view: TrackView }) {
  const { emergencyPhone } = useDetails()
  const { booking, events, terms, fee, path } = view
  const ended = hasEnded(booking.status)
  return (
    <>
      <TrackProblems view={view} />
      {view.done && <DoneNote done={view.done} email={booking.email} />}
      <p className="text-sm">Booking {booking.reference}</p>
      {fee && isFeeNews(booking.status) ? (
        <div className="mt-2">
          <Island name="fee-status" of={FeeStatus} when="visible" props={{ fee, path, service: booking.service, heading: 'h1' as const }} />
        </div>
      ) : (
        <h1 className="mt-1 text-2xl">{statuses[booking.status].customer}</h1>
      )}
      <div className="mt-5 border-t-2 border-ink">
        <Facts>
          <Fact label={ended ? 'It was for' : 'Arrival'}>{arrivalNow(booking)}</Fact>
          {(!ended || (view.engineer && booking.status === 'completed')) && (
            <Fact label="Engineer">
              {view.engineer?.name ?? 'Not named yet'}
              {view.engineer?.gasSafeNumber && (
                <span className="block text-sm font-normal">Gas Safe registered, number {view.engineer.gasSafeNumber}</span>
              )}
            </Fact>
          )}
        </Facts>
      </div>
      {fee && !isFeeNews(booking.status) && <Returns texts={fee.returns} />}
      <Changes view={view} />
      <Timeline events={events} />
      <Messages view={view} />
      {!ended && <Calendar view={view} />}
      <section className="mt-8">
        <h2 className="text-xl">What you booked</h2>
        <div className="mt-2">
          <BookingFacts booking={booking} hasArrival />
        </div>
        <div className="mt-6">
          <Receipt terms={terms} />
        </div>
      </section>
      {!ended && <WhatNext service={booking.service} />}
      {booking.email && <PrivateLink email={booking.email} />}
      <p className="mt-8 border-t-2 border-ink pt-3">
        Anything else? Ring{' '}
        <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
          {emergencyPhone.text}
        </a>
        , day and night, and name the reference {booking.reference}.{' '}
        <a href={'/terms#changing-or-cancelling' satisfies SitePath}>Our terms</a>
      </p>
    </>
  )
}

/** Until somebody is sent, or it ended otherwise, the fee is what there is to say. */
const isFeeNews = (status: BookingStatus) => status === 'received' || mayTake('payment', 'pay', status)

/** The two things that can be done about the visit, or why not; ringing always can. */
function Changes({ view: { path, booking, timeChange, cancellation } }: { view: TrackView }) {
  const { emergencyPhone } = useDetails()
  const mayChange = 'until' in timeChange
  const mayCancel = !('refused' in cancellation)
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink look="alarm" href={emergencyPhone.href} className="whitespace-nowrap">
          {emergencyPhone.text}
        </ButtonLink>
        {mayChange && (
          <ButtonLink look="outline" href={`${path}?change=time`}>
            {steps.reschedule.customer.button}
          </ButtonLink>
        )}
        {mayCancel && (
          <ButtonLink look="outline" href={`${path}?change=cancel`}>
            Cancel this booking
          </ButtonLink>
        )}
      </div>
      <p className="mt-3 text-sm text-muted">
        {mayChange
          ? `You can change the time here until ${momentText(timeChange.until)}${booking.slotStartsAt ? '' : ', or until your engineer sets out'}.`
          : timeChange.refused}
      </p>
    </>
  )
}

/** Money that came and goes back. */
function Returns({ texts }: { texts: string[] }) {
  if (texts.length === 0) return null
  return (
    <section className="mt-5 rounded-key border-2 border-ink bg-cream px-4 py-3">
      <h2 className="text-lg">Your money</h2>
      {texts.map((text) => (
        <p key={text} className="mt-1">
          {text}
        </p>
      ))}
    </section>
  )
}

/** What has just been done, first on the page. */
function DoneNote({ done, email }: { done: Done; email: string }) {
  const texts: Record<Done, string> = {
    rescheduled: steps.reschedule.customer.done(email),
    cancelled: steps.cancel.customer.done(email),
    message: 'Your message has been sent. For anything urgent, ring us.',
  }
  return (
    <p role="status" className="mb-5 rounded-key border-2 border-ink bg-lamp px-4 py-3 font-bold">
      {texts[done]}
    </p>
  )
}

/** Whoever has the link can act on the booking: it can be made worthless. */
function PrivateLink({ email }: { email: string }) {
  return (
    <details className="mt-8">
      <summary className="min-h-11 cursor-pointer py-2.5 font-bold">Does somebody have this link who should not?</summary>
      <p className="text-sm">
        Whoever has it can see and change this booking. We can make a new one: it goes to <span className="font-bold">{email}</span> by
        mail, and this one shows nothing any more. A calendar that follows it has to be told the new one.
      </p>
      <form method="post" className="mt-3">
        <Button name="intent" value="renew" look="outline" className="key-small">
          Make a new link
        </Button>
      </form>
    </details>
  )
}

/** The visit as a file, or as an address that a calendar follows. */
function Calendar({ view: { path, feedUrl } }: { view: TrackView }) {
  return (
    <section className="mt-8">
      <h2 className="text-xl">In your calendar</h2>
      <p className="mt-2">Following it keeps the time up to date when it changes. Adding it once does not.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink look="outline" href={feedUrl.replace(/^https?:/, 'webcal:')}>
          Follow in a calendar
        </ButtonLink>
        <ButtonLink look="outline" href={`${path}/booking.ics`}>
          Add to calendar
        </ButtonLink>
      </div>
      <details className="mt-3">
        <summary className="min-h-11 cursor-pointer py-2.5 font-bold">The address, for a calendar on the web</summary>
        <p className="text-sm [overflow-wrap:anywhere]">{feedUrl}</p>
        <p className="mt-1 text-sm text-muted">It is private: whoever has it can see and change your booking.</p>
      </details>
    </section>
  )
}
