import type { ReactNode } from 'react'
import { DangerAdvice } from '#app/features/booking/danger-advice.tsx'
import { advisedDangers, speaksOfGas } from '#app/features/booking/find-dangers.ts'
import { hasEnded, isExpected, statuses, steps } from '#app/features/booking/lifecycle.ts'
import type { BookingEvent } from '#app/features/booking/read-booking.server.ts'
import { PriceCap, Receipt } from '#app/features/pricing/receipt.tsx'
import { StatementSlip } from '#app/features/visit/statement-slip.tsx'
import { useDetails } from '#app/platform/published-context.ts'
import { spokenMomentFrom } from '#app/platform/spoken-window.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { startInSlotText } from '#content/cancelling.ts'
import type { Done, TrackView } from '../track-view.server.ts'
import { BookingFacts } from './booking-facts.tsx'
import { EngineerCard } from './engineer-card.tsx'
import { FollowBooking, LivePart } from './live-part.tsx'
import { Messages } from './messages.tsx'
import { TrackProblems } from './track-problems.tsx'
import { VisitPanel } from './visit-panel.tsx'
import { WhatNext } from './what-next.tsx'

interface TrackOverviewProps {
  view: TrackView
  /** The engineer's work, once the visit is over. */
  visit?: ReactNode
  /** A note that the engineer is at the door. */
  door?: ReactNode
  photos?: ReactNode
  /** The guarantee, and the visits that belong to this one. */
  aftercare?: ReactNode
  /** Extra work that waits for an answer, and agreed work. */
  work?: ReactNode
  agreed?: ReactNode
  /** Once the visit is over. */
  bill?: ReactNode
  /** The customer's requests if something isn't right. */
  requests: ReactNode
}

/** A booking: its state, the customer's actions, and agreements. Parts that change while the page is open are replaced. */
export function TrackOverview({ view, visit, door, photos, aftercare, work, agreed, bill, requests }: TrackOverviewProps) {
  const { emergencyPhone } = useDetails()
  const { booking, events, terms, mark, now } = view
  const ended = hasEnded(booking.status)
  const isJob = !ended || booking.status === 'completed'
  // The panel about the fee says that nothing was charged.
  const isUncharged = booking.status === 'expired' && view.statement?.lines.length === 0
  const agreedPart = (
    <LivePart id="agreed" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
      {!bill && !isUncharged && (
        <>
          <h2 className="sr-only">Price</h2>
          {/* One of the two: a page with two totals would contradict itself. */}
          <div className="mt-8">
            {view.statement ? (
              <StatementSlip id="to-pay" title={ended ? 'What you pay' : 'What you’ll now pay'} view={view.statement} />
            ) : (
              <Receipt terms={terms} />
            )}
          </div>
          {view.paidTexts.map((text) => (
            <p key={text} className="mt-3 font-bold">
              {text}
            </p>
          ))}
          {isJob && <PriceCap pence={view.mostPence} isAtCost={view.isAtCost} />}
        </>
      )}
      <section className="mt-8">
        <h2 className="text-xl">What you booked</h2>
        <div className="mt-2">
          <BookingFacts booking={booking} now={now} />
        </div>
        {view.mayAskToStart && <AskToStart />}
      </section>
      {!ended && !booking.isToAgree && <Calendar view={view} />}
    </LivePart>
  )
  return (
    <>
      <TrackProblems view={view} />
      {view.done && <DoneNote done={view.done} email={booking.email} />}
      <LivePart id="door">{door}</LivePart>
      <LivePart id="work">{work}</LivePart>
      <LivePart id="danger">{!ended && <DangerAdvice dangers={advisedDangers(booking)} />}</LivePart>
      {view.proof && <Proof proof={view.proof} isToAgree={booking.isToAgree} />}
      <LivePart id="visit" mark={mark} className="flex flex-col">
        <VisitPanel view={view} bill={bill} waitsOutside={Boolean(door)} />
      </LivePart>
      <div className="gap-x-12 lg:grid lg:grid-cols-[minmax(0,1fr)_400px] lg:grid-rows-[auto_1fr]">
        <div className="max-w-[40em] lg:col-start-1 lg:row-start-1">
          <LivePart id="before-arrival">
            {isExpected(booking.status) && !speaksOfGas(booking) && <WhatNext service={booking.service} />}
            <EngineerCard view={view} />
          </LivePart>
          {visit && (
            <LivePart id="done">
              <section className="mt-8">
                <h2 className="text-xl">Your visit</h2>
                <div className="mt-2">
                  <Facts>{visit}</Facts>
                </div>
              </section>
            </LivePart>
          )}
          {aftercare}
          {photos}
          <LivePart id="agreed-work">{agreed}</LivePart>
          <LivePart id="conversation">
            <Messages view={view} />
          </LivePart>
          <LivePart id="history">
            <Timeline events={events} now={now} />
          </LivePart>
        </div>
        {agreedPart}
        <div className="max-w-[40em]">
          {requests}
          {booking.email && <PrivateLink email={booking.email} />}
          <p className="mt-8 border-t-2 border-ink pt-3">
            Any questions? Call{' '}
            <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
              {emergencyPhone.text}
            </a>{' '}
            any time and quote your reference, <span className="whitespace-nowrap">{booking.reference}</span>.{' '}
            <a href={'/terms#changing-or-cancelling' satisfies SitePath}>Our terms</a>
          </p>
        </div>
      </div>
      {!ended && <FollowBooking />}
    </>
  )
}

