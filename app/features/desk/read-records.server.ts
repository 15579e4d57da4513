import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** The record that an id leads to: the id of a record, or of any customer who is on it by now. Undefined: there is none. */
export async function readRecordId(db: Kysely<Tables>, id: string): Promise<string | undefined> {
  const found = await db.selectFrom('customers').select('recordId').where('id', '=', id).executeTakeFirst()
  if (found) return found.recordId
  // The customer whose id a record has may have been erased.
  return (await db.selectFrom('customers').select('recordId').where('recordId', '=', id).limit(1).executeTakeFirst())?.recordId
}

/** The customers' records that some bookings are on, by the bookings' ids; those on none are left out. */
export async function readRecordsOf(db: Kysely<Tables>, bookingIds: readonly string[]): Promise<Map<string, string>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('customers', 'customers.id', 'bookings.customerId')
    .select(['bookings.id', 'recordId'])
    .where('bookings.id', 'in', bookingIds)
    .execute()
  return new Map(rows.map(({ id, recordId }) => [id, recordId]))
}

/** The record that all of these bookings are on that are on one; undefined if they are on none, or on several. */
export async function readOnlyRecord(db: Kysely<Tables>, bookingIds: readonly string[]): Promise<string | undefined> {
  const [only, ...others] = new Set((await readRecordsOf(db, bookingIds)).values())
  return others.length === 0 ? only : undefined
}
