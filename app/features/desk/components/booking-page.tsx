import type { ReactNode } from 'react'
import { contactWays } from '#app/features/booking/answers.ts'
import { hasEnded, steps as lifecycleSteps, type Step, visitSteps } from '#app/features/booking/lifecycle.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { mapLink } from '#app/platform/map-link.ts'
import { phoneText } from '#app/platform/uk.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { BookingView } from '../board-booking.server.ts'
import { ActForm } from './act-form.tsx'
import { Question } from './act-question.tsx'
import { AfterVisit } from './after-visit.tsx'
import { EngineerFields } from './assign-form.tsx'
import { Messages, Notes } from './booking-letters.tsx'
import { Heading, type Refused, typedIn } from './booking-parts.tsx'
import { CallForm, CallMark } from './call-form.tsx'
import { CardDoubts } from './card-doubts.tsx'
import { Complaints } from './complaints.tsx'
import { DangerMarks } from './danger-marks.tsx'
import { DispatchBar } from './dispatch-bar.tsx'
import { EditForm } from './edit-form.tsx'
import { LinkedBookings } from './linked-bookings.tsx'
import { LiveLine } from './live-line.tsx'
import { MessageMarks } from './message-marks.tsx'
import { Money } from './money-panel.tsx'
import { OtherBookings } from './other-bookings.tsx'
import { ReturnFault } from './return-fault.tsx'
import { useBoardLive, useBoardNow } from './use-board-live.ts'
import { WindowFields } from './window-fields.tsx'

interface BookingPageProps {
  view: BookingView
  notice?: ReactNode
  refused?: Refused
  /** The engineer's record of the visit. */
  sheet?: ReactNode
  photos?: ReactNode
  /** The extra work that they suggested, and the customer's decision. */
  works?: ReactNode
  /** The engineer's gas records. */
  gas?: ReactNode
  /** Once it is over: its bill. */
  bill?: ReactNode
  /** The parts that the visit waits for. */
  parts?: ReactNode
  /** The customer's unpaid bills for other visits. */
  debts?: ReactNode
  /** What a customer who isn’t satisfied asked for, and what they cancelled by law. */
  requests?: ReactNode
  /** What the customer wrote about it. */
  review?: ReactNode
}

