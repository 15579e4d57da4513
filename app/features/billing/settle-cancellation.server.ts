import type { Transaction } from 'kysely'
import { actByStaff, type Change, type LockedBooking, type StaffAct } from '#app/features/booking/act-on-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { penceOf, textReader } from '#app/platform/fields.ts'
import { sanitise } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { creditBillIn } from './credit-bill.server.ts'
import { EntryWrong } from './drafting/refusals.ts'
import { billToCredit } from './issue-bill.server.ts'

interface SettleCancellation extends StaffAct {
  cancellationId: string
  /** The bill's sum for the cancelled contract, and the part that the customer pays for work done: in pounds, as typed. */
  billed: string
  kept: string
  /** As the customer reads them: up to 1000 characters; needed if they pay something. */
  reasons: string
}

const readReasons = textReader('The reasons', { max: 1000, clean: sanitise })

/**
 * Refunds a contract that its customer cancelled by their legal right: a credit note for its part of the bill, less what they pay for what
 * was done, which is never more than the right allows (`cancellation-right.ts`). Overpayments go back to their card; staff pay back what
 * they paid by hand. Within the person's daily limit. Throws `EntryWrong`, `StepRefused`, `RefundRefused`, `BookingOvertaken` or
 * `BookingNotFound`.
 */
export async function settleCancellation(services: Services, { bookingId, staffId, seen, ...typed }: SettleCancellation): Promise<void> {
  const reasons = readReasons(typed.reasons)
  if ('problem' in reasons) throw new EntryWrong({ reasons: reasons.problem })
  const settled = { ...typed, staffId, reasons: reasons.value }
  const wish = [typed.cancellationId, typed.billed, typed.kept, reasons.value]
  await actByStaff(services, { bookingId, staffId, seen, act: 'settle-cancellation', wish }, (tx, locked) =>
    settle(services, tx, locked, settled),
  )
}

async function settle(
  services: Services,
  tx: Transaction<Tables>,
  locked: LockedBooking,
  { cancellationId, billed, kept, reasons, staffId }: Omit<SettleCancellation, 'bookingId' | 'seen'>,
): Promise<Change & { text: string }> {
  const { booking, now } = locked
  const cancellation = await tx
    .selectFrom('cancellations')
    .selectAll()
    .where('id', '=', cancellationId)
    .where('bookingId', '=', booking.id)
    .where('settledAt', 'is', null)
    .executeTakeFirst()
  if (!cancellation) throw new StepRefused('This has been refunded already. Check the bill.')
  const { bill, creditedPence, leftPence, announces } = await billToCredit(services, tx, locked, staffId)
  if (!bill) throw new StepRefused('There’s no bill to refund yet. Finish the visit first.')
  const [billedPence, keptPence] = [penceOf(billed), penceOf(kept)]
  if (billedPence === undefined || billedPence > leftPence)
    throw new EntryWrong({ billed: `Enter an amount up to ${poundsText(leftPence)}` })
  const mostPence = Math.min(cancellation.mostPence, billedPence)
  if (keptPence === undefined || keptPence > mostPence)
    throw new EntryWrong({ kept: mostPence > 0 ? `Enter an amount up to ${poundsText(mostPence)}` : 'Enter 0: by law they pay nothing' })
  if (keptPence > 0 && reasons === '') throw new EntryWrong({ reasons: 'Say how you worked it out. The customer will see this' })
  const amountPence = billedPence - keptPence
  const credit = { bill, creditedPence, amountPence, staffId, reason: 'You cancelled within the legal period', key: cancellation.id }
  const credited = amountPence > 0 ? await creditBillIn(services, tx, now, credit) : undefined
  const refundPence = credited?.refundPence ?? 0
  await tx
    .updateTable('cancellations')
    .set({ settledAt: toInstant(now), settledBy: staffId, keptPence, refundPence, reasons })
    .where('id', '=', cancellation.id)
    .execute()
  return {
    set: {},
    event: 'none',
    text: `took ${poundsText(amountPence)} off the bill, as the customer cancelled by their legal right`,
    detail: { cancellationId, amountPence, keptPence, refundPence },
    announces: [...announces, { occasion: 'cancellation_settled', id: cancellation.id }, ...(credited?.change.announces ?? [])],
    jobs: credited?.change.jobs ?? [],
  }
}
