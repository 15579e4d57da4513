import type { Transaction } from 'kysely'
import { londonDay } from '#app/platform/london.ts'
import { type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { redlineHoldMinutes, redlineOpenMinutes } from '#content/fees.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { mayHold } from './redline-slots.ts'
import { readSlotsPerDay } from './slots-left.server.ts'
import { lockSlots, takeSlot } from './take-slot.server.ts'

/** The client that a slot is held for: at most one hold for each of the three fields. */
export interface Holder extends Pick<BookingsTable, 'id' | 'phone' | 'email'> {
  /** Keyed hash of the client's address. */
  clientKey: string
}

/**
 * Holds one of today's slots for a booking that waits for its fee, for 10 minutes, in the caller's transaction. Returns until when;
 * undefined if none is held: the last two of a day go to the first to pay, and no one has two holds at a time
 * (docs/decisions/0029-unpaid-holds.md). The booking can still be paid for.
 */
export async function holdSlot(tx: Transaction<Tables>, { id, phone, email, clientKey }: Holder, now: Date): Promise<Instant | undefined> {
  await lockSlots(tx, now)
  const today = londonDay(now)
  const taken = await tx
    .selectFrom('redlineSlots')
    .innerJoin('bookings', 'bookings.id', 'redlineSlots.bookingId')
    .select(['day', 'heldUntil', 'clientKey', 'phone', 'email'])
    .where((eb) => eb.or([eb('heldUntil', '>', toInstant(now)), eb.and([eb('day', '=', today), eb('heldUntil', 'is', null)])]))
    .execute()
  if (!mayHold({ phone, email, clientKey }, taken, { today, slotsPerDay: await readSlotsPerDay(tx) })) return undefined
  const heldUntil = later(now, minutes(redlineOpenMinutes))
  return (await takeSlot(tx, { bookingId: id, heldUntil, clientKey }, now)) ? heldUntil : undefined
}

/**
 * Extends the hold of a booking whose payment page opens, in the caller's transaction: 30 minutes from now. Returns until when it can be
 * paid, held or not. Once per booking and wait: the caller opens one page for it.
 */
export async function holdWhilePaying(tx: Transaction<Tables>, bookingId: string, now: Date): Promise<Instant> {
  const dueAt = later(now, minutes(redlineHoldMinutes))
  await tx
    .updateTable('redlineSlots')
    .set({ heldUntil: dueAt })
    .where('bookingId', '=', bookingId)
    .where('heldUntil', '>', toInstant(now))
    .execute()
  return dueAt
}
