import type { Kysely } from 'kysely'
import { londonDay } from '#app/platform/london.ts'
import { addDays } from '#app/values/day.ts'
import { refundWithinDays } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Credits that we owe for free return visits at which we were late, less what they took off extra work there: until the bill of the first
 * visit is credited, or the credit is withdrawn (docs/decisions/0120-free-return-visits.md).
 */
export async function readLateReturns(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('credits')
    .innerJoin('bookings', 'bookings.id', 'credits.bookingId')
    .select(['credits.id', 'credits.amountPence', 'credits.createdAt', 'bookings.returnOf', 'bookings.reference'])
    .select(({ selectFrom }) => [
      selectFrom('extraWorks')
        .select(({ fn }) => fn.sum<number | string | null>('extraWorks.amountPence').as('pence'))
        .whereRef('extraWorks.bookingId', '=', 'bookings.id')
        .where('extraWorks.state', '=', 'agreed')
        .as('workPence'),
      selectFrom('creditNotes')
        .innerJoin('bills', 'bills.id', 'creditNotes.billId')
        .select(({ fn }) => fn.sum<number | string | null>('creditNotes.amountPence').as('pence'))
        .whereRef('bills.bookingId', '=', 'bookings.returnOf')
        .whereRef('creditNotes.issuedAt', '>=', 'credits.createdAt')
        .as('creditedPence'),
    ])
    .where('credits.promise', '=', 'window')
    .where('credits.amountPence', '>', 0)
    .where('credits.withdrawnAt', 'is', null)
    .where('bookings.returnOf', 'is not', null)
    .where('bookings.status', 'in', ['completed', 'no_access'])
    .where('bookings.erasedAt', 'is', null)
    .execute()
  return rows.flatMap(({ id, reference, returnOf, createdAt, amountPence, workPence, creditedPence }) => {
    const leftPence = amountPence - Number(workPence ?? 0) - Number(creditedPence ?? 0)
    if (leftPence <= 0 || !returnOf) return []
    const what = `We were late for the free visit ${reference}: give ${poundsText(leftPence)} as a credit note on the first bill`
    return [{ id, bookingId: returnOf, reference, what, dueOn: addDays(londonDay(createdAt), refundWithinDays) }]
  })
}
