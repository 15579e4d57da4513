import type { Kysely } from 'kysely'
import { steps } from '#app/features/booking/lifecycle.ts'
import type { Tables } from '#db/tables.ts'

/** For the customer, whether or not it costs a fee. */
export const madeSafeText = 'We’ve made it safe, but the repair still needs doing.'

const { staff, engineer } = steps.made_safe

/** Returns true if the words of an act are of this step. */
export const saysMadeSafe = (text: string): boolean => [staff.past, engineer.past].some((past) => text.startsWith(past))

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
