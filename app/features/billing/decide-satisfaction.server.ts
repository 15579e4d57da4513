import type { Transaction } from 'kysely'
import { readSatisfaction } from '#app/features/aftercare/read-satisfaction.server.ts'
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

interface DecideSatisfaction extends StaffAct {
  /** 'full' or 'part'. */
  outcome: string
  /** The part to refund, in pounds, as typed; 0 if they no longer want any. */
  amount: string
  /** As the customer reads them: up to 1000 characters; a part needs some. */
  reasons: string
  /** The customer has agreed to a part: our terms promise them a full refund. */
  isAgreed: boolean
}

const readReasons = textReader('The reasons', { max: 1000, clean: sanitise })

/**
 * Refunds a dissatisfied customer, in full, or in the part that they agreed to (docs/decisions/0122-satisfaction-and-cancelling.md): by a
 * credit note on the bill, which is issued first if it hasn't been, and whose overpayment goes back to their card. Staff pay back what they
 * paid by hand. Within the person's daily limit. Throws `EntryWrong`, `StepRefused`, `RefundRefused`, `BookingOvertaken` or
 * `BookingNotFound`.
 */
export async function decideSatisfaction(services: Services, { bookingId, staffId, seen, ...typed }: DecideSatisfaction): Promise<void> {
  const reasons = readReasons(typed.reasons)
  const problems = {
    ...(typed.outcome !== 'full' && typed.outcome !== 'part' && { outcome: 'Choose all or a part' }),
    ...('problem' in reasons && { reasons: reasons.problem }),
    ...(typed.outcome === 'part' &&
      !typed.isAgreed && { isAgreed: 'Call the customer first: our terms promise them everything they paid' }),
    ...(typed.outcome === 'part' && typed.reasons.trim() === '' && { reasons: 'Say why it’s a part. The customer will see this' }),
  }
  if (Object.keys(problems).length > 0 || 'problem' in reasons) throw new EntryWrong(problems)
  const wish = [typed.outcome, typed.amount, reasons.value]
  await actByStaff(services, { bookingId, staffId, seen, act: 'decide-refund', wish }, (tx, locked) =>
    decide(services, tx, locked, { ...typed, staffId, reasons: reasons.value }),
  )
}

type Decided = Pick<DecideSatisfaction, 'staffId' | 'outcome' | 'amount' | 'reasons'>

async function decide(
  services: Services,
  tx: Transaction<Tables>,
  locked: LockedBooking,
  { staffId, outcome, amount, reasons }: Decided,
): Promise<Change & { text: string }> {
  const { booking, now } = locked
  const request = (await readSatisfaction(tx, booking, now))?.request
  if (!request) throw new StepRefused('The customer hasn’t asked for a refund.')
  if (request.decidedAt) throw new StepRefused('This has been decided already. Check the bill.')
  const { bill, creditedPence, leftPence, announces } = await billToCredit(services, tx, locked, staffId)
  const amountPence = outcome === 'full' ? leftPence : penceOf(amount)
  if (amountPence === undefined || amountPence > leftPence)
    throw new EntryWrong({ amount: `Enter an amount up to ${poundsText(leftPence)}` })
  const reason = `You weren’t satisfied: refunded ${outcome === 'full' ? 'in full' : 'in part, as agreed'}`
  const credit = { creditedPence, amountPence, staffId, reason, key: request.id }
  const credited = bill && amountPence > 0 ? await creditBillIn(services, tx, now, { bill, ...credit }) : undefined
  const refundPence = credited?.refundPence ?? 0
  await tx
    .updateTable('satisfactionRequests')
    .set({
      decidedAt: toInstant(now),
      decidedBy: staffId,
      outcome: outcome as 'full' | 'part',
      creditedPence: amountPence,
      refundPence,
      reasons,
    })
    .where('id', '=', request.id)
    .execute()
  return {
    set: {},
    event: 'none',
    text: `took ${poundsText(amountPence)} off the bill, as the customer wasn’t satisfied`,
    detail: { requestId: request.id, amountPence, refundPence },
    announces: [...announces, { occasion: 'satisfaction_decided', id: request.id }, ...(credited?.change.announces ?? [])],
    jobs: credited?.change.jobs ?? [],
  }
}
