import { type ToggleEvent, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isToDispatch, statusFacts, stepFacts, steps } from '#app/features/booking/lifecycle.ts'
import { phoneText as phoneWords } from '#app/platform/uk.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { poundsText } from '#content/money.ts'
import type { Card } from '../card.ts'
import { ActForm } from './act-form.tsx'
import { questionId } from './act-notice.tsx'
import { clockAt, leftText } from './board-clock.ts'
import type { Refused } from './booking-parts.tsx'
import { CallForm, CallMark } from './call-form.tsx'
import { CardDoubts } from './card-doubts.tsx'
import { DangerMarks } from './danger-marks.tsx'
import { useDragHandle } from './drag-to-assign.tsx'
import { EngineerChoice } from './engineer-choice.tsx'
import { changeSince, type ShownCard } from './use-open-cards.ts'

interface JobCardProps {
  shown: ShownCard
  nowMs: number
  /** The server's refusal of the last form of this card, if any. */
  refused?: Refused
  /** Its list of engineers has been closed since. */
  isClosed?: boolean
  /** It waits for an assigned engineer, who may have to be called. */
  hasEngineerPhone?: boolean
  /** Called when its list of engineers is opened or closed: it stays in its place while that is open. */
  onOpen: (isOpen: boolean) => void
}

/** A booking on the board: its facts, the time left, and the next step. */
export function JobCard({ shown, nowMs, refused, isClosed, hasEngineerPhone, onOpen }: JobCardProps) {
  const { card, openedAs, isGone } = shown
  const { id, service, place, isRedLine, status, name, phone, phoneText, arrival, came, marks, engineer, engineerPhone, late } = card
  const handle = useDragHandle(id, true)
  const isLate = late !== undefined || (card.clock !== undefined && Date.parse(card.clock.until) < nowMs)
  return (
    <li
      id={`job-${id}`}
      data-card={id}
      data-unassigned={card.engineerId ? undefined : ''}
      className={`flex flex-col border-b border-line px-2 py-2 ${isRedLine ? 'border-l-5 border-l-alarm' : ''} ${isLate ? 'bg-alarm-wash' : ''}`}
    >
      <div className="text-sm leading-snug">
        <DangerMarks dangers={card.dangers} />
        <div className="flex items-start justify-between gap-x-2">
          <a
            href={`/staff/bookings/${id}` satisfies SitePath}
            className={`inline-block min-h-6 text-base leading-tight font-bold [overflow-wrap:anywhere] ${handle ? 'cursor-grab' : ''}`}
            {...handle}
          >
            {isRedLine ? `Red Line: ${service}` : service}
          </a>
          <Clock card={card} nowMs={nowMs} isLate={isLate} />
        </div>
        <p className="[overflow-wrap:anywhere]">
          <bdi>{place}</bdi>,{' '}
          <span className={isLate ? 'font-bold text-alarm-text' : 'text-muted'}>
            {late ? `late, ${poundsText(late.creditPence)} off the bill: ${arrival}` : isLate ? `late: ${arrival}` : arrival}
          </span>
        </p>
        <p className="text-muted [overflow-wrap:anywhere]">
          {came}, <bdi>{name}</bdi>
          {engineer && (
            <>
              . <b className="text-ink">{engineer}</b>
            </>
          )}
        </p>
        {card.next && (
          <p className="[overflow-wrap:anywhere]">
            <b>{card.next.text}</b> {card.next.tried}
          </p>
        )}
        <CallMark card={card} nowMs={nowMs} />
        {marks.length > 0 && (
          <ul className="mt-1 flex flex-wrap gap-1">
            {marks.map((mark) => (
              <li key={mark} className={`border border-ink px-1.5 text-xs ${mark === 'Vulnerable person' ? 'bg-lamp font-bold' : ''}`}>
                {mark}
              </li>
            ))}
          </ul>
        )}
      </div>
      <CardDoubts card={card} />
      {/* At the foot of the row: an open list of engineers begins below the keys of all its cards. */}
      <div className="mt-auto flex flex-wrap items-start gap-x-2 gap-y-1 pt-1">
        <a href={`tel:${phone}`} className="inline-flex min-h-11 items-center pr-1 text-sm font-bold whitespace-nowrap">
          {phoneText}
        </a>
        {hasEngineerPhone && engineer && engineerPhone && (
          <a href={`tel:${engineerPhone}`} className="inline-flex min-h-11 items-center pr-1 text-sm font-bold">
            {`${engineer.split(' ')[0]}: ${phoneWords(engineerPhone)}`}
          </a>
        )}
        {!isGone && <CallForm card={card} />}
        {!isGone && <Steps card={card} refused={refused} />}
        {(openedAs || isToDispatch(status)) && <AssignForm {...{ shown, refused, isClosed, onOpen }} />}
      </div>
    </li>
  )
}

