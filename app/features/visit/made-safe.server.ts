import type { Kysely } from 'kysely'
import { steps } from '#app/features/booking/lifecycle.ts'
import type { Tables } from '#db/tables.ts'

/** For the customer, whether or not it costs a fee. */
export const madeSafeText = 'We’ve made it safe, but the repair still needs doing.'

/** The words with which an act of this step begins: nothing else of it is stored. */
export const madeSafeActs = [steps.made_safe.staff.past, steps.made_safe.engineer.past] as const

export const saysMadeSafe = (text: string): boolean => madeSafeActs.some((past) => text.startsWith(past))

/** Returns true if a finished visit ended with the repair to follow. */
export async function isMadeSafe(db: Kysely<Tables>, bookingId: string): Promise<boolean> {
  const end = await db
    .selectFrom('staffActs')
    .select('text')
    .where('bookingId', '=', bookingId)
    .where('act', '=', 'advance')
    .where('undoneAt', 'is', null)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return end !== undefined && saysMadeSafe(end.text)
}
