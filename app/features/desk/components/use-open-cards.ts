import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { statusFacts } from '#app/features/booking/lifecycle.ts'
import type { Card } from '../card.ts'

/** A list of the board, and the cards that belong there now. */
interface CardList {
  id: string
  cards: readonly Card[]
}

/** A card in the list that it was in when someone opened its list of engineers. */
interface OpenCard {
  /** As it was when its list of engineers was opened, or when the server last answered about it. */
  card: Card
  listId: string
  index: number
  /** The location key then: a response to a form changes it. */
  key: string
}

/** A card, as it was when its list of engineers was opened. `isGone`: it is no longer on the board. */
export interface ShownCard {
  card: Card
  openedAs?: Card
  isGone: boolean
}

interface OpenCards {
  lists: readonly { id: string; cards: ShownCard[] }[]
  /** The job whose list of engineers was opened last, as it is now. */
  chosen?: Card
  setOpen: (listId: string, index: number, card: Card, isOpen: boolean) => void
}

/**
 * The lists of the board, in which a card stays in place while its list of engineers is open, even if colleagues change the job: no one
 * loses their choice. It moves once it is closed, or the form is done. `refusedId`: the booking of the last form, if refused: its user has
 * seen the present state.
 */
export function useOpenCards(lists: readonly CardList[], refusedId: string | undefined): OpenCards {
  const { key, search } = useLocation()
  const [open, setAll] = useState<readonly OpenCard[]>([])
  const doneId = new URLSearchParams(search).get('booking')
  const current = new Map(lists.flatMap(({ cards }) => cards.map((card) => [card.id, card] as const)))
  const held = open
    .filter((each) => each.card.id !== doneId || each.key === key)
    .map((each) => {
      const now = current.get(each.card.id)
      return each.card.id === refusedId && each.key !== key && now ? { ...each, card: now, key } : each
    })
  const isSame = held.length === open.length && held.every((each, at) => each === open[at])
  useEffect(() => {
    if (!isSame) setAll(held)
  })
  const last = held.at(-1)
  return {
    ...(last && { chosen: current.get(last.card.id) ?? last.card }),
    lists: lists.map(({ id, cards }) => ({ id, cards: placed(id, cards, held, current) })),
    setOpen: (listId, index, card, isOpen) =>
      setAll((all) => {
        const others = all.filter((each) => each.card.id !== card.id)
        if (!isOpen) return others
        return others.length < all.length ? all : [...others, { card, listId, index, key }]
      }),
  }
}

function placed(listId: string, cards: readonly Card[], held: readonly OpenCard[], current: ReadonlyMap<string, Card>): ShownCard[] {
  const shown: ShownCard[] = cards.filter(({ id }) => !held.some((each) => each.card.id === id)).map((card) => ({ card, isGone: false }))
  for (const { card, index } of held.filter((each) => each.listId === listId).toSorted((a, b) => a.index - b.index)) {
    const now = current.get(card.id)
    shown.splice(index, 0, { card: now ?? card, openedAs: card, isGone: now === undefined })
  }
  return shown
}

/** Returns the change to a job since its list of engineers was opened; undefined if there is none. */
export function changeSince({ card, openedAs, isGone }: ShownCard): string | undefined {
  if (!openedAs) return undefined
  if (isGone) return 'This job is no longer on the board: it was cancelled, finished or moved while you were choosing.'
  if (card.seen === openedAs.seen) return undefined
  if (card.engineerId !== openedAs.engineerId)
    return card.engineer
      ? `${card.engineer} has this job now: it was assigned while you were choosing.`
      : 'No one has this job now: it was unassigned while you were choosing.'
  if (card.status !== openedAs.status) return `This job changed while you were choosing. It’s now: ${statusFacts(card.status).label}.`
  return 'This booking changed while you were choosing. Check what’s new before you save.'
}
