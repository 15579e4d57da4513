import type { Kysely, Transaction } from 'kysely'
import { lockKey } from '#app/platform/rate-limit.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { type Place, placesOf, stepMs, type VisitPlan } from './visit-plan.ts'

/**
 * Makes everyone who wants a place run one after the other until the transaction ends, so the plan's free time stays valid. Take it after
 * the lock of a booking's row and of Red Line's slots, if you need those too.
 */
export const lockPlaces = (tx: Transaction<Tables>, now: Date): Promise<void> => lockKey(tx, 'visit-places', '', now)

/** The places that begin between two instants, from the first step of each to its last. */
export async function readPlaces(db: Kysely<Tables>, from: string, until: string): Promise<Place[]> {
  const rows = await db
    .selectFrom('visitPlaces')
    .select((eb) => ['bookingId', 'engineerId', eb.fn.min('startsAt').as('first'), eb.fn.max('startsAt').as('last')])
    .where('startsAt', '>', from)
    .where('startsAt', '<', until)
    .groupBy(['bookingId', 'engineerId'])
    .execute()
  return rows.map(({ bookingId, engineerId, first, last }) => ({
    ...{ bookingId, engineerId, arrivesAt: Date.parse(first), endsAt: Date.parse(last) + stepMs },
  }))
}

/**
 * Writes the places of a plan that are not written yet, in the caller's transaction, which holds `lockPlaces`. The primary key guarantees
 * that an engineer has one visit at a time; otherwise the transaction fails. A visit that staff assigned on top of another gets the steps
 * that are free.
 */
export async function writePlaces(
  tx: Transaction<Tables>,
  plan: VisitPlan,
  /** Returns those of these bookings, unknown to the plan, that no longer need their places. */
  whichAreOver: (bookingIds: string[]) => Promise<string[]>,
): Promise<void> {
  const places = placesOf(plan)
  const [first, last] = [Math.min(...places.map(({ arrivesAt }) => arrivesAt)), Math.max(...places.map(({ endsAt }) => endsAt))]
  if (places.length === 0) return
  const stored = await readPlaces(tx, toInstant(new Date(first - stepMs)), toInstant(new Date(last)))
  const isStored = (place: Place) => stored.some((each) => isSame(each, place))
  const changed = places.filter((place) => !isStored(place))
  if (changed.length === 0) return
  const unknown = stored.map(({ bookingId }) => bookingId).filter((id) => !places.some(({ bookingId }) => bookingId === id))
  const over = unknown.length > 0 ? await whichAreOver(unknown) : []
  const ids = [...changed.map(({ bookingId }) => bookingId), ...over]
  await tx.deleteFrom('visitPlaces').where('bookingId', 'in', ids).execute()
  const assigned = new Set(
    plan.lines.flatMap(({ planned }) => planned.filter(({ visit }) => visit.assignedTo).map(({ bookingId }) => bookingId)),
  )
  const rows = (of: readonly Place[]) => of.flatMap(stepsOf)
  const sold = rows(changed.filter(({ bookingId }) => !assigned.has(bookingId)))
  const given = rows(changed.filter(({ bookingId }) => assigned.has(bookingId)))
  if (sold.length > 0) await tx.insertInto('visitPlaces').values(sold).execute()
  if (given.length > 0)
    await tx
      .insertInto('visitPlaces')
      .values(given)
      .onConflict((conflict) => conflict.columns(['engineerId', 'startsAt']).doNothing())
      .execute()
}

const isSame = (one: Place, other: Place) =>
  one.bookingId === other.bookingId &&
  one.engineerId === other.engineerId &&
  one.arrivesAt === other.arrivesAt &&
  one.endsAt === other.endsAt

const stepsOf = ({ bookingId, engineerId, arrivesAt, endsAt }: Place) =>
  Array.from({ length: Math.round((endsAt - arrivesAt) / stepMs) }, (_, step) => ({
    ...{ bookingId, engineerId, startsAt: toInstant(new Date(arrivesAt + step * stepMs)) },
  }))
