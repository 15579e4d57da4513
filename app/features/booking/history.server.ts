import type { Kysely, Selectable } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { BookingEventsTable, StaffActsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { statuses } from './lifecycle.ts'
import type { Booking } from './read-booking.server.ts'
import type { Happening } from './refusals.ts'

type StaffActRow = Selectable<StaffActsTable>

/** Users' names for colleagues, by id: the name, else the address; unknown ids have none. */
export async function readNames(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const users = await db
    .selectFrom('authUsers')
    .select(['id', 'email', 'userMetadata'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(users.map(({ id, email, userMetadata }) => [id, nameIn(userMetadata) || email || someone]))
}

const someone = 'A colleague'

/** The same as a function, which has words for unknown ids too. */
export async function readNameOf(
  db: Kysely<Tables>,
  ids: readonly (string | null | undefined)[],
  unknown = someone,
): Promise<(id: string | null) => string> {
  const names = await readNames(
    db,
    ids.filter((id) => typeof id === 'string'),
  )
  return (id) => names.get(id ?? '') ?? unknown
}

function nameIn(userMetadata: string): string {
  const { full_name: name } = JSON.parse(userMetadata) as { full_name?: unknown }
  return typeof name === 'string' ? name.trim() : ''
}

/** The acts of staff on a booking, oldest first. */
export const readActs = (db: Kysely<Tables>, bookingId: string): Promise<StaffActRow[]> =>
  db.selectFrom('staffActs').selectAll().where('bookingId', '=', bookingId).orderBy('version').execute()

/** The last act of staff on a booking. */
export const readLastAct = (db: Kysely<Tables>, bookingId: string): Promise<StaffActRow | undefined> =>
  db.selectFrom('staffActs').selectAll().where('bookingId', '=', bookingId).orderBy('version', 'desc').limit(1).executeTakeFirst()

/** Returns the time of an act: of its event, which may be before it was reported, else of its row. */
export async function readTakenAt(db: Kysely<Tables>, { id, at }: Pick<StaffActRow, 'id' | 'at'>): Promise<Instant> {
  const event = await db.selectFrom('bookingEvents').select('at').where('id', '=', id).executeTakeFirst()
  return event?.at ?? at
}

/** The ids of the acts of staff on a booking: an event with such an id is ours. */
export async function readActIds(db: Kysely<Tables>, bookingId: string): Promise<Set<string>> {
  const acts = await db.selectFrom('staffActs').select('id').where('bookingId', '=', bookingId).execute()
  return new Set(acts.map(({ id }) => id))
}

/** The newest three events of a booking since someone saw it, oldest first: acts of staff, and others'. */
export async function readHappened(db: Kysely<Tables>, booking: Booking, seen: string): Promise<Happening[]> {
  // A version counts all changes; if it is no number, the page is older than this rule.
  const since = Number(seen) || 0
  const acts = await readActs(db, booking.id)
  const newer = acts.filter(({ version }) => version > since)
  const others = await readOthersEvents(db, booking.id, booking.version - since - newer.length)
  const nameOf = await readNameOf(
    db,
    newer.map(({ actor }) => actor),
  )
  return [
    ...newer.map(({ at, actor, text }) => ({ at, by: nameOf(actor), what: text || 'changed it' })),
    ...others.map((event) => ({ at: event.at, by: event.actor === 'system' ? 'The website' : 'The customer', what: whatOf(event) })),
  ]
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(-3)
}

/** The newest events that belong to no act of staff; each raised the version by one. */
async function readOthersEvents(db: Kysely<Tables>, bookingId: string, count: number) {
  if (count <= 0) return []
  return db
    .selectFrom('bookingEvents')
    .selectAll()
    .where('bookingId', '=', bookingId)
    .where('id', 'not in', db.selectFrom('staffActs').select('id').where('bookingId', '=', bookingId))
    .orderBy('id', 'desc')
    .limit(Math.min(count, 3))
    .execute()
}

function whatOf({ kind, toStatus }: Selectable<BookingEventsTable>): string {
  if (kind === 'rescheduled') return 'changed the time'
  return kind === 'cancelled' ? 'cancelled it' : `changed the status to “${statuses[toStatus].label}”`
}