/** For visitors from the link in our email. It takes a click, since email scanners open every link. */
function Proof({ proof, isToAgree }: { proof: string; isToAgree: boolean }) {
  return (
    <form method="post" className="mb-5 rounded-key border-2 border-ink bg-lamp px-4 py-4">
      <h2 className="text-lg">One tap and your booking is confirmed</h2>
      <p className="mt-1 max-w-[36em]">
        {`This shows us that your email is yours, and ${isToAgree ? 'gets you a time if one is free' : 'keeps your time'}.`}
      </p>
      <input type="hidden" name="proof" value={proof} />
      <Button name="intent" value="prove" className="mt-3">
        Confirm my booking
      </Button>
    </form>
  )
}

/** Confirms the customer's last act, at the top of the page. */
function DoneNote({ done, email }: { done: Done; email: string }) {
  const texts: Record<Done, string> = {
    asked: 'Thank you. We’ll start in your slot, as you asked.',
    returning: 'Thank you. Your free return visit is booked, and we’ve sent you the details. Photos help: you can add them below.',
    proven: 'Thank you, your booking is confirmed.',
    rescheduled: steps.reschedule.customer.done(email),
    cancelled: steps.cancel.customer.done(email),
    message: 'Your message has been sent. For anything urgent, call us.',
    agreed: 'Thank you. Your engineer can see that you’ve agreed, and we’ve emailed you the details.',
    declined: 'You’ve declined the extra work, so it won’t be added to your bill.',
  }
  return (
    <p role="status" className="mb-5 rounded-key border-2 border-ink bg-lamp px-4 py-3 font-bold">
      {texts[done]}
    </p>
  )
}

/** Before a visit that was booked ahead: their express request that we start while they may still cancel. */
const AskToStart = () => (
  <form method="post" className="mt-3 text-sm">
    <p>{startInSlotText}</p>
    <Button name="intent" value="ask-start" look="outline" className="key-small mt-2">
      Ask us to start then
    </Button>
  </form>
)

/** Anyone with the link can act on the booking: it can be revoked. */
function PrivateLink({ email }: { email: string }) {
  return (
    <details className="mt-8">
      <summary className="min-h-11 cursor-pointer py-2.5 font-bold">Shared this link by mistake?</summary>
      <p className="max-w-[40em] text-sm">
        Anyone who has it can see and change this booking. We can email a new link to <span className="font-bold">{email}</span>. This one
        will then stop working. If you’ve subscribed to this booking in a calendar, subscribe again from the new one.
      </p>
      <form method="post" className="mt-3">
        <Button name="intent" value="renew" look="outline" className="key-small">
          Get a new link
        </Button>
      </form>
    </details>
  )
}

/** The visit as a calendar file, or as an address to subscribe to. */
function Calendar({ view: { path, feedUrl } }: { view: TrackView }) {
  return (
    <section className="mt-8">
      <h2 className="text-xl">Add to your calendar</h2>
      <p className="mt-2">If you subscribe, your calendar will update if the time changes. A one-off copy won’t.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink look="outline" href={feedUrl.replace(/^https?:/, 'webcal:')}>
          Subscribe
        </ButtonLink>
        <ButtonLink look="outline" href={`${path}/booking.ics`}>
          Add to calendar
        </ButtonLink>
      </div>
      <details className="mt-3">
        <summary className="min-h-11 cursor-pointer py-2.5 font-bold">Link for web calendars</summary>
        <p className="text-sm [overflow-wrap:anywhere]">{feedUrl}</p>
        <p className="mt-1 text-sm text-muted">Keep it private: anyone who has it can see and change your booking.</p>
      </details>
    </section>
  )
}

/** `byUs`: by staff, not by the customer. */
type TimelineEvent = Pick<BookingEvent, 'id' | 'at' | 'kind' | 'toStatus' | 'note'> & { byUs: boolean }

/** A booking's history, folded. */
function Timeline({ events, now }: { events: TimelineEvent[]; now: string }) {
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
