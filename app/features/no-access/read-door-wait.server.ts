import type { Kysely } from 'kysely'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import type { Tables } from '#db/tables.ts'
import { type DoorWait, feeFromOf } from './door-wait.ts'

/** How long the engineer of a booking has been at the door, and the tries to contact the customer; undefined unless they are there. */
export async function readDoorWait(db: Kysely<Tables>, bookingId: string): Promise<DoorWait | undefined> {
  const booking = await db.selectFrom('bookings').select(['status', 'frozenTerms']).where('id', '=', bookingId).executeTakeFirst()
  if (booking?.status !== 'arrived') return undefined
  const arrival = await db
    .selectFrom('bookingEvents')
    .select('at')
    .where('bookingId', '=', bookingId)
    .where('toStatus', '=', 'arrived')
    .where('fromStatus', '!=', 'arrived')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!arrival) return undefined
  const attempts = await db
    .selectFrom('callAttempts')
    .select(['id', 'at', 'note'])
    .where('bookingId', '=', bookingId)
    .where('at', '>=', arrival.at)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const terms = frozenBilling(booking)
  return { arrivedAt: arrival.at, feeFrom: feeFromOf(arrival.at, terms), feePence: terms.noAccessPence, attempts }
}

/** How often the engineers now at the doors of some bookings tried to contact the customer. */
export async function readTriesOf(db: Kysely<Tables>, bookingIds: readonly string[]): Promise<Map<string, number>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('callAttempts')
    .select(({ fn }) => ['bookingId', fn.countAll<number | string>().as('count')])
    .where('bookingId', 'in', bookingIds)
    .groupBy('bookingId')
    .execute()
  return new Map(rows.map(({ bookingId, count }) => [bookingId, Number(count)]))
}

/** The tries to reach a customer from the door, as staff read them in a booking's history. */
export async function readTryHistory(db: Kysely<Tables>, bookingId: string) {
  const rows = await db
    .selectFrom('callAttempts')
    .select(['id', 'at', 'actor', 'note'])
    .where('bookingId', '=', bookingId)
    .limit(100)
    .execute()
  return rows.map(({ note, ...row }) => ({ ...row, what: `tried to reach the customer at the door${note ? `: ${note}` : ''}` }))
}
