import { createContext, type DragEvent, type ReactNode, useContext, useState } from 'react'
import { useSubmit } from 'react-router'
import { isToDispatch } from '#app/features/booking/lifecycle.ts'
import { RowButton } from '#app/ui/button.tsx'
import { dropTarget, useCanDrag, useDragging } from '#app/ui/dragging.ts'
import type { EngineerChoice } from '../board/engineer-choices.ts'
import type { Card } from '../card.ts'
import { changeSince } from './use-open-cards.ts'

/** A card being dragged, as it was when the drag began, which decides. */
interface Dragged {
  card: Card
  /** Dragged from the lower half of the window: then the list to drop it on is in the upper half. */
  isFromBelow: boolean
  /** From a list of cards instead of an engineer's line. */
  isFromList: boolean
}

interface DragTools {
  /** Undefined too once a colleague has changed the job. */
  dragged: Dragged | undefined
  /** The job whose list of engineers is open. */
  chosen: Card | undefined
  canDrag: (bookingId: string) => boolean
  begin: (event: DragEvent, bookingId: string, isFromList: boolean) => void
  /** Assigns the dragged job to an engineer; undefined if that can't be done. */
  dropOn: (engineerId: string) => (() => void) | undefined
}

const DragContext = createContext<DragTools | undefined>(undefined)

/**
 * Lets a job be dragged with a mouse onto an engineer: onto their line, or in the list that appears, best first. It is sent as the card's
 * form would be, with the same questions and refusals. `chosen`: the job whose list of engineers is open: their lines say how far they drive.
 */
export function DragToAssign({ cards, chosen, children }: { cards: readonly Card[]; chosen?: Card; children: ReactNode }) {
  const isPossible = useCanDrag()
  const { thing: dragged, begin, end } = useDragging<Dragged>()
  const submit = useSubmit()
  const cardOf = (bookingId: string) => cards.find(({ id, status, choices }) => id === bookingId && choices && isToDispatch(status))
  const change = dragged && changeOf(dragged.card, cards)
  const [told, setTold] = useState<string>()
  if (change && change !== told) setTold(change)
  const tools: DragTools = {
    dragged: change ? undefined : dragged,
    chosen,
    canDrag: (bookingId) => isPossible && cardOf(bookingId) !== undefined,
    begin(event, bookingId, isFromList) {
      const card = cardOf(bookingId)
      if (!card) return
      const image = event.currentTarget.closest('[data-card]')
      if (image) event.dataTransfer.setDragImage(image, 12, 12)
      setTold(undefined)
      begin(event, { card, isFromList, isFromBelow: event.clientY > innerHeight / 2 })
    },
    dropOn(engineerId) {
      if (!dragged || change || !isOpenTo(dragged.card, engineerId)) return undefined
      const { id: bookingId, seen } = dragged.card
      return () => {
        end()
        void submit({ intent: 'assign', bookingId, seen, engineerId }, { method: 'post', preventScrollReset: true })
      }
    },
  }
  return (
    <DragContext value={tools}>
      {children}
      {dragged?.isFromList && !change && <DropList dragged={dragged} />}
      {told && <DragChanged text={told} dismiss={() => setTold(undefined)} />}
    </DragContext>
  )
}

/** Returns a colleague's change to a job since its drag began; undefined if there is none. */
function changeOf(dragged: Card, cards: readonly Card[]): string | undefined {
  const now = cards.find(({ id }) => id === dragged.id)
  return changeSince({ card: now ?? dragged, openedAs: dragged, isGone: now === undefined })
}

/** The first of these in a list of choices is the best. */
export const isWithoutDoubt = ({ doubts, refused }: EngineerChoice) => !refused && doubts.length === 0

const isOpenTo = ({ choices = [], engineerId }: Card, id: string) =>
  engineerId !== id && choices.some((choice) => choice.id === id && !choice.refused)

/** Makes a booking's link draggable, unless it can't be assigned, or there is no mouse. */
export function useDragHandle(bookingId: string, isFromList = false) {
  const tools = useContext(DragContext)
  if (!tools?.canDrag(bookingId)) return undefined
  return { draggable: true, onDragStart: (event: DragEvent) => tools.begin(event, bookingId, isFromList) }
}

/** Makes an element a drop target for an engineer; `choice`: the engineer as one for the job that is dragged or chosen. */
export function useEngineerTarget(engineerId: string) {
  const tools = useContext(DragContext)
  const [isOver, setIsOver] = useState(false)
  const card = tools?.dragged?.card
  const choices = (card ?? tools?.chosen)?.choices
  const choice = choices?.find(({ id }) => id === engineerId)
  return {
    handlers: card ? dropTarget(tools?.dropOn(engineerId), setIsOver) : undefined,
    choice,
    isBest: choice !== undefined && choice === choices?.find(isWithoutDoubt),
    isOver: isOver && card !== undefined,
    isOpen: card !== undefined && isOpenTo(card, engineerId),
  }
}

/**
 * Engineers for the dragged job, best first, within reach wherever the drag began: where the screen is too narrow for their lines beside the
 * queue. Keyboards and screen readers use the card's form.
 */
function DropList({ dragged: { card, isFromBelow } }: { dragged: Dragged }) {
  return (
    <div
      aria-hidden="true"
      className={`fixed inset-x-0 z-20 max-h-[46vh] overflow-y-auto border-y-2 border-ink bg-paper px-4 py-3 md:px-6 lg:hidden ${isFromBelow ? 'top-0' : 'bottom-0'}`}
    >
      <p className="font-bold">{`Drop it onto an engineer: ${card.service}, ${card.postcode || card.place}`}</p>
      <ul className="mt-2 grid gap-2 md:grid-cols-2">
        {card.choices?.map((choice) => (
          <DropOnName key={choice.id} choice={choice} hasIt={choice.id === card.engineerId} />
        ))}
      </ul>
    </div>
  )
}

/** Instead of the engineers, once a colleague was faster. It stays until it is dismissed: the drag may end at any moment. */
function DragChanged({ text, dismiss }: { text: string; dismiss: () => void }) {
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-x-6 gap-y-2 border-y-2 border-ink bg-lamp px-4 py-3 md:px-6"
    >
      <p className="grow">
        <b>{text}</b> You haven’t assigned it. Check the job and try again.
      </p>
      <RowButton type="button" onClick={dismiss}>
        Dismiss
      </RowButton>
    </div>
  )
}

function DropOnName({ choice: { id, name, facts, doubts, refused }, hasIt }: { choice: EngineerChoice; hasIt: boolean }) {
  const { handlers, isOver, isOpen } = useEngineerTarget(id)
  const look = isOpen ? (isOver ? 'bg-lamp' : 'bg-white') : 'border-dashed text-muted'
  return (
    <li {...handlers} data-drop={id} className={`min-h-15 rounded-key border-2 border-ink px-2 py-1.5 text-xs leading-tight ${look}`}>
      <b className="block text-sm">{name}</b>
      {hasIt ? 'has this job' : (refused ?? facts)}
      {!refused && doubts.length > 0 && <b className="block">{doubts.join(', ')}</b>}
    </li>
  )
}
