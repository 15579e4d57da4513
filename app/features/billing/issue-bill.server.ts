import type { Transaction } from 'kysely'
import { actOnBooking, type Change, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { readCreditedPence, readLastBill, readStandingBill } from '#app/features/payments/bill-balance.server.ts'
import { afterMoney } from '#app/features/payments/record-bill-payment.server.ts'
import { readUndecidedFee } from '#app/features/visit/fee-questions.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { vatPercent } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { billedCustomerOf, billedVisitOf, daysOf, supplierOf } from './bill-contents.ts'
import { nextNumber } from './drafting/bill-numbers.server.ts'
import { isVatRegistered, type ReadDraft, readDraft } from './drafting/read-draft.server.ts'

interface IssueBill {
  bookingId: string
  /** The id of the user. The caller has checked that they are staff, or the engineer who has the job. */
  by: string
  /** The total they saw, in pence: a different one is shown first. */
  seenPence: number
}

/**
 * Issues the bill of a booking that is over, from its rows as they are now: numbered, frozen, and announced. Repeated and concurrent calls
 * issue it once. Throws `BookingNotFound`, or a refusal if there is nothing to bill or the total is no longer what they saw.
 */
export async function issueBill(services: Services, { bookingId, ...issue }: IssueBill): Promise<void> {
  await actOnBooking(services, { bookingId, actor: issue.by }, (tx, locked) => issueBillChange(services, tx, locked, issue))
}

/**
 * Returns the last bill of a locked booking that is to be credited and the part that is left to credit, with what issuing it announces if
 * that hasn't been done yet. No bill: there is nothing to bill. Throws a refusal if a fee is undecided.
 */
export async function billToCredit(services: Services, tx: Transaction<Tables>, locked: LockedBooking, by: string) {
  const { id } = locked.booking
  const known = await readLastBill(tx, id)
  const isToIssue = !known && (await readDraft(services, tx, locked.booking)) !== undefined
  const issued = isToIssue ? await issueBillChange(services, tx, locked, { by }) : undefined
  const bill = isToIssue ? await readLastBill(tx, id) : known
  const creditedPence = bill ? await readCreditedPence(tx, bill.id) : 0
  return { bill, creditedPence, leftPence: bill ? bill.totalPence - creditedPence : 0, announces: [issued?.announces ?? []].flat() }
}

/** The same on a locked booking; without `seenPence`, for any total. */
export async function issueBillChange(
  services: Services,
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  { by, seenPence }: Pick<IssueBill, 'by'> & { seenPence?: number },
): Promise<Change | undefined> {
  if (await readStandingBill(tx, booking.id)) return undefined
  if ((await readUndecidedFee(tx, booking.id)) !== undefined)
    throw new CodedRefusal(
      409,
      'fee_undecided',
      'The office hasn’t decided about the no-access fee yet. Decide first, then issue the bill.',
    )
  const draft = await readDraft(services, tx, booking)
  if (!draft) throw new CodedRefusal(409, 'nothing_to_bill', 'There’s nothing to bill for this booking.')
  if (seenPence !== undefined && draft.totalPence !== seenPence)
    throw new CodedRefusal(409, 'bill_changed', `The bill now comes to ${poundsText(draft.totalPence)}. Check it again, then issue it.`)
  const { id, reference } = await insertBill(services, tx, { booking, draft, by, now })
  await recordAudit(tx, now, { actor: by, action: 'bill.issue', subject: id, detail: { bill: reference, amountPence: draft.totalPence } })
  // An earlier act can no longer be undone: it is a new version.
  return { set: {}, announces: [{ occasion: 'billed', id }, ...(await afterMoney(services, tx, booking.id))] }
}

interface Issued {
  booking: Booking
  draft: ReadDraft
  by: string
  now: Date
}

async function insertBill(services: Services, tx: Transaction<Tables>, { booking, draft, by, now }: Issued) {
  const { details } = services.published.current()
  const before = await readLastBill(tx, booking.id)
  const row = {
    ...{ id: newId(), bookingId: booking.id, revision: (before?.revision ?? 0) + 1, engineerId: booking.engineerId },
    ...{ issuedAt: toInstant(now), issuedBy: by, ...daysOf(draft.endedAt, now) },
    lines: JSON.stringify(draft.lines),
    supplier: JSON.stringify(supplierOf(details)),
    customer: JSON.stringify(billedCustomerOf(booking)),
    visit: JSON.stringify(billedVisitOf(booking, draft)),
    ...{ totalPence: draft.totalPence, vatPence: draft.vatPence, vatPercent: isVatRegistered(details) ? vatPercent : null },
  }
  const numbered = await nextNumber(tx, 'bill', now)
  await tx
    .insertInto('bills')
    .values({ ...row, ...numbered })
    .execute()
  return { id: row.id, reference: numbered.reference }
}
