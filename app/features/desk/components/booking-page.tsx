import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Part } from '#app/ui/part.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { BookingView } from '../board-booking.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActButton } from './act-button.tsx'
import { isUnsentRedLine } from './board-clock.ts'
import { BookingActs, ReturnFault } from './booking-acts.tsx'
import { BookingFacts } from './booking-facts.tsx'
import { MessageMarks, Messages, Notes } from './booking-letters.tsx'
import { CallForm } from './call-form.tsx'
import { CallLink } from './call-link.tsx'
import { SpamQuestion } from './card-doubts.tsx'
import { Complaints } from './complaints.tsx'
import { DangerMarks } from './danger-marks.tsx'
import { DispatchBar } from './dispatch-bar.tsx'
import { EditForm } from './edit-form.tsx'
import { LiveLine } from './live-line.tsx'
import { Money } from './money-panel.tsx'
import { leadOf, type NextInput, type NextItem, nextOnBooking } from './next-on-booking.ts'
import { OtherBookings } from './other-bookings.tsx'
import { typedIn } from './typed-in.ts'
import { useBoardLive, useBoardNow } from './use-board-live.ts'

interface BookingPageProps {
  view: BookingView
  notice?: ReactNode
  refused?: RefusedForm
  /** The engineer's record of the visit. */
  sheet?: ReactNode
  photos?: ReactNode
  /** The extra work that they suggested, and the customer's decision. */
  works?: ReactNode
  /** The engineer's gas records. */
  gas?: ReactNode
  /** Decides with the view which steps are next. */
  next: Omit<NextInput, 'card' | 'view'>
  /** Once it is over: its bill. */
  bill?: ReactNode
  /** The parts that the visit waits for. */
  parts?: ReactNode
  /** The customer's unpaid bills for other visits. */
  debts?: ReactNode
  /** The request of a customer who isn’t satisfied, and contracts that they cancelled by law. */
  requests?: ReactNode
  /** By the customer. */
  review?: ReactNode
}

/** One booking: its facts, everything staff can do with it, and its history. */
export function BookingPage(props: BookingPageProps) {
  const { view, notice, refused, sheet, photos, works, gas, next, bill, parts, debts, requests, review } = props
  const line = useBoardLive(view.mark)
  const { card, status } = view
  const items = nextOnBooking({ ...next, card, view }, useBoardNow(view.now))
  const lead = leadOf(items)
  return (
    <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
      <title>{`${card.service}, ${card.reference} | Emergency Plumbers London`}</title>
      <DispatchBar look="outline" />
      <LiveLine line={line} />
      {notice}
      <DangerNote view={view} />
      <LinkedBookings linked={view.linked} />
      <SpamQuestion card={card} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-b-2 border-ink pb-3">
        <div className="min-w-0">
          <h1 className="text-2xl [overflow-wrap:anywhere]">
            {card.service}, {card.place}
          </h1>
          <p className="mt-1.5">
            {card.reference}, <strong>{status}</strong>
            {card.isRedLine && <strong className={isUnsentRedLine(card) ? 'text-alarm-text' : ''}>, Red Line</strong>}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <CallLink {...card} className="key key-outline key-row" />
          <CallForm card={card} />
          {view.undo && (
            <ActButton intent="undo" seen={card.seen}>
              Undo: {view.undo.what}
            </ActButton>
          )}
        </div>
      </div>
      <Next items={items} />
      <div className="mt-6 grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          <BookingActs view={view} refused={refused} lead={lead} />
          {debts}
          {bill}
          <Money view={view} refused={refused} hasBill={bill !== undefined} />
          <Details view={view} refused={refused} />
        </div>
        <div>
          <BookingFacts view={view} />
          <Extra id="gas" title="Gas record">
            {gas}
          </Extra>
          <Extra id="works" title="Extra work">
            {works && <Facts>{works}</Facts>}
          </Extra>
          <Extra id="sheet" title="Job sheet">
            {sheet && <Facts>{sheet}</Facts>}
          </Extra>
          <Extra id="parts" title="Parts we’re waiting for">
            {parts}
          </Extra>
          <ReturnFault view={view} refused={typedIn(refused, 'fault')} />
          {photos}
          <OtherBookings cards={view.others} />
          <Messages view={view} refused={refused} />
          <MessageMarks messages={view.messages} />
          {requests}
          <Complaints view={view} refused={refused} />
          {review}
          <Notes view={view} refused={refused} />
          <History view={view} />
        </div>
      </div>
    </div>
  )
}