/** The bar that fills, with its minutes in words. */
function Clock({ card, nowMs, isLate }: { card: Card; nowMs: number; isLate: boolean }) {
  if (!card.clock) return null
  const { minutesLeft, run } = clockAt(card.clock, nowMs)
  return (
    <span className={`w-22 flex-none text-right ${card.isRedLine || isLate ? 'text-alarm-text' : ''}`}>
      <b className="whitespace-nowrap">{leftText(minutesLeft)}</b>
      <progress aria-hidden="true" className="clock-bar" max={1} value={run} />
    </span>
  )
}

/** The next steps, one button each. */
function Steps({ card: { id, seen, status, reference }, refused }: { card: Card; refused?: Refused }) {
  return statusFacts(status).next?.map((step) => {
    const asked = refused?.intent === step ? refused : undefined
    return (
      <ActForm key={step} intent={step} bookingId={id} seen={seen} className={asked && needsAnswer(asked) ? 'basis-full' : undefined}>
        <Question refused={asked} />
        <Button look="outline" className="key-row">
          {stepFacts(step).staff?.button}
          {asked?.refusal?.isQuestion && ' anyway'}
          <span className="sr-only">, {reference}</span>
        </Button>
      </ActForm>
    )
  })
}

const needsAnswer = ({ refusal, problems }: Refused) => refusal?.isQuestion || problems.gasReason !== undefined

/** The question before an act: asked once, and answered by sending the form again; or the reason why a gas job has no gas record. */
export function Question({ refused }: { refused?: Refused }) {
  if (refused?.problems.gasReason)
    return (
      <div className="mb-2 max-w-[30em]">
        <TextField
          name="gasReason"
          label="Why there’s no gas record"
          maxLength={300}
          autoComplete="off"
          defaultValue={refused.typed.gasReason}
          problem={refused.problems.gasReason}
        />
      </div>
    )
  if (!refused?.refusal?.isQuestion) return null
  return (
    <div role="alert" id={questionId(refused.intent)} className="mb-2 basis-full border-l-5 border-alarm bg-alarm-wash px-3 py-2 font-bold">
      <p>{refused.refusal.text}</p>
      <input type="hidden" name="confirmed" value={refused.refusal.confirms} />
    </div>
  )
}

/**
 * Opened by its button, or by A while the focus is in the card. The form is sent for the job as it was when it was opened; changes since
 * are shown above it.
 */
