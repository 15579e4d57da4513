import type { ReactNode } from 'react'
import { hasEnded, mayTake, statusFacts, steps } from '#app/features/booking/lifecycle.ts'
import { lateFreeText } from '#app/features/capacity/missed-promises.ts'
import type { Missed } from '#app/features/capacity/read-credits.server.ts'
import { ProgressLine } from '#app/features/payments/progress-line.tsx'
import { workCapPence } from '#app/features/pricing/frozen-terms.ts'
import FeeStatus from '#app/features/red-line/fee-status.island.tsx'
import { spokenTimeAt } from '#app/platform/london.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { spokenTimeSeen, windowSeen } from '#app/platform/spoken-moment.ts'
import { spokenDeadline } from '#app/platform/spoken-window.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Island } from '#app/ui/island.tsx'
import { Nameplate } from '#app/ui/nameplate.tsx'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { poundsText } from '#content/money.ts'
import { guaranteeMonths } from '#content/stated.ts'
import { EngineerFace, firstNameOf } from '../engineer-face.tsx'
import type { VisitLook } from '../page/visit-look.ts'
import type { TrackView } from '../track-view.server.ts'
import { ArrivalFigures } from './arrival-figures.tsx'
import { OutsideNote } from './outside-note.tsx'
import { Refunds } from './refunds.tsx'

const looks: Record<VisitLook, string> = {
  waiting: 'border-ink bg-chalk',
  late: 'border-alarm bg-alarm-wash',
  on_the_way: 'border-ink bg-lamp',
  at_the_door: 'border-ink bg-water-light',
  done: 'border-ok bg-ok-wash',
  no_access: 'border-muted hatched',
  off: 'border-idle bg-chalk',
}

/** The visit's state, with its actions. `bill`: once the visit is over. `waitsOutside`: the engineer is at a door that no one opens. */
export function VisitPanel({ view, bill, waitsOutside }: { view: TrackView; bill?: ReactNode; waitsOutside: boolean }) {
  const { booking, engineer, look, missed, steps: stations, fee, path, now } = view
  const ended = hasEnded(booking.status)
  const isToPay = fee !== undefined && mayTake('payment', 'pay', booking.status)
  return (
    <>
      <section className={`grow border-2 px-4 py-5 md:px-8 md:py-7 ${looks[look]}`} aria-labelledby="status">
        <p className="text-sm">
          Booking <b>{booking.reference}</b>
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-4">
          {engineer && hasFace.has(booking.status) && <EngineerFace engineer={engineer} />}
          <h1 id="status" className="flex-1 basis-32 text-2xl">
            {headingOf(view)}
          </h1>
        </div>
        {look === 'late' && booking.status !== 'received' && <p className="mt-1 font-bold">{statusFacts(booking.status).customer}</p>}
        {missed.length > 0 && look === 'late' && <MissedPromises view={view} />}
        {/* Nothing comes before it: on a phone its button is in the first screen. */}
        {isToPay && (
          <div className="mt-5">
            {booking.isOutside && <OutsideNote postcode={booking.postcode} isToPay />}
            <Island
              name="fee-status"
              of={FeeStatus}
              when="visible"
              props={{ fee, path, service: booking.service, restPence: workCapPence(view.terms), heading: 'h2' as const }}
            />
          </div>
        )}
        {ended ? (
          <Ending view={view} />
        ) : booking.status === 'arrived' ? (
          <AtTheDoor view={view} isLetIn={!waitsOutside} />
        ) : (
          <ArrivalFigures booking={booking} now={now} />
        )}
        <Call view={view} />
        {bill}
        {stations.length > 0 && (
          <div className="mt-7 gap-8 lg:flex lg:items-start">
            <div className="grow">
              <ProgressLine steps={stations} now={now} />
            </div>
            <div className="mt-6 max-w-full shrink-0 lg:mt-0">
              <Door booking={booking} />
            </div>
          </div>
        )}
      </section>
      {missed.length > 0 && look !== 'late' && (
        <section className="mt-5 border-l-5 border-alarm bg-alarm-wash px-4 py-3">
          <h2 className="text-lg">{isOnlyCall(missed) ? lateCallHeading : 'We were late, and we’re sorry'}</h2>
          <MissedPromises view={view} />
        </section>
      )}
      {!isToPay && <Refunds refunds={view.refunds} now={now} />}
      <Changes view={view} hasKey={isToPay} />
    </>
  )
}