/** A part that not every booking has. */
const Extra = ({ id, title, children }: { id: string; title: string; children: ReactNode }) =>
  children && (
    <Part id={id} title={title} isTarget className="mt-8">
      {children}
    </Part>
  )

/** The next steps; at most one has a main key. */
function Next({ items }: { items: readonly NextItem[] }) {
  const main = items.find(({ lead }) => lead)
  return (
    <section aria-labelledby="next" className="mt-4 max-w-[60em] border-2 border-ink bg-chalk px-3 py-2">
      <h2 id="next" className="text-base font-bold">
        What’s next
      </h2>
      <ol>
        {items.map((item) => (
          <li key={item.id} className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
            <p className={`min-w-0 grow basis-56 [overflow-wrap:anywhere] ${item.isAlarm ? 'font-bold text-alarm-text' : ''}`}>
              {item.text}
            </p>
            {item.link && (
              <ButtonLink href={item.link.href} look={item === main && item.lead === 'link' ? 'ink' : 'outline'} className="key-row">
                {item.link.label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The danger in the customer's words, and the first step. */
function DangerNote({ view: { card, dangerSteps } }: { view: BookingView }) {
  if (dangerSteps.length === 0) return null
  return (
    <section aria-label="Danger" className="my-4 border-4 border-alarm bg-alarm-wash px-4 py-3">
      <DangerMarks dangers={card.dangers} />
      {dangerSteps.map((step) => (
        <p key={step} className="mt-1 font-bold">
          {step}
        </p>
      ))}
    </section>
  )
}

function Details({ view, refused }: { view: BookingView; refused?: RefusedForm }) {
  const edit = typedIn(refused, 'edit')
  if (!view.steps.includes('edit')) return null
  return (
    <Folded label="Correct the details" isOpen={edit !== undefined}>
      <EditForm view={view} refused={edit} />
    </Folded>
  )
}

function History({ view: { history } }: { view: BookingView }) {
  return (
    <Part id="history" title="What happened" isTarget className="mt-8">
      <ol>
        {history.map(({ id, at, by, what, isUndone }) => (
          <li key={id} className="grid gap-x-4 border-b border-line py-2 text-sm md:grid-cols-[10em_1fr]">
            <span className="text-muted">{at}</span>
            <span className="[overflow-wrap:anywhere]">
              <b>{by}</b> {isUndone ? <s>{what}</s> : what}
              {isUndone && ' (undone)'}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  )
}

/** Duplicates and return visits of this booking, and the bookings that it is one of. */
function LinkedBookings({ linked: { duplicateOf, returnOf, duplicates, returns } }: { linked: BookingView['linked'] }) {
  const lines = [
    ...(duplicateOf ? [{ text: 'Closed as a duplicate of', to: duplicateOf }] : []),
    ...(returnOf ? [{ text: 'Free return visit, for', to: returnOf }] : []),
    ...duplicates.map((to) => ({ text: 'Duplicate closed:', to })),
    ...returns.map((to) => ({ text: 'Return visit under guarantee:', to })),
  ]
  if (lines.length === 0) return null
  return (
    <ul className="my-4 border-l-5 border-ink bg-stone px-3 py-2">
      {lines.map(({ text, to }) => (
        <li key={to.id}>
          {text}{' '}
          <a href={`/staff/bookings/${to.id}` satisfies SitePath} className="inline-flex min-h-11 items-center font-bold md:min-h-6">
            {to.reference}
          </a>
        </li>
      ))}
    </ul>
  )
}