/** One booking: its facts, everything staff can do with it, and its history. */
export function BookingPage({ view, notice, refused, sheet, photos, works, gas, bill, parts, debts, requests, review }: BookingPageProps) {
  const line = useBoardLive(view.mark)
  const { card, details, status, arrival, engineer } = view
  const place = [details.address, details.postcode, details.borough].filter(Boolean).join(', ')
  return (
    <div className="mx-auto max-w-[1720px] px-4 pb-12 md:px-6">
      <title>{`${card.service}, ${card.reference} | Emergency Plumbers London`}</title>
      <DispatchBar />
      <LiveLine line={line} />
      {notice}
      <DangerNote view={view} />
      <LinkedBookings linked={view.linked} />
      <CallMark card={card} nowMs={useBoardNow(view.now)} />
      <CardDoubts card={card} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-b-2 border-ink pb-3">
        <div className="min-w-0">
          <h1 className="text-2xl [overflow-wrap:anywhere]">
            {card.service}, {card.place}
          </h1>
          <p className="mt-1.5">
            {card.reference}, <strong>{status}</strong>
            {card.isRedLine && <strong className="text-alarm-text">, Red Line</strong>}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={`tel:${card.phone}`} look="outline" className="key-row">
            Call {card.phoneText}
          </ButtonLink>
          <CallForm card={card} />
          {view.undo && (
            <ActForm intent="undo" seen={card.seen}>
              <Button look="outline" className="key-row">
                Undo: {view.undo.what}
              </Button>
            </ActForm>
          )}
        </div>
      </div>
      <div className="mt-6 grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          <Acts view={view} refused={refused} />
          {debts}
          {bill}
          <Money view={view} refused={refused} hasBill={bill !== undefined} />
          <Details view={view} refused={refused} />
        </div>
        <div>
          <section aria-labelledby="what">
            <Heading id="what">The booking</Heading>
            <Facts>
              <Fact label="Arrival">
                <span className={card.late ? 'text-alarm-text' : ''}>
                  {arrival}
                  {card.late && ': late'}
                </span>
              </Fact>
              <Fact label="Engineer">
                {engineer ? (
                  <>
                    {`${isolated(engineer.name)}${engineer.gasSafeNumber ? `, Gas Safe ${engineer.gasSafeNumber}` : ''}, `}
                    <a href={`tel:${engineer.phone}`} className="inline-flex min-h-6 items-center font-bold whitespace-nowrap">
                      {phoneText(engineer.phone)}
                    </a>
                  </>
                ) : (
                  ['No engineer yet.', view.nextReach?.text, view.nextReach?.tried].filter(Boolean).join(' ')
                )}
              </Fact>
              <Fact label="Customer">
                {isolated(details.name)}, {details.forBusiness ? 'a business' : 'private'}
                {view.record && (
                  <a href={`/staff/customers/${view.record}` satisfies SitePath} className="flex min-h-11 items-center text-sm">
                    {view.isOnRecord ? 'Everything about this customer' : 'A customer with this number'}
                  </a>
                )}
              </Fact>
              <Fact label="Email">
                {details.email || 'No email address, so call them'}
                {view.undelivered && <Undelivered {...view.undelivered} />}
                <a href={`/staff/deliveries?q=${card.reference}` satisfies SitePath} className="flex min-h-11 items-center text-sm">
                  Emails and texts about this booking
                </a>
              </Fact>
              <Fact label="Updates by">
                {contactWays[details.contactBy]}
                {view.numberProblem && (
                  <span className="mt-1 block border-l-5 border-alarm bg-alarm-wash px-3 py-1 text-sm">{view.numberProblem}</span>
                )}
              </Fact>
              <Fact label="Address">
                {place || 'Ask when you call'}
                {place && (
                  <a href={mapLink(place)} target="_blank" rel="noreferrer" className="flex min-h-11 items-center text-sm">
                    See on a map (opens in a new tab)
                  </a>
                )}
              </Fact>
              {details.description && <Fact label="The problem">{details.description}</Fact>}
              {details.accessNotes && <Fact label="How to get in">{details.accessNotes}</Fact>}
              {details.siteContact && <Fact label="Who will let us in">{details.siteContact}</Fact>}
              {card.marks.length > 0 && <Fact label="Please note">{card.marks.join('\n')}</Fact>}
              {details.start && <Fact label="Start before the 14 days are up">{details.start}</Fact>}
              <Fact label="Booked">
                {details.bookedAt}, {details.channel === 'phone' ? 'by phone' : 'online'}
              </Fact>
            </Facts>
          </section>
          {gas && (
            <section aria-labelledby="gas" className="mt-8">
              <Heading id="gas">Gas record</Heading>
              {gas}
            </section>
          )}
          {works && (
            <section aria-labelledby="works" className="mt-8">
              <Heading id="works">Extra work</Heading>
              <Facts>{works}</Facts>
            </section>
          )}
          {sheet && (
            <section aria-labelledby="sheet" className="mt-8">
              <Heading id="sheet">Job sheet</Heading>
              <Facts>{sheet}</Facts>
            </section>
          )}
          {parts && (
            <section aria-labelledby="parts" className="mt-8">
              <Heading id="parts">Parts we’re waiting for</Heading>
              {parts}
            </section>
          )}
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

/** Shows that the last email or text failed, with the other server's reply. */
const Undelivered = ({ id, answer, isText }: NonNullable<BookingView['undelivered']>) => (
  <span className="mt-1 block border-l-5 border-alarm bg-alarm-wash px-3 py-1 text-sm">
    <b>{isText ? 'Our last text wasn’t delivered.' : 'Our last email wasn’t delivered.'}</b>{' '}
    {isText ? 'They have no email address, so call them.' : 'Call the customer, or correct their email address.'}{' '}
    <a href={`/staff/deliveries/${id}` satisfies SitePath}>{answer || 'See why'}</a>
  </span>
)

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

/** Everything that can be done with it now, one form each. */
function Acts({ view, refused }: { view: BookingView; refused?: Refused }) {
  const { card, details, steps, choices, window } = view
  const may = (step: Step) => steps.includes(step)
  const visit = visitSteps.filter(may)
  const promise = typedIn(refused, 'promise')
  const cancel = typedIn(refused, 'cancel')
  if (hasEnded(card.status))
    return (
      <section aria-labelledby="acts">
        <Heading id="acts">Next steps</Heading>
        <AfterVisit view={view} refused={typedIn(refused, 'reopen')} />
      </section>
    )
  return (
    <section aria-labelledby="acts">
      <Heading id="acts">Next steps</Heading>
      <div className="mt-3 flex flex-wrap gap-2">
        {may('accept') && (
          <ActForm intent="accept" seen={card.seen}>
            <Button className="key-row">{lifecycleSteps.accept.staff.button}</Button>
          </ActForm>
        )}
        {visit.map((step, index) => {
          const asked = typedIn(refused, step)
          return (
            <ActForm key={step} intent={step} seen={card.seen}>
              <Question refused={asked} />
              <Button look={index === 0 ? 'ink' : 'outline'} className="key-row">
                {lifecycleSteps[step].staff.button}
                {asked?.refusal?.isQuestion && ' anyway'}
              </Button>
            </ActForm>
          )
        })}
      </div>
      {(may('assign') || may('unassign')) && (
        <ActForm intent="assign" seen={card.seen} hasFields className="mt-4 flex flex-wrap items-end gap-2">
          <EngineerFields bookingId={card.id} choices={choices} engineerId={card.engineerId} refused={typedIn(refused, 'assign')} />
          {card.needsGasSafe && (
            <p className="w-full text-sm text-muted">This may be gas work, so only assign engineers with a Gas Safe number.</p>
          )}
        </ActForm>
      )}
      {may('promise') && (
        <Folded label="Change arrival time" isOpen={promise !== undefined}>
          <p className="mt-2 text-sm text-muted">
            We’ll email the customer. If we missed the first arrival window, they’ll still get {view.lateCredit} off, unless they asked for
            the change.
          </p>
          <ActForm intent="promise" seen={card.seen} hasFields>
            <WindowFields of="promise" window={window} refused={promise} />
            <label className="mt-3 flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="askedByCustomer"
                value="yes"
                defaultChecked={promise?.typed.askedByCustomer === 'yes'}
                className="size-6"
              />
              The customer asked for another time
            </label>
            <Question refused={promise} />
            <Button className="key-row mt-3">
              {lifecycleSteps.promise.staff.button}
              {promise?.refusal?.isQuestion && ' anyway'}
            </Button>
          </ActForm>
        </Folded>
      )}
      {may('discard') && !card.isSuspected && details.channel === 'online' && (
        <Folded label="It’s spam" isOpen={false}>
          <p className="mt-2 text-sm text-muted">We’ll close it without telling anyone. You can undo this for 10 minutes.</p>
          <ActForm intent="discard" seen={card.seen}>
            <Button look="outline" className="key-row mt-3">
              Discard as spam
            </Button>
          </ActForm>
        </Folded>
      )}
      {may('cancel') && (
        <Folded label="Cancel the booking" isOpen={cancel !== undefined}>
          <p className="mt-2 text-sm text-muted">
            We’ll tell them your reason, and refund everything they’ve paid unless an engineer has visited.
          </p>
          <ActForm intent="cancel" seen={card.seen} hasFields>
            <TextArea
              name="reason"
              label="Reason (the customer will see this)"
              maxLength={300}
              defaultValue={cancel?.typed.reason}
              problem={cancel?.problems.reason}
            />
            <Button look="outline" className="key-row mt-3">
              {lifecycleSteps.cancel.staff.button}
            </Button>
          </ActForm>
        </Folded>
      )}
    </section>
  )
}

function Details({ view, refused }: { view: BookingView; refused?: Refused }) {
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
    <section aria-labelledby="history" className="mt-8">
      <Heading id="history">What happened</Heading>
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
    </section>
  )
}