/** The engineer's face is beside the headline that names them. */
const hasFace: ReadonlySet<string> = new Set(['assigned', 'en_route', 'arrived', 'completed'] satisfies BookingStatus[])

/** True whether we have tried since, have reached them, or haven't called yet. */
const lateCallHeading = 'We didn’t call you in time, and we’re sorry'
const isOnlyCall = (missed: readonly Pick<Missed, 'promise'>[]) => missed.every(({ promise }) => promise === 'call')

function headingOf({ booking, engineer, look, missed, isMadeSafe }: TrackView): string {
  const firstName = engineer ? firstNameOf(engineer) : 'Your engineer'
  if (look === 'on_the_way') return `${firstName} is on the way`
  if (look === 'at_the_door') return `${firstName} has arrived`
  if (isMadeSafe) return `${firstName} has made it safe`
  if (look === 'done' && engineer) return `Done: ${firstName} has finished`
  if (look === 'waiting' && engineer && booking.status === 'assigned') return `Your engineer is ${firstName}`
  if (look === 'waiting' && booking.status === 'received')
    return booking.serviceLevel === 'redline' ? 'We’re finding your engineer' : 'We’ve got your booking'
  if (look !== 'late') return statusFacts(booking.status).customer
  return isOnlyCall(missed) ? lateCallHeading : 'We’re late, and we’re sorry'
}

/** Our call, and its meaning for the arrival time: the window is promised from the booking on, whether or not we reach them. */
function Call({ view: { booking, callDueAt, proof, now } }: { view: TrackView }) {
  // `TimeToAgree` is about the call, and a time that has passed isn't kept.
  if (!callDueAt || booking.isToAgree || booking.promisedUntil < now) return null
  const by = callDueAt >= now && spokenTimeAt(callDueAt)
  const time = booking.asksProof
    ? `We’re keeping this time for you: please confirm it ${proof ? 'above' : 'with the link in our email'}.`
    : `Your arrival time is ${by ? 'already' : 'still'} booked.`
  const call = by && `We’ll also call you by ${by} to check the details${booking.asksProof ? '' : ', but you don’t need to wait for that'}.`
  const callOutside = by
    ? `We’ll call you by ${by} to tell you whether we can help: ${booking.postcode} is outside the boroughs we cover.`
    : ''
  return <p className="mt-3 max-w-[36em]">{booking.isOutside ? callOutside : [time, call].filter(Boolean).join(' ')}</p>
}

/** The next steps while the engineer is there. The time of arrival is on the line below. */
function AtTheDoor({ view: { booking, engineer, mostPence, works, now }, isLetIn }: { view: TrackView; isLetIn: boolean }) {
  const { promisedFrom, promisedUntil } = booking
  const they = engineer ? firstNameOf(engineer) : 'your engineer'
  const most = mostPence > 0 ? `You won’t pay more than ${poundsText(mostPence)}` : 'You won’t pay anything'
  const next = works.some(({ state }) => state === 'proposed')
    ? `Please answer at the top of this page: ${they} suggests extra work and is waiting to hear from you.`
    : `${works.some(({ state }) => state === 'agreed') ? `Next, ${they} will do the work that you’ve agreed to.` : `Next, ${they} will find the fault and tell you what it needs.`} ${most} unless you agree to extra work first.`
  return (
    <>
      {isLetIn && (
        <>
          <p className="mt-3 max-w-[36em] text-lg">{next}</p>
          <p className="mt-2 max-w-[36em]">
            When the work is done, we’ll check the bill and send it to you. You’ll see it on this page, too.
          </p>
        </>
      )}
      <p className="mt-2 text-sm text-muted">{`We promised to arrive ${windowSeen(promisedFrom, promisedUntil, now)}.`}</p>
    </>
  )
}

/** The end of a visit. If a fee wasn't paid in time, the panel below covers it. */
function Ending({ view: { booking, isMadeSafe } }: { view: TrackView }) {
  if (isMadeSafe)
    return (
      <p className="mt-3 max-w-[36em]">
        The repair still needed doing when your engineer left. If a visit for it isn’t booked yet, call us to arrange one.
      </p>
    )
  if (booking.status === 'completed')
    return (
      <p className="mt-3 max-w-[36em]">
        {`Thank you for calling us in. Our work is guaranteed for ${guaranteeMonths} months, so if anything isn’t right, call us or send us a message.`}
      </p>
    )
  if (booking.status === 'expired') return null
  const duplicate = 'You booked this visit twice, so we’ve closed this booking. The other one is still going ahead.'
  return <p className="mt-3 max-w-[36em]">{booking.closedAs === 'duplicate' ? duplicate : statusFacts(booking.status).over}</p>
}

