import { isToDispatch, statusFacts, stepFacts, steps } from '#app/features/booking/lifecycle.ts'
import { phoneText as phoneWords } from '#app/platform/uk.ts'
import { RowButton } from '#app/ui/button.tsx'
import { washOf } from '#app/ui/drawings/washes.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { drawingFileOf, emergencyTypes } from '#content/emergency-types.ts'
import { poundsText } from '#content/money.ts'
import type { Card } from '../card.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'
import { Question } from './act-question.tsx'
import { AssignForm } from './assign-form.tsx'
import { clockAt, isUnsentRedLine, latenessOf, leftText } from './board-clock.ts'
import { CallForm, CallMark } from './call-form.tsx'
import { CallLink } from './call-link.tsx'
import { CardDoubts } from './card-doubts.tsx'
import { DangerMarks } from './danger-marks.tsx'
import { useDragHandle } from './drag-to-assign.tsx'
import { typedIn } from './typed-in.ts'
import type { ShownCard } from './use-open-cards.ts'

export interface JobCardProps {
  shown: ShownCard
  nowMs: number
  /** The server's refusal of the last form of this card, if any. */
  refused?: RefusedForm
  /** Its list of engineers has been closed since. */
  isClosed?: boolean
  /** It explains its keys: the first with these. */
  explains?: boolean
  /** Called when its list of engineers is opened or closed: it stays in its place while that is open. */
  onOpen: (isOpen: boolean) => void
}

/**
 * A booking in the queue: its deadline, what and where it is, and the next step. Its fill and edge say how close the deadline is. Once an
 * engineer has it, it is drawn on their line, and here is what a person still has to do.
 */
export function JobCard(props: JobCardProps) {
  const { card } = props.shown
  const { id } = card
  const lateness = latenessOf(card, props.nowMs)
  return (
    <li
      id={`job-${id}`}
      data-card={id}
      data-unassigned={card.engineerId ? undefined : ''}
      className={`due due-${lateness ?? 'open'} ${isUnsentRedLine(card) ? 'job-red pt-3' : 'pt-2'} px-2.5 pb-1.5`}
    >
      <DangerMarks dangers={card.dangers} />
      {card.engineerId ? <OfEngineer {...props} /> : <Unassigned {...props} />}
      <JobKeys {...props} isCalledAbove={!card.engineerId} />
      {props.explains && <p className="pt-1 text-xs text-muted">{`${steps.accept.staff.says} ${steps.assign.staff.says}`}</p>}
    </li>
  )
}

function Unassigned(props: JobCardProps) {
  const { card } = props.shown
  return (
    <>
      <div className="grid grid-cols-[60px_1fr] gap-x-2.5 text-sm leading-snug">
        <Drawing service={card.service} />
        <div className="min-w-0">
          <Deadline card={card} nowMs={props.nowMs} />
          <p className="[overflow-wrap:anywhere]">
            <Title card={card} /> <bdi>{card.place}</bdi>
          </p>
          <CallLink {...card} className={phoneLook} />
        </div>
      </div>
      <CallMark card={card} nowMs={props.nowMs} />
      <JobNotes card={card} />
    </>
  )
}

function OfEngineer({ shown: { card }, nowMs }: JobCardProps) {
  const isDue = ['late', 'soon'].includes(latenessOf(card, nowMs) ?? '')
  return (
    <div className="text-sm leading-snug">
      {(isDue || !card.call) && <Deadline card={card} nowMs={nowMs} />}
      <CallMark card={card} nowMs={nowMs} />
      <p className="mt-0.5 [overflow-wrap:anywhere]">
        <b>{card.engineer}</b>: <Title card={card} /> <bdi>{card.place}</bdi>
      </p>
      <JobNotes card={card} />
    </div>
  )
}

function Title({ card: { id, service, isRedLine } }: { card: Card }) {
  const handle = useDragHandle(id, true)
  return (
    <a
      href={`/staff/bookings/${id}` satisfies SitePath}
      className={`inline-block min-h-6 text-base leading-tight font-bold ${handle ? 'cursor-grab' : ''}`}
      {...handle}
    >
      {isRedLine ? `Red Line: ${service}` : service}
    </a>
  )
}

/** The drawing of the emergency, as on the website's tiles. */
function Drawing({ service }: { service: string }) {
  const type = emergencyTypes.find(({ name }) => name === service)?.name ?? 'Other Emergency'
  return (
    <span aria-hidden="true" className={`block h-[45px] w-[60px] rounded-key ${washOf(type)}`}>
      <img src={drawingFileOf(type)} alt="" width={60} height={45} />
    </span>
  )
}

