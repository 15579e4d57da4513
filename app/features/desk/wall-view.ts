import { statusFacts } from '#app/features/booking/lifecycle.ts'
import { normalisePostcode } from '#app/platform/uk.ts'
import { type BoardView, byUrgency } from './board-view.ts'
import type { Card } from './card.ts'
import { isOverdue } from './components/board-clock.ts'

/* The board as shown on a wall screen. Visitors to the office see it: no name, phone number, address, reference or full postcode of a
   customer, and no surname of engineers. Nothing else leaves the server. */

/** Rows that fit a screen of 1080 lines in type that is readable from three metres. */
const mostRows = 9

export interface WallRow {
  key: string
  /** 'E1', or words if the postcode is unknown. */
  district: string
  service: string
  status: string
  /** 'Dave O.'; undefined while no one has the job. */
  engineer?: string
  isRedLine: boolean
  isLate: boolean
  /** The customer waits for the call that we promised. */
  isToCall: boolean
  /** The next people to be reached about it, while no engineer has it. */
  next?: string
  /** The time by which someone must be there or be sent; undefined once the engineer has arrived. */
  dueAt?: string
}

/** The open jobs in the board's order: Red Line, urgent and vulnerable first, then the least time left; those with an engineer on site last. */
export function wallViewOf({
  now,
  mark,
  day,
  needed,
  underWay,
  onTheRoad,
}: Pick<BoardView, 'now' | 'mark' | 'day' | 'needed' | 'underWay' | 'onTheRoad'>) {
  const order = byUrgency(new Date(now))
  const cards = [...needed, ...underWay].toSorted((a, b) => Number(hasArrived(a)) - Number(hasArrived(b)) || order(a, b))
  return {
    ...{ now, mark, day, onTheRoad },
    needed: needed.length,
    late: cards.filter((card) => isOverdue(card, Date.parse(now))).length,
    rows: cards.slice(0, mostRows).map((card) => rowOf(card, Date.parse(now))),
    more: Math.max(0, cards.length - mostRows),
  }
}

export type WallView = ReturnType<typeof wallViewOf>

const hasArrived = ({ status }: Card) => status === 'arrived'

function rowOf(card: Card, nowMs: number): WallRow {
  const { id, postcode, service, status, engineer, isRedLine, call, dueAt, next } = card
  return {
    key: id,
    district: normalisePostcode(postcode)?.split(' ')[0] ?? 'No postcode',
    service,
    status: statusFacts(status).label,
    ...(engineer && { engineer: shortName(engineer) }),
    ...(next && { next: next.text }),
    ...{ isRedLine, isLate: isOverdue(card, nowMs), isToCall: call !== undefined },
    ...(!hasArrived(card) && { dueAt }),
  }
}

/** A first name with the initial of the last one. */
export function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const last = rest.at(-1)
  return last ? `${first} ${last[0]}.` : first
}
