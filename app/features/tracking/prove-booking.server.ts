import type { Transaction } from 'kysely'
import { actOnBooking, type Change, type CustomerAct, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { isToDispatch } from '#app/features/booking/lifecycle.ts'
import { proofOf } from '#app/features/booking/proof.ts'
import { ChangeRefused } from '#app/features/booking/refusals.ts'
import { arrivalText, asapWindow } from '#app/features/capacity/arrival-window.ts'
import { readNextAvailable } from '#app/features/capacity/read-next-available.server.ts'
import { takeProvenPlace } from '#app/features/capacity/take-customer-place.server.ts'
import { isBeforeNextFree, lockPlan } from '#app/features/capacity/take-place.server.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Proves a booking by the token that only our email to its customer holds. One without a place gets a free one: at the requested time, or
 * the next for a visit as soon as possible. Repeating it does nothing. Throws `ChangeRefused` for another token, `TooManySubmits` or
 * `BookingNotFound`.
 */
export async function proveBooking(services: Services, { proof, ...act }: CustomerAct & { proof: string }): Promise<void> {
  const turns = [[limits.bookingProof, act.clientKey] as const]
  await actOnBooking(services, { ...act, limits: turns }, async (tx, locked) => {
    const { booking, now } = locked
    if (hashOf(proof) !== hashOf(proofOf(services.secrets, booking)))
      throw new ChangeRefused('This link no longer confirms your booking. Use the one in our newest email, or call us.')
    if (booking.provenAt) return undefined
    const proven = { provenAt: toInstant(now) }
    const isToPlace = booking.toAgree === 1 && booking.acceptedAt === null && isToDispatch(booking.status)
    const placed = isToPlace ? await placeNow(services, tx, locked) : undefined
    const set = { ...proven, ...placed?.set }
    return { ...placed, set, action: 'booking.prove' as const, ...(!placed && { event: 'none' as const }) }
  })
}

/** Gives a booking without a place one; undefined if none is free: then we call. */
async function placeNow(services: Services, tx: Transaction<Tables>, { booking, now }: LockedBooking): Promise<Change | undefined> {
  const { windows } = services.published.current()
  await lockPlan(tx, now)
  const ahead = booking.slotStartsAt ? undefined : await readNextAvailable(tx, now, windows, booking)
  if (ahead === null || (booking.slotStartsAt && booking.slotStartsAt <= toInstant(now))) return undefined
  if (await isBeforeNextFree(tx, booking, now)) return undefined
  const window = ahead === undefined ? {} : asapWindow(now, ahead, windows)
  const placed = { ...booking, ...window }
  if (!(await takeProvenPlace(services, tx, placed, now))) return undefined
  return {
    set: { ...window, toAgree: 0, late: 0 },
    isRevised: true,
    event: { kind: 'rescheduled', note: `Confirmed by email: ${arrivalText(placed)}` },
    announces: 'placed',
  }
}
