import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import { openStatuses } from '#app/features/booking/lifecycle.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { Instant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { JobSheet } from './sheet/job-sheet.ts'

interface SavedBy {
  bookingId: string
  at: Instant
  /** The id of the user. */
  by: string
}

/**
 * Keeps a row for the part that a job sheet waits for, named as on the sheet, until staff have checked it. A job with parts added by staff
 * gets no other.
 */
export async function keepAwaitedPart(tx: Transaction<Tables>, sheet: JobSheet, { bookingId, at, by }: SavedBy): Promise<void> {
  await tx
    .deleteFrom('awaitedParts')
    .where('bookingId', '=', bookingId)
    .where('isChecked', '=', 0)
    .where('arrivedOn', 'is', null)
    .where('endedAt', 'is', null)
    .execute()
  if (sheet.needsReturn !== 'part') return
  const known = await tx.selectFrom('awaitedParts').select('id').where('bookingId', '=', bookingId).executeTakeFirst()
  if (known) return
  await tx.insertInto('awaitedParts').values({ id: newId(), bookingId, name: sheet.returnNote, addedAt: at, addedBy: by }).execute()
}

const fitting: readonly BookingStatus[] = [...openStatuses, 'completed']

/** Returns true if a return visit at a status fits its parts: it is open or done. */
export const fits = (status: BookingStatus): boolean => fitting.includes(status)

/** Inside a query of parts: no return visit fits them. */
const isUnbooked = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'awaitedParts'>) =>
  not(
    exists(
      selectFrom('bookings as visit')
        .select('visit.id')
        .whereRef('visit.id', '=', 'awaitedParts.returnId')
        .where('visit.status', 'in', fitting),
    ),
  )

/** The parts of a booking that no return visit fits yet; 'arrived': only if all have arrived. */
export async function readUnbookedParts(db: Kysely<Tables>, bookingId: string, which: 'all' | 'arrived') {
  const parts = await db
    .selectFrom('awaitedParts')
    .select(['id', 'name', 'arrivedOn'])
    .where('bookingId', '=', bookingId)
    .where('endedAt', 'is', null)
    .where(isUnbooked)
    .orderBy('id')
    .execute()
  return which === 'all' || parts.every(({ arrivedOn }) => arrivedOn !== null) ? parts : []
}

/** Records that a return visit, `returnId`, fits all parts that its first visit waits for. */
export async function fitParts(tx: Transaction<Tables>, bookingId: string, returnId: string): Promise<void> {
  const ids = (await readUnbookedParts(tx, bookingId, 'all')).map(({ id }) => id)
  if (ids.length > 0) await tx.updateTable('awaitedParts').set({ returnId }).where('id', 'in', ids).execute()
}

/** The parts that a return visit fits; none for one under guarantee. */
export const readFittedParts = (db: Kysely<Tables>, returnId: string) =>
  db
    .selectFrom('awaitedParts')
    .select(['name', 'arrivedOn'])
    .where('returnId', '=', returnId)
    .where('returnId', 'is not', null)
    .orderBy('id')
    .execute()
