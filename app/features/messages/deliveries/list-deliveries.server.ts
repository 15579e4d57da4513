import type { Kysely } from 'kysely'
import { announcementKind } from '#app/features/booking/announce.ts'
import type { Instant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { type DeliveryKindName, deliveryKindNames, deliveryKinds, isListed } from '../delivery-kinds.server.ts'
import { type Channel, type DeliveryState, deliveryStates } from '../delivery-words.ts'

export const deliveriesPerPage = 50

/** The end of a page: the next one starts after this delivery. */
export interface Cursor {
  createdAt: Instant
  id: string
}

export interface DeliveryFilter {
  channel?: Channel
  state?: DeliveryState
  kind?: DeliveryKindName
  /** Ids of bookings and users, and keyed hashes of addresses; undefined matches everything. */
  abouts?: readonly string[]
  before?: Cursor
}

/** The query for the ids of a page: newest first, one more than a page has. */
export function listedDeliveries(db: Kysely<Tables>, { channel, state, kind: only, abouts, before }: DeliveryFilter) {
  const kinds = deliveryKindNames.filter((kind) => (!channel || deliveryKinds[kind].channel === channel) && (!only || kind === only))
  const states = state ? [state] : deliveryStates
  if (abouts) return foundDeliveries(db, { kinds, states, abouts, before })
  const stretches = kinds.flatMap((kind) => states.filter((each) => isListed(kind, each)).map((each) => stretch(db, kind, each, before)))
  return stretches
    .reduce((all, part) => all.unionAll(part))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(deliveriesPerPage + 1)
}

interface Found extends Required<Pick<DeliveryFilter, 'abouts'>>, Pick<DeliveryFilter, 'before'> {
  kinds: readonly DeliveryKindName[]
  states: readonly DeliveryState[]
}

/** Deliveries about some bookings and people: few, by index. */
const foundDeliveries = (db: Kysely<Tables>, { kinds, states, abouts, before }: Found) =>
  newestJobs(db, before)
    .where('about', 'in', abouts)
    .where('kind', 'in', kinds)
    .where('state', 'in', states)
    .where(({ eb, or }) => or([eb('kind', '!=', announcementKind), eb('state', '!=', 'done')]))

const stretch = (db: Kysely<Tables>, kind: DeliveryKindName, state: DeliveryState, before?: Cursor) =>
  db.selectFrom(newestJobs(db, before).where('kind', '=', kind).where('state', '=', state).as('part')).select(['part.id', 'part.createdAt'])

/** The newest jobs from `before` on, one more than a page has. */
function newestJobs(db: Kysely<Tables>, before?: Cursor) {
  const newest = db
    .selectFrom('jobs')
    .select(['id', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(deliveriesPerPage + 1)
  return before
    ? newest.where(({ eb, refTuple, tuple }) => eb(refTuple('createdAt', 'id'), '<', tuple(before.createdAt, before.id)))
    : newest
}
