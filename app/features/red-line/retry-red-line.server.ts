import type { Transaction } from 'kysely'
import { actOnBooking, type CustomerAct } from '#app/features/booking/act-on-booking.server.ts'
import { steps } from '#app/features/booking/lifecycle.ts'
import { ChangeRefused } from '#app/features/booking/refusals.ts'
import { redlineWindow } from '#app/features/capacity/arrival-window.ts'
import { type Holder, holdSlot } from '#app/features/capacity/hold-slot.server.ts'
import { OnlineBookingPaused } from '#app/features/capacity/online-pause.ts'
import { readRedlineRefusal } from '#app/features/capacity/read-next-available.server.ts'
import { freeSlot, lockSlots } from '#app/features/capacity/take-slot.server.ts'
import { PaymentNotConfigured } from '#app/features/payments/refusals.ts'
import { limits } from '#app/platform/limits.ts'
import { readOnlinePause } from '#app/platform/online-pause.ts'
import type { Services } from '#app/platform/services.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { redlineOpenMinutes } from '#content/fees.ts'
import type { Tables } from '#db/tables.ts'
import { isPayable, retryProblem } from './read-fee.server.ts'

/**
 * Makes an expired booking wait for its fee once more, so that nothing has to be typed again: on the London day it expired, three times at
 * most; a slot is held by the rules for a new one. Price and terms stay frozen. Repeating it makes one hold. The caller has checked that
 * the actor may act on the booking. Throws `OnlineBookingPaused`, `SlotsSoldOut`, `ChangeRefused`, `PaymentNotConfigured`, `TooManySubmits`
 * or `BookingNotFound`; then nothing is held.
 */
export async function retryRedLine(services: Services, { bookingId, actor, clientKey }: CustomerAct): Promise<void> {
  if (!services.payments) throw new PaymentNotConfigured()
  const turns = [[limits.retryRedLine, clientKey] as const, [limits.retriesOfRedLine, bookingId] as const]
  await actOnBooking(services, { bookingId, actor, limits: turns }, async (tx, { booking, now }) => {
    if (isPayable(booking, toInstant(now))) return undefined
    const problem = retryProblem(booking, now)
    if (problem) throw new ChangeRefused(problem)
    const pause = await readOnlinePause(tx, now)
    if (pause) throw new OnlineBookingPaused(pause, now, services.published.current().details.emergencyPhone.text)
    const isHeld = await holdAgain(tx, { ...booking, clientKey }, now)
    // Nothing has been taken, but the turn counts.
    const refusal = !isHeld && (await readRedlineRefusal(tx, now))
    if (refusal) throw refusal
    // A customer who was called before has a new hold, which may expire again.
    await tx.deleteFrom('callBacks').where('bookingId', '=', bookingId).execute()
    return {
      set: { status: steps.retry.to, paymentDueAt: later(now, minutes(redlineOpenMinutes)), ...redlineWindow(now) },
      isRevised: true,
      event: { note: isHeld ? 'Tried again: a slot is held' : 'Tried again: no slot is held' },
    }
  })
}

/** Its old slot, if no one has taken it over, is freed first: a booking has one at most. Returns whether one is held. */
async function holdAgain(tx: Transaction<Tables>, holder: Holder, now: Date): Promise<boolean> {
  await lockSlots(tx, now)
  await freeSlot(tx, holder.id)
  return (await holdSlot(tx, holder, now)) !== undefined
}
