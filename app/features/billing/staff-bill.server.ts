import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { newId } from '#app/values/ids.ts'
import { poundsText } from '#content/money.ts'
import { shownBill } from './bill-text.ts'
import { readBillView } from './bill-view.server.ts'
import type { StaffBillView } from './components/staff-bill.tsx'
import { readCorrections } from './drafting/read-draft.server.ts'

/** The bill of a booking for its page in the staff area; undefined if there is nothing to bill. */
export async function readStaffBill(services: Services, booking: Booking): Promise<StaffBillView | undefined> {
  const bill = await readBillView(services, booking)
  if (!bill) return undefined
  const corrections = await readCorrections(services.db, booking.id)
  return {
    bill: shownBill(bill),
    pressKey: newId(),
    corrections: corrections.map(({ id, kind, label, amountPence, reason }) => ({
      ...{ id, reason },
      text: `${label}, ${poundsText(kind === 'reduction' ? -amountPence : amountPence)}`,
    })),
    byHand: bill.payments
      .filter(({ takenBy, refundedPence }) => takenBy !== null && refundedPence === 0)
      .map(({ id, by, at, amountPence }) => ({ id, text: `${by}, ${poundsText(amountPence)}, ${momentText(at)}` })),
  }
}
