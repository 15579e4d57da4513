import type { Kysely } from 'kysely'
import { phoneText } from '#app/platform/uk.ts'
import type { Tables } from '#db/tables.ts'
import type { BoardRow } from './board-queries.server.ts'
import { readRecordsOf } from './read-records.server.ts'

/** The most customers shown above the bookings that were found. */
const mostShown = 12

/** A customer some of whose bookings were found. */
export interface FoundCustomer {
  recordId: string
  name: string
  phoneText: string
  /** Of all their bookings. */
  count: number
}

/** The customers whose bookings a search found, in the order of the bookings. */
export async function readFoundCustomers(db: Kysely<Tables>, rows: readonly BoardRow[]): Promise<FoundCustomer[]> {
  const records = await readRecordsOf(
    db,
    rows.map(({ id }) => id),
  )
  const found = new Map<string, BoardRow>()
  for (const row of rows) {
    const record = records.get(row.id)
    if (record && !found.has(record) && found.size < mostShown) found.set(record, row)
  }
  if (found.size === 0) return []
  const counts = await db
    .selectFrom('customers')
    .innerJoin('bookings', 'bookings.customerId', 'customers.id')
    .select(({ fn }) => ['recordId', fn.countAll<number | string>().as('count')])
    .where('recordId', 'in', [...found.keys()])
    .where('customerId', 'is not', null)
    .groupBy('recordId')
    .execute()
  const countOf = new Map(counts.map(({ recordId, count }) => [recordId, Number(count)]))
  return [...found].map(([recordId, { name, phone }]) => ({
    recordId,
    name,
    phoneText: phoneText(phone),
    count: countOf.get(recordId) ?? 0,
  }))
}