/** The promised arrival, and how long is left of it in words and as a bar that fills. */
function Deadline({ card, nowMs }: { card: Card; nowMs: number }) {
  const { arrival, clock, late } = card
  const isLate = latenessOf(card, nowMs) === 'late'
  const left = clock && clockAt(clock, nowMs)
  return (
    <div className={`flex flex-wrap items-start justify-between gap-x-2 ${isLate ? 'text-alarm-text' : ''}`}>
      <p className="grow basis-28 font-bold [overflow-wrap:anywhere]">
        {late ? `late, ${poundsText(late.creditPence)} off the bill: ${arrival}` : isLate ? `late: ${arrival}` : arrival}
      </p>
      {left && (
        <span className="min-w-19 flex-none text-right">
          {/* Of Red Line, until an engineer must be sent; of all others, until their window ends. */}
          <b className="whitespace-nowrap">
            {isUnsentRedLine(card) ? leftText(left.minutesLeft).replace('left', 'to send') : leftText(left.minutesLeft)}
          </b>
          <progress aria-hidden="true" className="clock-bar" max={1} value={left.run} />
        </span>
      )}
    </div>
  )
}

/** Everything else that someone should know first: who is reached next, marks, and questions. */
export function JobNotes({ card }: { card: Card }) {
  const best = card.choices?.find(({ refused }) => !refused)
  return (
    <>
      {card.next && (
        <p className="text-sm leading-snug [overflow-wrap:anywhere]">
          <b>{card.next.text}</b> {card.next.isLast && best && <PhoneOf {...best} />} {card.next.tried}
        </p>
      )}
      {card.marks.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-1">
          {card.marks.map((mark) => (
            <li key={mark} className={`border border-ink px-1.5 text-xs ${mark === 'Vulnerable person' ? 'bg-lamp font-bold' : ''}`}>
              {mark}
            </li>
          ))}
        </ul>
      )}
      <CardDoubts card={card} />
    </>
  )
}

const phoneLook = 'inline-flex min-h-11 items-center text-sm font-bold lg:pointer-fine:min-h-6'

const PhoneOf = ({ name, phone, isAlone }: { name: string; phone: string; isAlone?: boolean }) => (
  <CallLink
    name={name.split(' ')[0]}
    phone={phone}
    phoneText={phoneWords(phone)}
    className={`${phoneLook} ${isAlone ? 'basis-full' : 'pr-1 whitespace-nowrap'}`}
  />
)

interface JobKeysProps extends JobCardProps {
  /** The customer's number is above, and here is when they booked. */
  isCalledAbove?: boolean
  /** In a panel of its own: the list of engineers opens below the keys instead of over the cards that follow. */
  isPanel?: boolean
}

/** The phone numbers and the next steps of a job. */
export function JobKeys({ shown, refused, isClosed, isCalledAbove, isPanel, onOpen }: JobKeysProps) {
  const { card, openedAs, isGone } = shown
  const { name, phone, phoneText, engineer, engineerPhone } = card
  return (
    <div className="flex flex-wrap items-start gap-x-1.5 gap-y-1 pt-1 [&_.key-row]:px-2.5">
      {!isCalledAbove && <CallLink {...{ name, phone, phoneText }} className={`${phoneLook} basis-full`} />}
      {!isPanel && engineer && engineerPhone && <PhoneOf name={engineer} phone={engineerPhone} isAlone />}
      {!isGone && <CallForm card={card} />}
      {!isGone && <Steps card={card} refused={refused} />}
      {(openedAs || isToDispatch(card.status)) && <AssignForm {...{ shown, refused, isClosed, isPanel, onOpen }} />}
      {isCalledAbove && <p className="self-center pl-1 text-xs text-muted">{card.came}</p>}
    </div>
  )
}

/** The next steps, one button each. */
function Steps({ card: { id, seen, status, reference }, refused }: { card: Card; refused?: RefusedForm }) {
  return statusFacts(status).next?.map((step) => {
    const asked = typedIn(refused, step)
    return (
      <ActForm key={step} intent={step} bookingId={id} seen={seen} className={asked && needsAnswer(asked) ? 'basis-full' : undefined}>
        <Question refused={asked} />
        <RowButton>
          {stepFacts(step).staff?.button}
          {asked?.refusal.isQuestion && ' anyway'}
          <span className="sr-only">, {reference}</span>
        </RowButton>
      </ActForm>
    )
  })
}

const needsAnswer = ({ refusal, problems }: RefusedForm) => refusal.isQuestion || problems.gasReason !== undefined
