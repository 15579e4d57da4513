import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { Card } from '../card.ts'
import { ActButton } from './act-button.tsx'

interface DoneOnCardProps {
  /** The act that was done: on which booking, and which version it had before. */
  done: { intent: string; text: string; bookingId: string; seen: string }
  cards: readonly Pick<Card, 'id' | 'seen' | 'engineer' | 'service' | 'postcode' | 'place' | 'reference'>[]
}

const undoable: readonly string[] = ['accept', 'assign', 'promise', 'en_route', 'arrived', 'completed', 'made_safe', 'no_access']

/** Reports the last act on the board and its booking, with an undo button until something else happens to the booking. */
export function DoneOnCard({ done: { intent, text: done, bookingId, seen }, cards }: DoneOnCardProps) {
  const card = cards.find(({ id }) => id === bookingId)
  const isLast = card !== undefined && Number(card.seen) === Number(seen) + 1
  const text = intent === 'assign' && isLast && card.engineer ? `Assigned to ${card.engineer}.` : done
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  for (const name of ['done', 'booking', 'seen']) query.delete(name)
  const notice = useRef<HTMLDivElement>(null)
  // The button has moved or disappeared: keyboard users continue from here, next to Undo.
  const press = [intent, bookingId, seen].join()
  useEffect(() => {
    if (press && document.activeElement === document.body) notice.current?.focus({ preventScroll: true })
  }, [press])
  return (
    <div ref={notice} tabIndex={-1} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="grow">
        <b>{text}</b> {card && `${card.service}, ${card.postcode || card.place}, ${card.reference}`}
      </p>
      {card && intent === 'called' && (
        <ActButton intent="undo-call" bookingId={card.id}>
          Undo
        </ActButton>
      )}
      {isLast && undoable.includes(intent) && (
        <ActButton intent="undo" bookingId={card.id} seen={card.seen}>
          Undo
        </ActButton>
      )}
      <Link to={{ pathname, search: query.toString() }} preventScrollReset replace className="inline-flex min-h-11 items-center font-bold">
        Close
      </Link>
    </div>
  )
}
