import { type Insertable, type Kysely, PostgresAdapter, sql } from 'kysely'
import { searchTextOf } from '#app/features/booking/search-text.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'

const atOnce = 400
const names = ['Priya Raman', 'L. Mensah', 'R. Singh', 'Ana Costa', 'J. Wright', 'K. Osei', 'M. Hale', 'D. Roy']
const streets = ['Cannon Street Road', 'High Road', 'Albion Mews', 'St Ann’s Terrace', 'Flat 4, Łódź House, Green Lanes']
const postcodes = ['E1 1FR', 'N16 8JN', 'SE5 8TR', 'W6 9YD', 'NW3 5TB', 'SW9 8LF', 'EC1V 2NX']

/**
 * Copies the first booking, with a history of three steps and a customer of its own, until there are `count` more: a business of several
 * years on a busy day (some 60 waiting or under way). The newest are from now, each of the others some minutes older.
 */
export async function fillBookings(db: Kysely<Tables>, count: number): Promise<void> {
  const like = await db.selectFrom('bookings').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow()
  for (let from = 0; from < count; from += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => copyOf(like, from + index))
    const customers = rows.map(({ id, createdAt }) => ({ id, recordId: id, householdId: id, matchKey: id, createdAt }))
    await insertAll(db, 'customers', customers)
    await insertAll(db, 'bookings', rows)
    const events = rows.flatMap(({ id, createdAt, status }) =>
      (['received', 'confirmed', status] as const).map((toStatus, step) => ({
        id: `${id.slice(0, -1)}${step}`,
        bookingId: id,
        at: createdAt,
        actor: 'system',
        fromStatus: null,
        toStatus,
        note: '',
      })),
    )
    await insertAll(db, 'bookingEvents', events)
  }
}

/** Inserts rows as one value: a statement with a parameter for each of their columns takes longer to make than to run. */
async function insertAll(db: Kysely<Tables>, table: 'customers' | 'bookings' | 'bookingEvents', rows: readonly object[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  const into = sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})`
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const records = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value])))
    await sql`${into} select ${sql.join(names.map((name) => sql.ref(name)))}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)}::json)`.execute(db)
  } else {
    const values = names.map((name) => sql`value ->> ${sql.lit(name)}`)
    await sql`${into} select ${sql.join(values)} from json_each(${JSON.stringify(rows)})`.execute(db)
  }
}

function copyOf(
  like: Insertable<BookingsTable>,
  index: number,
): Insertable<BookingsTable> & { id: string; createdAt: string; status: BookingStatus } {
  const id = newId()
  const before = (at: string) => new Date(Date.parse(at) - minutes(7 * index)).toISOString()
  const copy = {
    ...like,
    id,
    reference: `BK-${String(index).padStart(8, '0')}`,
    idempotencyKey: id,
    trackingTokenHash: id,
    shortTokenHash: null,
    customerId: id,
    status: statusOf(index),
    name: names[index % names.length] ?? '',
    phone: `+4477009${String(index).padStart(5, '0')}`,
    email: `customer-${index}@example.com`,
    service: emergencyTypes[index % emergencyTypes.length]?.name ?? like.service,
    address: `${1 + (index % 211)} ${streets[index % streets.length]}`,
    postcode: `${postcodes[index % postcodes.length]?.slice(0, -2)}${unitOf(index)}`,
    promisedFrom: before(like.promisedFrom),
    promisedUntil: before(like.promisedUntil),
    createdAt: before(like.createdAt),
  }
  return { ...copy, searchText: searchTextOf(copy) }
}

const letters = 'ABDEFGHJLNPQRSTUWXYZ'

/** The last two letters of a postcode. */
const unitOf = (index: number) => `${letters[Math.floor(index / 7) % 20]}${letters[Math.floor(index / 140) % 20]}`

function statusOf(index: number): BookingStatus {
  const open = ['received', 'confirmed', 'assigned', 'en_route', 'arrived'] as const
  if (index < 60) return open[index % open.length] ?? 'received'
  return index % 11 === 0 ? 'cancelled' : index % 97 === 0 ? 'no_access' : 'completed'
}
