import type { Transaction, Updateable } from 'kysely'
import { type Booking, type BookingEvent, readHistory } from '#app/features/booking/reads.server.ts'
import { BookingNotFound } from '#app/features/booking/schema.ts'
import { lockBooking } from '#app/features/payments/locks.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { toInstant } from '#app/platform/clock.ts'
import { hashOf, newId } from '#app/platform/ids.ts'
import { enqueue, type NewJob } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingsTable, StaffActsTable, Tables } from '#db/tables.ts'
import { readHappened } from './reads.server.ts'
import { seenOf } from './rules.ts'
import { BookingOvertaken, type StaffAct } from './schema.ts'

/** What every act of staff on a booking has in common. */

/** The booking as it stands inside the transaction, locked. */
export interface Standing {
  booking: Booking
  events: BookingEvent[]
  now: Date
}

/** What an act makes of a booking. */
export interface Change {
  /** The columns it changes. Where what a calendar shows is among them, `revises` counts the revision up. */
  set: Updateable<BookingsTable>
  revises?: boolean
  /** In words, as colleagues read it after the name: 'gave the job to Dan Okoro'. */
  text: string
  /** What its history says where that is not just another status; 'none': nothing. */
  event?: { kind: 'rescheduled' | 'cancelled'; note: string } | 'none'
  /** Further ids and amounts for the audit log; never a name or an address. */
  detail?: Record<string, string | number | boolean>
  /** What else happens in the transaction, and who is told; `id`: of the act and its event, `booking`: as it stands after it. */
  after?: (made: { id: string; booking: Booking }) => Promise<NewJob[]>
}

interface Wish extends StaffAct {
  act: StaffActsTable['act']
  /** What was asked for: the same by the same person, having seen the same, is the same press. */
  wish: unknown
}

/**
 * Does an act of staff in one transaction: the booking is locked first; where it is no longer what was seen, nothing is done. Status,
 * history, the act with what was before and after, audit and word to others are written together, and the version counts up by one. The
 * same press again is done once. Throws `BookingOvertaken` with who did what, `BookingNotFound`, or what `decide` throws.
 */
export async function actOnBooking(
  services: Services,
  { bookingId, staffId, seen, act, wish }: Wish,
  decide: (tx: Transaction<Tables>, standing: Standing) => Promise<Change>,
): Promise<void> {
  const pressHash = hashOf(JSON.stringify([staffId, seen, act, wish]))
  await services.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) throw new BookingNotFound()
    if (seenOf(booking) !== seen) {
      if (await wasDone(tx, bookingId, pressHash)) return
      throw new BookingOvertaken(await readHappened(tx, booking, seen))
    }
    const now = services.clock.now()
    const change = await decide(tx, { booking, events: await readHistory(tx, bookingId), now })
    await write(tx, { booking, staffId, act, pressHash, now }, change)
  })
  services.jobsAdded()
}

/** This very press, unless it has been taken back. */
const wasDone = async (tx: Transaction<Tables>, bookingId: string, pressHash: string) =>
  (await tx
    .selectFrom('staffActs')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('pressHash', '=', pressHash)
    .where('undoneAt', 'is', null)
    .executeTakeFirst()) !== undefined

interface Writing {
  booking: Booking
  staffId: string
  act: StaffActsTable['act']
  pressHash: string
  now: Date
}

async function write(tx: Transaction<Tables>, { booking, staffId, act, pressHash, now }: Writing, change: Change): Promise<void> {
  const [id, at, bookingId] = [newId(), toInstant(now), booking.id]
  const after = await tx
    .updateTable('bookings')
    .set({
      ...change.set,
      version: booking.version + 1,
      ...(change.revises && { revision: booking.revision + 1, revisedAt: at }),
    })
    .where('id', '=', bookingId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const event = change.event ?? (after.status !== booking.status ? { kind: 'status' as const, note: '' } : 'none')
  if (event !== 'none')
    await tx
      .insertInto('bookingEvents')
      .values({
        id,
        bookingId,
        at,
        ...event,
        actor: staffId,
        fromStatus: booking.status,
        toStatus: after.status,
      })
      .execute()
  const columns = [...new Set([...Object.keys(change.set), 'status', 'revision'])] as (keyof Booking)[]
  await tx
    .insertInto('staffActs')
    .values({
      ...{ id, bookingId, at, actor: staffId, act, pressHash },
      version: after.version,
      text: change.text,
      before: columnsOf(booking, columns),
      after: columnsOf(after, columns),
      undoneAt: null,
    })
    .execute()
  await recordAudit(tx, now, { actor: staffId, action: `booking.${act}`, subject: bookingId, detail: change.detail })
  await enqueue(tx, now, (await change.after?.({ id, booking: after })) ?? [])
}

const columnsOf = (booking: Booking, columns: readonly (keyof Booking)[]) =>
  JSON.stringify(Object.fromEntries(columns.map((column) => [column, booking[column]])))
