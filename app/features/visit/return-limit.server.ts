import type { Transaction } from 'kysely'
import { readNames } from '#app/features/booking/history.server.ts'
import { isHandMethod } from '#app/features/payments/hand-payments.ts'
import { RefundRefused } from '#app/features/payments/refusals.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { addDays } from '#app/values/day.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { undoneReason } from './charges.server.ts'

/* Limit of one person's refunds and reductions in a London day, in any form (docs/decisions/0096-money-that-goes-back.md). */

/** Money that a person returned, or let a customer off. */
interface Returned {
  bookingId: string | null
  /** 'refund': to the card; 'by_hand': in cash or by transfer; 'credit_note': off an issued bill; 'off': off a future bill. */
  form: 'refund' | 'by_hand' | 'credit_note' | 'off'
  amountPence: number
}

/**
 * Returns the sum that someone has returned, in pence. A credit note of a bill that was paid in cash is paid out by hand: only the larger
 * of the two counts. To a card it is paid out automatically.
 */
function returnedPence(returned: readonly Returned[]): number {
  const byBooking = Map.groupBy(returned, ({ bookingId }) => bookingId)
  return [...byBooking.values()].reduce((sum, some) => {
    const sumOf = (form: Returned['form']) =>
      some.filter((each) => each.form === form).reduce((total, { amountPence }) => total + amountPence, 0)
    return sum + sumOf('refund') + sumOf('off') + Math.max(sumOf('by_hand'), sumOf('credit_note'))
  }, 0)
}

/**
 * Refuses refunds and reductions that would take a member of staff above the owner's limit for a day, in the caller's transaction and
 * before they are written. Owners have no limit. The person is locked, so two forms sent together are counted one after the other. Throws
 * `RefundRefused`, with the owners to ask.
 */
export async function requireWithinReturnLimit(
  { engine, clock, published }: Pick<Services, 'engine' | 'clock' | 'published'>,
  tx: Transaction<Tables>,
  staffId: string,
  wanted: Returned,
): Promise<void> {
  const locked = tx.selectFrom('authUsers').select('role').where('id', '=', staffId)
  const person = await (engine === 'postgres' ? locked.forNoKeyUpdate() : locked).executeTakeFirst()
  if (person?.role === 'owner') return
  const limitPence = (await published.readIn(tx)).desk.staffRefundLimitPence
  const before = await readReturned(tx, staffId, londonDay(clock.now()))
  if (returnedPence([...before, wanted]) <= limitPence) return
  const beforePence = returnedPence(before)
  const today = beforePence > 0 ? ` You’ve returned ${poundsText(beforePence)} today.` : ''
  throw new RefundRefused(
    `You can return up to ${poundsText(limitPence)} a day to customers.${today} Ask ${await ownersToAsk(tx)} to do this.`,
  )
}

async function ownersToAsk(tx: Transaction<Tables>): Promise<string> {
  const owners = await tx.selectFrom('authUsers').select('id').where('role', '=', 'owner').execute()
  const names = await readNames(
    tx,
    owners.map(({ id }) => id),
  )
  return [...names.values()].join(' or ') || 'an owner'
}

/** Reads someone's refunds, credit notes, withdrawn fees and reductions of bills that weren't issued, in a London day. */
async function readReturned(tx: Transaction<Tables>, userId: string, day: string): Promise<Returned[]> {
  const [begin, end] = [instantOf(day, 0), instantOf(addDays(day, 1), 0)]
  const refunds = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['payments.bookingId', 'payments.provider', 'refunds.amountPence'])
    .where('refunds.askedBy', '=', userId)
    .where('refunds.state', '!=', 'failed')
    .where('refunds.createdAt', '>=', begin)
    .where('refunds.createdAt', '<', end)
    .execute()
  const notes = await tx
    .selectFrom('creditNotes')
    .innerJoin('bills', 'bills.id', 'creditNotes.billId')
    .select(['bills.bookingId', 'creditNotes.amountPence'])
    .where('creditNotes.issuedBy', '=', userId)
    .where('creditNotes.issuedAt', '>=', begin)
    .where('creditNotes.issuedAt', '<', end)
    .execute()
  const fees = await tx
    .selectFrom('charges')
    .select(['bookingId', 'amountPence'])
    .where('withdrawnBy', '=', userId)
    .where('withdrawnReason', '!=', undoneReason)
    .where('withdrawnAt', '>=', begin)
    .where('withdrawnAt', '<', end)
    .execute()
  const reductions = await tx
    .selectFrom('billCorrections')
    .select(['bookingId', 'amountPence'])
    .where('kind', '=', 'reduction')
    .where('madeBy', '=', userId)
    .where('withdrawnAt', 'is', null)
    .where('madeAt', '>=', begin)
    .where('madeAt', '<', end)
    .execute()
  return [
    ...refunds.map(({ provider, ...refund }) => ({ ...refund, form: isHandMethod(provider) ? ('by_hand' as const) : ('refund' as const) })),
    ...notes.map((note) => ({ ...note, form: 'credit_note' as const })),
    ...[...fees, ...reductions].map((each) => ({ ...each, form: 'off' as const })),
  ]
}
