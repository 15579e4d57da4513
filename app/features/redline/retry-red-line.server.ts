import type { Transaction } from 'kysely'
import { inTurn } from '#app/features/booking/change-booking.server.ts'
import { redlineWindow } from '#app/features/booking/rules.ts'
import { BookingNotFound, ChangeRefused, PaymentNotConfigured } from '#app/features/booking/schema.ts'
import { lockBooking } from '#app/features/payments/locks.server.ts'
import { isPayable, retryProblem } from '#app/features/payments/rules.ts'
import { hours, later, minutes, toInstant } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.ts'
import { londonDay } from '#app/platform/london.ts'
import type { RateLimit } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { redlineOpenMinutes } from '#content/rates.ts'
import type { Tables } from '#db/tables.ts'
import { type Holder, holdSlot, lockHolds } from './hold-slot.server.ts'
import { lockSlots } from './lock-slots.server.ts'
import { readSlotsLeft } from './reads.server.ts'
import { SlotsSoldOut } from './schema.ts'
import { freeSlot } from './take-slot.server.ts'

export const retryLimit: RateLimit<'redline-retry'> = { name: 'redline-retry', turns: 5, windowMs: minutes(1) }
export const retriesLimit: RateLimit<'redline-retries'> = { name: 'redline-retries', turns: 3, windowMs: hours(24) }

export interface RetryRedLine {
  bookingId: string
  /** 'customer' by the private link, or the id of the user. */
  actor: string
  clientKey: string
}

/**
 * Has a booking whose time to pay ran out wait for its fee once more, so that nobody types everything anew: on the London day on
 * which it ran out, three times at most; a slot is held for it by the rules of a new one. Price and terms stay as they were frozen. Pressed
 * twice it is one hold. Whoever calls has checked that the actor may act on the booking. Throws `SlotsSoldOut`, `ChangeRefused`,
 * `PaymentNotConfigured`, `TooManySubmits` or `BookingNotFound`; then nothing is held.
 */
export async function retryRedLine(services: Services, { bookingId, actor, clientKey }: RetryRedLine): Promise<void> {
  if (!services.payments) throw new PaymentNotConfigured()
  const limits = [[retryLimit, clientKey] as const, [retriesLimit, bookingId] as const]
  await inTurn<undefined>(services, { bookingId, limits }, async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const now = services.clock.now()
    const at = toInstant(now)
    if (booking && isPayable(booking, at)) return { done: undefined }
    if (!booking) return { refused: new BookingNotFound() }
    const problem = retryProblem(booking, now)
    if (problem) return { refused: new ChangeRefused(problem) }
    const isHeld = await holdAgain(tx, { ...booking, clientKey }, now)
    // Refused, not thrown: nothing has been taken, and the turn counts.
    if (!isHeld && (await readSlotsLeft(tx, now)) === 0) return { refused: new SlotsSoldOut() }
    await tx
      .updateTable('bookings')
      .set((eb) => ({
        status: 'awaiting_payment',
        paymentDueAt: later(now, minutes(redlineOpenMinutes)),
        ...redlineWindow(now),
        revision: eb('revision', '+', 1),
        revisedAt: at,
      }))
      .where('id', '=', bookingId)
      .execute()
    const event = { id: newId(), bookingId, at, actor, fromStatus: booking.status, toStatus: 'awaiting_payment' as const }
    await tx
      .insertInto('bookingEvents')
      .values({ ...event, note: isHeld ? 'Tried again: a slot is held once more' : 'Tried again: no slot is held' })
      .execute()
    // Whoever was rung before has a new hold, which may run out again.
    await tx.deleteFrom('callBacks').where('bookingId', '=', bookingId).execute()
    return { done: undefined }
  })
}

/** Its old slot, which nobody may have taken over, goes back first: a booking has one at most. Answers whether one is held. */
async function holdAgain(tx: Transaction<Tables>, holder: Holder, now: Date): Promise<boolean> {
  await lockHolds(tx, now)
  await lockSlots(tx, londonDay(now))
  await freeSlot(tx, holder.id)
  return (await holdSlot(tx, holder, now)) !== undefined
}
