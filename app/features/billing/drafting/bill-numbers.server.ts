import type { Transaction } from 'kysely'
import { londonDay } from '#app/platform/london.ts'
import type { BillNumbersTable } from '#db/tables/billing.ts'
import type { Tables } from '#db/tables.ts'

interface Numbered {
  year: number
  number: number
  /** '2026-0001', 'CN-2026-0001'. */
  reference: string
}

const prefixes: Record<BillNumbersTable['kind'], string> = { bill: '', credit_note: 'CN-' }

/**
 * The next number of the London year, in the caller's transaction: its counter's row is locked until that ends, so concurrent issues wait,
 * and a failed transaction uses no number. Call it last, after every other lock.
 */
export async function nextNumber(tx: Transaction<Tables>, kind: BillNumbersTable['kind'], now: Date): Promise<Numbered> {
  const year = Number(londonDay(now).slice(0, 4))
  const { last } = await tx
    .insertInto('billNumbers')
    .values({ kind, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'year']).doUpdateSet(({ eb, ref }) => ({ last: eb(ref('billNumbers.last'), '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return { year, number: last, reference: `${prefixes[kind]}${year}-${String(last).padStart(4, '0')}` }
}
