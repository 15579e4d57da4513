import type { Kysely, Selectable, Transaction } from 'kysely'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { ChargesTable } from '#db/tables/visit.ts'
import type { Tables } from '#db/tables.ts'

type Charge = Selectable<ChargesTable>

interface NewCharge {
  bookingId: string
  kind: ChargesTable['kind']
  /** 0: no fee. */
  amountPence: number
  /** 'customer', 'system' or the id of the user. */
  by: string
}

/** Reason of a fee, in words for staff and reports. */
const chargeReasons: Record<ChargesTable['kind'], string> = {
  no_access: 'We couldn’t get in',
  make_safe: 'We made it safe; the repair still needs doing',
  late_cancellation: 'It was cancelled after the engineer had set off',
  priority_fee: 'It was cancelled after we’d dispatched an engineer on time',
}

/** Writes a fee in the caller's transaction, which has locked the booking; does nothing if it exists. */
export async function raiseCharge(tx: Transaction<Tables>, now: Date, { by, ...charge }: NewCharge): Promise<void> {
  if (charge.amountPence <= 0) return
  await tx
    .insertInto('charges')
    .values({ id: newId(), ...charge, reason: chargeReasons[charge.kind], arisenAt: toInstant(now), arisenBy: by })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Why a fee was withdrawn with the step that led to it: no one let the customer off. */
export const undoneReason = 'The step that led to it was undone'

/** Withdraws the fees that arose from a step that is undone. */
export const withdrawUndone = (tx: Transaction<Tables>, now: Date, step: { bookingId: string; since: Instant; by: string }) =>
  tx
    .updateTable('charges')
    .set({ withdrawnAt: toInstant(now), withdrawnBy: step.by, withdrawnReason: undoneReason })
    .where('bookingId', '=', step.bookingId)
    .where('arisenAt', '>=', step.since)
    .where('withdrawnAt', 'is', null)
    .execute()

/** The fees of some bookings that have not been withdrawn, by booking id, oldest first. */
export async function readChargesOf(db: Kysely<Tables>, bookingIds: readonly string[]): Promise<Map<string, Charge[]>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('charges')
    .selectAll()
    .where('bookingId', 'in', bookingIds)
    .where('withdrawnAt', 'is', null)
    .orderBy('arisenAt')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ bookingId }) => bookingId)
}
