import { type ToggleEvent, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { steps } from '#app/features/booking/lifecycle.ts'
import { type ButtonLook, RowButton } from '#app/ui/button.tsx'
import type { EngineerChoice as Choice } from '../board/engineer-choices.ts'
import type { Card } from '../card.ts'
import type { RefusedForm } from '../refused-form.ts'
import { ActForm } from './act-form.tsx'
import { Question } from './act-question.tsx'
import { isWithoutDoubt } from './drag-to-assign.tsx'
import { typedIn } from './typed-in.ts'
import { changeSince, type ShownCard } from './use-open-cards.ts'

interface AssignFormProps {
  shown: ShownCard
  refused?: RefusedForm
  isClosed?: boolean
  isPanel?: boolean
  onOpen: (isOpen: boolean) => void
}

/**
 * Opened by its button, or by A while the focus is in the card. The form is sent for the job as it was when it was opened; changes since
 * are shown above it.
 */
export function AssignForm({ shown, refused, isClosed, isPanel, onOpen }: AssignFormProps) {
  const { card, openedAs = card } = shown
  const { id, seen, engineerId, reference } = openedAs
  const choices = card.choices ?? openedAs.choices ?? []
  const own = typedIn(refused, 'assign')
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
    // Low on a screen it would open below the fold.
    const isLow = currentTarget.getBoundingClientRect().bottom > innerHeight * 0.6
    if (!own && isLow) currentTarget.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <details
      ref={list}
      // One list at a time: each covers the cards below it. Choices in the others are kept.
      name="assign"
      className={isPanel ? 'open:basis-full' : undefined}
      open={(own !== undefined && !isClosed) || undefined}
      onToggle={toggled}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return
        event.stopPropagation()
        close(event.currentTarget)
      }}
    >
      <summary className={`key key-row cursor-pointer list-none ${engineerId ? 'key-outline' : 'key-ink'}`}>
        {engineerId ? 'Reassign' : 'Assign'}
        <span className="sr-only">, {reference}</span>
      </summary>
      {/* Over what follows, as wide as the list of cards: neither the card nor its button moves when it is opened. */}
      <div className={isPanel ? 'mt-1' : 'absolute inset-x-0 z-5 mt-1 border-2 border-ink bg-paper px-3 pb-3'}>
        {/* It is there before there is anything to say, so that screen readers read out what is said. */}
        <div role="status">
          {change && (
            <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 border-l-5 border-ink bg-lamp px-3 py-1.5">
              <p className="font-bold">{change}</p>
              <RowButton type="button" onClick={({ currentTarget }) => close(currentTarget.closest('details'))}>
                {card.engineer && card.engineerId !== engineerId ? `Leave it with ${card.engineer}` : 'Close'}
              </RowButton>
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
function closeCard(bookingId: string, details: HTMLDetailsElement | null, onOpen: AssignFormProps['onOpen']) {
  const hadFocus = details?.contains(document.activeElement)
  if (details) details.open = false
  flushSync(() => onOpen(false))
  if (!hadFocus) return
  const card = document.querySelector(`[data-card="${bookingId}"]`)
  const target =
    card?.querySelector<HTMLElement>('details[name=job]:not([open]) > summary') ??
    card?.querySelector<HTMLElement>('details[name=assign] > summary') ??
    card?.querySelector<HTMLElement>('a') ??
    document.getElementById('needed')
  target?.focus()
}

interface EngineerFieldsProps {
  bookingId: string
  choices: NonNullable<Card['choices']>
  engineerId: string | null
  refused?: RefusedForm
  look?: ButtonLook
}

/** The content of a form that assigns a job: the engineers, the last answer, and the button. */
export function EngineerFields({ bookingId, choices, engineerId, refused, look = 'ink' }: EngineerFieldsProps) {
  return (
    <>
      {engineerId && <input type="hidden" name="mayBeNobody" value="yes" />}
      {!engineerId && <p className="basis-full text-sm text-muted">{steps.assign.staff.says}</p>}
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
        <RowButton look={look}>
          {engineerId ? steps.unassign.staff.button : steps.assign.staff.button}
          {refused?.refusal.isQuestion && ' anyway'}
        </RowButton>
      </div>
    </>
  )
}

interface EngineerChoiceProps {
  /** The booking's id: there are several of these on the board. */
  bookingId: string
  choices: readonly Choice[]
  engineerId: string | null
  chosen?: string
}

/** Engineers for a job, best first, with reasons; those who may not have it are shown but can't be chosen. */
function EngineerChoice({ bookingId, choices, engineerId, chosen }: EngineerChoiceProps) {
  const best = choices.find(isWithoutDoubt)
  return (
    <fieldset className="@container min-w-0 basis-full" id="engineerId">
      <legend className="text-sm font-bold">Engineer</legend>
      <ul className="mt-1 grid gap-x-4 @xl:grid-cols-2 @5xl:grid-cols-3 @7xl:grid-cols-4">
        {engineerId && (
          <Row id={`nobody-${bookingId}`} value="" name="No engineer" facts="move it back to unassigned" isChosen={chosen === ''} />
        )}
        {choices.map(({ id, name, facts, reason, doubts, refused }) => (
          <Row
            key={id}
            id={`engineer-${bookingId}-${id}`}
            value={id}
            name={id === best?.id ? `${name}, best choice${reason ? ` (${reason})` : ''}` : name}
            facts={refused ?? facts}
            doubts={refused ? [] : doubts}
            isRefused={refused !== undefined}
            isChosen={id === (chosen ?? engineerId)}
          />
        ))}
      </ul>
    </fieldset>
  )
}

interface RowProps {
  id: string
  value: string
  name: string
  facts: string
  doubts?: readonly string[]
  isRefused?: boolean
  isChosen: boolean
}

function Row({ id, value, name, facts, doubts = [], isRefused = false, isChosen }: RowProps) {
  return (
    <li>
      <label
        htmlFor={id}
        className={`flex min-h-11 items-center gap-2 border-b border-line py-1 text-sm leading-tight ${isRefused ? 'text-muted' : ''}`}
      >
        <input
          type="radio"
          id={id}
          name="engineerId"
          value={value}
          defaultChecked={isChosen}
          disabled={isRefused}
          className="size-5 flex-none accent-ink"
        />
        <span className="min-w-0">
          <b>
            <bdi>{name}</bdi>
          </b>{' '}
          <span className="text-muted">{facts}</span>
          {doubts.length > 0 && <span className="block font-bold">{doubts.join(', ')}</span>}
        </span>
      </label>
    </li>
  )
}