function AssignForm({ shown, refused, isClosed, onOpen }: Pick<JobCardProps, 'shown' | 'refused' | 'isClosed' | 'onOpen'>) {
  const { card, openedAs = card } = shown
  const { id, seen, engineerId, reference } = openedAs
  const choices = card.choices ?? openedAs.choices ?? []
  const own = refused?.intent === 'assign' ? refused : undefined
  const change = changeSince(shown)
  const close = (details: HTMLDetailsElement | null) => closeCard(id, details, onOpen)
  const list = useRef<HTMLDetailsElement>(null)
  const isHeld = shown.openedAs !== undefined
  const isRefused = own !== undefined
  // Once the job is assigned its list is no longer needed, also where the card stays because the customer still waits for our call.
  useEffect(() => {
    if (!isHeld && !isRefused && list.current) list.current.open = false
  }, [isHeld, isRefused])
  const toggled = ({ currentTarget }: ToggleEvent<HTMLDetailsElement>) => {
    if (!currentTarget.open) return close(currentTarget)
    onOpen(true)
    // Low on a phone's screen it would open below the fold.
    if (!own) currentTarget.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <details
      ref={list}
      // One list at a time: each covers the cards below it. Choices in the others are kept.
      name="assign"
      open={(own !== undefined && !isClosed) || undefined}
      onToggle={toggled}
      onKeyDown={({ key, currentTarget }) => key === 'Escape' && close(currentTarget)}
    >
      <summary className={`key key-row cursor-pointer list-none ${engineerId ? 'key-outline' : 'key-ink'}`}>
        {engineerId ? 'Reassign' : 'Assign'}
        <span className="sr-only">, {reference}</span>
      </summary>
      {/* Over what follows, as wide as the list of cards: neither the card nor its button moves when it is opened. */}
      <div className="absolute inset-x-0 z-5 mt-1 border-2 border-ink bg-paper px-3 pb-3">
        {/* It is there before there is anything to say, so that screen readers read out what is said. */}
        <div role="status">
          {change && (
            <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 border-l-5 border-ink bg-lamp px-3 py-1.5">
              <p className="font-bold">{change}</p>
              <Button
                type="button"
                look="outline"
                className="key-row"
                onClick={({ currentTarget }) => close(currentTarget.closest('details'))}
              >
                {card.engineer && card.engineerId !== engineerId ? `Leave it with ${card.engineer}` : 'Close'}
              </Button>
            </div>
          )}
        </div>
        {shown.openedAs && <p className="mt-2 font-bold">{`${card.service}, ${card.postcode || card.place}, ${card.arrival}`}</p>}
        <ActForm intent="assign" bookingId={id} seen={seen} hasFields className="mt-1 flex flex-wrap items-end gap-2">
          <EngineerFields bookingId={id} choices={choices} engineerId={engineerId} refused={own} />
        </ActForm>
      </div>
    </details>
  )
}

/** Closes the list of engineers of a card, which then moves to its place, with the focus. */
function closeCard(bookingId: string, details: HTMLDetailsElement | null, onOpen: JobCardProps['onOpen']) {
  const hadFocus = details?.contains(document.activeElement)
  if (details) details.open = false
  flushSync(() => onOpen(false))
  if (!hadFocus) return
  const card = document.querySelector(`[data-card="${bookingId}"]`)
  const target =
    card?.querySelector<HTMLElement>('details[name=assign] > summary') ??
    card?.querySelector<HTMLElement>('a') ??
    document.getElementById('needed')
  target?.focus()
}

interface EngineerFieldsProps {
  bookingId: string
  choices: NonNullable<Card['choices']>
  engineerId: string | null
  refused?: Refused
}

/** The content of a form that assigns a job: the engineers, the last answer, and the button. */
export function EngineerFields({ bookingId, choices, engineerId, refused }: EngineerFieldsProps) {
  return (
    <>
      {engineerId && <input type="hidden" name="mayBeNobody" value="yes" />}
      {/* Rendered again for each answer: a job may have been dragged onto an engineer who isn’t selected here. */}
      <EngineerChoice
        key={refused?.typed.engineerId}
        bookingId={bookingId}
        choices={choices}
        engineerId={engineerId}
        chosen={refused?.typed.engineerId}
      />
      {/* Stays visible while a long list of engineers is scrolled. */}
      <div className="sticky bottom-0 z-10 flex basis-full flex-wrap items-center justify-end bg-paper py-2">
        <Question refused={refused} />
        <Button className="key-row">
          {engineerId ? steps.unassign.staff.button : steps.assign.staff.button}
          {refused?.refusal?.isQuestion && ' anyway'}
        </Button>
      </div>
    </>
  )
}
