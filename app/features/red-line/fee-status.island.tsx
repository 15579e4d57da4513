import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { notHeldText } from '#app/features/booking/answers.ts'
import { expireUnpaid, forgetUnpaid } from '#app/features/payments/kept-unpaid.ts'
import { londonDayHour, londonTimeText } from '#app/platform/london-intl.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { useNow } from '#app/ui/use-now.ts'
import { longDayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { redlineDispatchMinutes } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { technicianCallMinutes } from '#content/stated.ts'
import { useFee } from './components/use-fee.ts'
import type { FeeView } from './fee-view.ts'

interface Props {
  fee: FeeView
  /** The booking's private page. */
  path: string
  /** The emergency, for booking again. */
  service: string
  /** The most that is paid after the visit, besides the fee. */
  restPence: number
  heading: 'h1' | 'h2'
}

type State = FeeView['state']

const frames: Record<State, string> = {
  due: 'border-alarm bg-alarm-wash',
  paid: 'border-ok bg-ok-wash',
  expired: 'border-ink bg-chalk',
  cancelled: 'border-ink bg-chalk',
}

const titles: Record<State, string> = {
  due: 'Pay to confirm your slot',
  paid: 'Payment received. Your slot is confirmed.',
  expired: 'Your time to pay has run out',
  cancelled: 'This booking is cancelled',
}

/**
 * The state of a Red Line booking's priority fee: the deadline and whether a slot is held; paid; or the next step once the time is up. It
 * polls the server; without JavaScript there is a link. All states have the same space: nothing moves.
 */
export default function FeeStatus({ fee: first, path, service, restPence, heading: Heading }: Props) {
  const { fee, isLive } = useFee(first, path)
  const { state } = fee
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef(state)

  /** If the focused button has gone, the focus moves to the heading. */
  useLayoutEffect(() => {
    if (shown.current === state) return
    shown.current = state
    if (panel.current?.contains(document.activeElement)) panel.current.querySelector<HTMLElement>('[data-shown] [tabindex]')?.focus()
  }, [state])
  useEffect(() => {
    if (state === 'paid' || state === 'cancelled') void forgetUnpaid()
    else expireUnpaid()
  }, [state])

  const views: Record<State, ReactNode> = {
    due: <Due fee={fee} path={path} restPence={restPence} isLive={isLive} />,
    paid: <Paid fee={fee} restPence={restPence} />,
    // Hidden states keep their space.
    expired: <Expired fee={state === 'expired' ? fee : first} path={path} service={service} />,
    cancelled: <p className="mt-2">No engineer is on the way. If you still need one, book again or call us.</p>,
  }
  // The states that can follow while the page is open.
  const possible: State[] = first.state === 'due' ? ['due', 'paid', 'expired'] : first.state === 'expired' ? ['expired', 'paid'] : []
  const shownAndPossible = possible.includes(state) ? possible : [...possible, state]
  return (
    <div ref={panel} data-fee={state} className={`rounded-key border-2 p-4 md:p-6 ${frames[state]}`}>
      <div className="grid grid-cols-1">
        {shownAndPossible.map((each) => {
          const isShown = each === state
          return (
            <div
              key={each}
              data-shown={isShown ? '' : undefined}
              aria-hidden={isShown ? undefined : true}
              className={`col-start-1 row-start-1 ${isShown ? '' : 'invisible noscript:hidden'}`}
            >
              <Heading tabIndex={isShown ? -1 : undefined} className={Heading === 'h1' ? 'text-2xl' : 'text-xl'}>
                {each === 'due' && !fee.isHeld ? 'Pay now to get a slot' : titles[each]}
              </Heading>
              {views[each]}
            </div>
          )
        })}
      </div>
      {fee.returns.map((text) => (
        <p key={text} className="mt-3 font-bold">
          {text}
        </p>
      ))}
      {isLive && <Said fee={fee} first={first.state} />}
    </div>
  )
}

function Phone() {
  const { emergencyPhone } = useDetails()
  return (
    <a href={emergencyPhone.href} className="inline-flex min-h-11 items-center font-bold whitespace-nowrap">
      {emergencyPhone.text}
    </a>
  )
}

/** Our promises on payment, as shown before and after it. */
const dispatched = `We’ll dispatch an engineer within ${redlineDispatchMinutes} minutes of your payment.`
const called = `call you within ${technicianCallMinutes} minutes to check your address. Keep your phone handy.`

/** The rest of the price, which is paid later. */
const restText = (restPence: number) => (restPence > 0 ? `The rest, at most ${poundsText(restPence)}, you pay after the visit.` : '')

function Due({ fee, path, restPence, isLive }: Pick<Props, 'fee' | 'path' | 'restPence'> & { isLive: boolean }) {
  const { amountPence, dueAt } = fee
  return (
    <>
      <p className="mt-2">
        {fee.isHeld ? (
          <>
            We’re holding a Red Line slot for you until <strong className="whitespace-nowrap">{londonTimeText(dueAt)}</strong>.
          </>
        ) : (
          <>
            <strong>{notHeldText}</strong> You can pay until {londonTimeText(dueAt)}.
          </>
        )}{' '}
        {dispatched}
      </p>
      <p className="mt-2">
        <strong>{`You pay ${poundsText(amountPence)} now.`}</strong> {restText(restPence)}
      </p>
      <p className="mt-2">Once you’ve paid, we’ll {called}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {/* Small screens have it in the bar. */}
        <ButtonLink look="alarm" href={`${path}/pay`} className="tall:max-lg:hidden">
          {`Pay ${poundsText(amountPence)}`}
        </ButtonLink>
        <p className="text-xl noscript:hidden">
          {isLive && fee.state === 'due' ? <TimeLeft dueAt={dueAt} /> : <span className="invisible">00:00 left</span>}
        </p>
      </div>
      <p className="mt-1">
        <a href={path} className="inline-flex min-h-11 items-center font-bold">
          Already paid? Check again
        </a>
      </p>
    </>
  )
}

/** '29:41 left' on screen; screen readers announce it rarely. */
function TimeLeft({ dueAt }: { dueAt: string }) {
  const due = Date.parse(dueAt)
  const now = useNow((at) => (at < due ? (due - at) % 1_000 || 1_000 : 60_000))
  const seconds = Math.max(0, Math.ceil((due - now) / 1_000))
  if (seconds === 0) return <b>Time’s up</b>
  return (
    <span role="timer" aria-live="off">
      <b>{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</b> left
    </span>
  )
}

const saidMinutes = [1, 5, 10, 20]

/** Announcements for screen readers: changes, and a few times the time left. */
function Said({ fee: { state, dueAt }, first }: { fee: FeeView; first: State }) {
  const due = Date.parse(dueAt)
  const now = useNow((at) => (state === 'due' && at < due ? Math.max(1_000, (due - at) % 60_000) : 3_600_000))
  const minutes = saidMinutes.find((each) => due - now <= each * 60_000)
  const left = minutes && due > now ? `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left to pay.` : ''
  return (
    <p role="status" className="sr-only">
      {state === 'due' ? left : state === first ? '' : titles[state]}
    </p>
  )
}

function Paid({ fee: { amountPence, returns }, restPence }: Pick<Props, 'fee' | 'restPence'>) {
  return (
    <>
      <p className="mt-2">{dispatched}</p>
      {returns.length === 0 && <p className="mt-2">{`You’ve paid ${poundsText(amountPence)}. ${restText(restPence)}`}</p>}
      <p className="mt-2">We’ll {called}</p>
      <p className="mt-1">
        If you haven’t heard from us, call <Phone />
      </p>
    </>
  )
}

/** Says what happened and what will happen if they do nothing. The only button books Red Line again; Standard is a link. */
function Expired({ fee: { dueAt, returns, mayRetry }, path, service }: Pick<Props, 'fee' | 'path' | 'service'>) {
  // The form has the answers that this tab keeps; in another one, the emergency and the level.
  const formFor = (level: 'redline' | 'standard') =>
    `/book?${new URLSearchParams({ service, serviceLevel: level, again: '1' })}` satisfies SitePath
  return (
    <>
      <p className="mt-2">
        {`We didn’t get your payment by ${londonTimeText(dueAt)} on ${longDayText(londonDayHour(Date.parse(dueAt)).day)}, so you no longer have a Red Line slot${returns.length > 0 ? '' : ' and nothing has been charged'}.`}{' '}
        <strong>If you do nothing, no engineer will visit.</strong>
      </p>
      {mayRetry ? (
        <form method="post" action={path} className="mt-4">
          <Button name="intent" value="retry">
            Try Red Line again
          </Button>
        </form>
      ) : (
        <p className="mt-4">
          <ButtonLink href={formFor('redline')}>Book Red Line again</ButtonLink>
        </p>
      )}
      <p className="mt-2">
        Or{' '}
        <a href={formFor('standard')} className="inline-flex min-h-11 items-center font-bold">
          book a Standard visit
        </a>
        , without the priority fee.
      </p>
    </>
  )
}
