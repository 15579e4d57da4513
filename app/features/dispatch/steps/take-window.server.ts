import type { Transaction } from 'kysely'
import { plannedStatuses } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { type Question, requireAnswer } from '#app/features/booking/refusals.ts'
import { lockPlan, takePlace } from '#app/features/capacity/take-place.server.ts'
import { windowSeen } from '#app/platform/spoken-moment.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { aboutEngineer, takeEngineer } from './take-engineer.server.ts'

/** 'No engineer is free today, 2pm to 4pm.' */
export const aboutFullWindow = (
  { promisedFrom, promisedUntil }: Pick<BookingsTable, 'promisedFrom' | 'promisedUntil'>,
  now: Date,
): Question => ({
  code: `full:${promisedFrom}`,
  text: `No engineer is free ${windowSeen(promisedFrom, promisedUntil, now)}.`,
})

/**
 * Takes the place of a booking's window that staff are about to promise, in the caller's transaction: its engineer's time, or a place in
 * the plan where no one has it yet. A window that can't be kept must be confirmed, and so must `warnings`. Returns what the history adds to
 * the act: '' or ', although …'. Throws `AnswerNeeded` until `confirmed` has the questions' codes.
 */
export async function takeWindow(
  tx: Transaction<Tables>,
  booking: Booking,
  now: Date,
  confirmed?: string,
  warnings: readonly Question[] = [],
): Promise<string> {
  return confirmedText([...warnings, ...(await doubtsAbout(tx, booking, now))], confirmed)
}

/**
 * The same if staff correct a job or its place and its window stays: doubts that existed before aren't asked about again, nor are bookings
 * that aren't planned.
 */
export async function takeChangedJob(
  tx: Transaction<Tables>,
  { before, after, now, confirmed }: { before: Booking; after: Booking; now: Date; confirmed?: string },
): Promise<string> {
  const isSame = (['service', 'postcode', 'dangers', 'inArea'] as const).every((column) => before[column] === after[column])
  if (isSame || !plannedStatuses.includes(after.status) || !(after.inArea || after.acceptedAt)) return ''
  const known = (await doubtsAbout(tx, before, now)).map(({ code }) => code)
  const doubts = await doubtsAbout(tx, after, now)
  return confirmedText(
    doubts.filter(({ code }) => !known.includes(code)),
    confirmed,
  )
}

/**
 * Returns the text that the history adds to an act with doubts: '' or ', despite …'. Throws `AnswerNeeded` until `confirmed` has the code
 * of each.
 */
export function confirmedText(doubts: readonly Question[], confirmed?: string): string {
  requireAnswer(doubts, confirmed)
  return doubts.length > 0 ? `, despite this warning: ${doubts.map(({ text }) => text).join(' ')}` : ''
}

async function doubtsAbout(tx: Transaction<Tables>, booking: Booking, now: Date): Promise<Question[]> {
  const { engineerId } = booking
  if (engineerId) {
    const engineer = await tx.selectFrom('engineers').select(['id', 'name']).where('id', '=', engineerId).executeTakeFirstOrThrow()
    return aboutEngineer(engineer, await takeEngineer(tx, { ...booking, engineerId }, now))
  }
  const isFree = !(await lockPlan(tx, now)) || (await takePlace(tx, booking, now)) !== undefined
  return isFree ? [] : [aboutFullWindow(booking, now)]
}
