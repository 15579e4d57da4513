import type { Selectable } from 'kysely'
import { spokenDay } from '#app/platform/spoken-moment.ts'
import type { LondonDay } from '#app/values/day.ts'
import type { AwaitedPartsTable } from '#db/tables/aftercare.ts'

/* The state of a part that a visit waits for, in words. */

type Dates = Pick<Selectable<AwaitedPartsTable>, 'orderedOn' | 'dueOn' | 'arrivedOn'>

/** Returns true if a part should have arrived before `today`. */
export const isOverdue = ({ dueOn, arrivedOn }: Dates, today: LondonDay): boolean => arrivedOn === null && dueOn !== null && dueOn < today

/** The state of a part, for staff. `isReady`: its visit waits for no other. */
export function partText(part: Dates & { isBooked: boolean; isReady: boolean }, today: LondonDay): string {
  const { orderedOn, dueOn, arrivedOn, isBooked, isReady } = part
  const next = isBooked ? 'return visit booked' : isReady ? 'book the return visit' : 'waiting for the other parts'
  if (arrivedOn) return `Arrived ${spokenDay(arrivedOn, today)}: ${next}`
  const ordered = orderedOn ? 'Ordered' : 'Not ordered yet'
  return dueOn ? `${ordered}, ${isOverdue(part, today) ? 'was due' : 'due'} ${spokenDay(dueOn, today)}` : ordered
}

/** The same for the customer. */
export function partTextForCustomer(part: Dates, today: LondonDay): string {
  const { orderedOn, dueOn, arrivedOn } = part
  if (arrivedOn) return 'It has arrived'
  if (isOverdue(part, today)) return `It was due ${spokenDay(dueOn ?? today, today)} and hasn’t arrived. We’re sorry: we’re chasing it`
  if (dueOn) return `${orderedOn ? 'Ordered, due' : 'Due'} ${spokenDay(dueOn, today)}`
  return orderedOn ? 'Ordered. We’ll tell you when it’s due' : 'We’re ordering it'
}
