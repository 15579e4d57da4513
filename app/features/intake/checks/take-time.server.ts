import type { Transaction } from 'kysely'
import { InvalidBooking } from '#app/features/booking/refusals.ts'
import { nobodySoon } from '#app/features/capacity/arrival-window.ts'
import { holdSlot } from '#app/features/capacity/hold-slot.server.ts'
import { sellSlot } from '#app/features/capacity/sell-slot.server.ts'
import { SlotsSoldOut } from '#app/features/capacity/slots-sold-out.ts'
import { takeProvenPlace, takeUnprovenPlace } from '#app/features/capacity/take-customer-place.server.ts'
import { fullText, hasPlace, lockPlan, takePlace } from '#app/features/capacity/take-place.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import type { Attempt, Checked } from '../attempt.ts'
import type { NewBooking } from './new-booking.ts'

interface Stored {
  attempt: Attempt
  checked: Checked
  booking: NewBooking
}

/**
 * Takes an engineer's time for a stored booking: a Red Line slot, held online and sold by phone, or a place in the plan. A window that is
 * full is refused, or asked about; by thrown refusals, so that the booking just written is rolled back. Returns true if a slot is held.
 */
export async function takeTime(services: Services, tx: Transaction<Tables>, { attempt, checked, booking }: Stored): Promise<boolean> {
  const { now, by, askAboutFull } = attempt
  const isByPhone = 'takenBy' in by
  const isUnpaid = booking.status === 'awaiting_payment' && !isByPhone
  const heldUntil = isUnpaid ? await holdSlot(tx, { ...booking, clientKey: by.clientKey }, now) : undefined
  const placed = checked.isPlanned ? await placeFor(services, tx, attempt, booking) : 'kept'
  if (placed === 'full' && !checked.arrival.late) {
    const text = booking.slotStartsAt ? await fullText(tx, booking.slotStartsAt, now, booking, booking.id) : nobodySoon
    if (!askAboutFull) throw new InvalidBooking({ timeSlot: text })
    askAboutFull(booking)
  }
  if (placed === 'to_agree' || (placed === 'full' && !isByPhone))
    await tx.updateTable('bookings').set({ toAgree: 1 }).where('id', '=', booking.id).execute()
  if (isByPhone && booking.serviceLevel === 'redline') {
    if (!(await sellSlot(tx, booking.id, now, true))) throw new SlotsSoldOut()
    if (await lockPlan(tx, now)) await takePlace(tx, booking, now)
  }
  return heldUntil !== undefined
}

/**
 * Takes a place for a new booking. 'full': no engineer can keep its window; 'to_agree': one could, but the booking isn't proven and its
 * customer, or the day, has no places left for those.
 */
async function placeFor(
  services: Services,
  tx: Transaction<Tables>,
  { now, by }: Attempt,
  booking: NewBooking,
): Promise<'kept' | 'full' | 'to_agree'> {
  if (!('clientKey' in by)) return (await takePlace(tx, booking, now)) ? 'kept' : 'full'
  if (booking.provenAt) return (await takeProvenPlace(services, tx, booking, now)) ? 'kept' : 'full'
  if (await takeUnprovenPlace(services, tx, { ...booking, clientKey: by.clientKey }, now)) return 'kept'
  return (await hasPlace(tx, booking, now)) ? 'to_agree' : 'full'
}