/** The end of the line: the customer's street. */
function Door({ booking: { address, postcode, borough } }: Pick<TrackView, 'booking'>) {
  const place = streetName(address) || borough || 'London'
  return <Nameplate name={place} code={postcode.split(' ')[0] ?? ''} />
}

/**
 * The two changes that a customer can make to the visit, or why not. The phone is in the header or the bar; `hasKey`: in ink there, so it
 * is named here.
 */
function Changes({ view: { path, booking, timeChange, cancellation, now }, hasKey }: { view: TrackView; hasKey: boolean }) {
  const { emergencyPhone } = useDetails()
  const mayChange = 'until' in timeChange
  const isOff = statusFacts(booking.status).stage === 'called_off'
  return (
    <>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        {mayChange && (
          <ButtonLink look="outline" href={`${path}?change=time`}>
            {steps.reschedule.customer.button}
          </ButtonLink>
        )}
        {!('refused' in cancellation) && (
          <ButtonLink look="outline" href={`${path}?change=cancel`}>
            Cancel this booking
          </ButtonLink>
        )}
        {isOff && booking.status === 'cancelled' && booking.closedAs !== 'duplicate' && (
          <ButtonLink href={'/book' satisfies SitePath}>Book again</ButtonLink>
        )}
      </div>
      {!hasEnded(booking.status) && (
        <p className="mt-3 max-w-[40em] text-sm text-muted">
          {mayChange
            ? booking.isToAgree
              ? 'You can also choose another time here.'
              : `You can change the time here until ${spokenDeadline(timeChange.until, now)}${booking.slotStartsAt ? '' : ', or until your engineer sets off'}.`
            : timeChange.refused}{' '}
          {hasKey && `Questions? Call ${emergencyPhone.text}.`}
        </p>
      )}
    </>
  )
}

/** A house number, or a flat's, at the beginning of a part of an address: '14', '14a', '14-16'. */
const number = /^\d+[a-z]?(?:\s*[-–]\s*\d+[a-z]?)?\s+/i

/** The street of an address as customers type it, for a nameplate: 'Cable Street' of 'Flat 2, 14 Cable Street'; else its first part. */
export function streetName(address: string): string {
  const parts = address
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  return (parts.find((part) => number.test(part))?.replace(number, '') ?? parts[0] ?? '').slice(0, 40)
}

type View = Pick<TrackView, 'missed' | 'now' | 'mostPence'> & { terms: Pick<TrackView['terms'], 'capPence'> }

/** The promises that we missed, and the compensation for each. */
export function MissedPromises({ view: { missed, terms, now, mostPence } }: { view: View }) {
  return (
    <ul className="mt-2 max-w-[40em] list-disc pl-5">
      {missed.map((each) => (
        <li key={`${each.promise} ${each.missedAt}`} className="mt-1">
          {textOf(each, now, { isFree: terms.capPence === 0, hasBill: mostPence > 0 })}
        </li>
      ))}
    </ul>
  )
}

/** `hasBill`: something is left to take a credit off. */
function textOf(
  { promise, missedAt, creditPence, feeRefundPence }: Missed,
  now: string,
  { isFree, hasBill }: { isFree: boolean; hasBill: boolean },
): string {
  const off = isFree ? lateFreeText(poundsText(creditPence)) : hasBill ? `${poundsText(creditPence)} comes off your bill.` : ''
  const credit = creditPence > 0 && off ? ` ${off}` : ''
  const refund = feeRefundPence > 0 ? ` You get your priority fee of ${poundsText(feeRefundPence)} back.` : ''
  const [said, missed] = promised[promise]
  return `${said} by ${spokenTimeSeen(missedAt, now)}, and ${missed}.${credit}${refund}`
}

const promised: Record<Missed['promise'], readonly [said: string, missed: string]> = {
  call: ['We said we’d call you', 'we didn’t'],
  dispatch: ['We said your engineer would be on the way', 'they weren’t'],
  window: ['We said we’d be with you', 'we weren’t'],
}
