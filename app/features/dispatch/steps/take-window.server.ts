import type { Transaction } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { lockPlan, takePlace } from '#app/features/promises/take-place.server.ts'
import { londonDay } from '#app/platform/london.ts'
import { spokenDay, spokenTimes } from '#app/platform/spoken-moment.ts'
import type { BookingsTable, Tables } from '#db/tables.ts'
import { readDoubts } from './read-doubts.server.ts'
import { requireAnswer } from './require-answer.ts'

/** 'No engineer is free today, 2pm to 4pm.' */
export const nobodyFreeText = ({ promisedFrom, promisedUntil }: Pick<BookingsTable, 'promisedFrom' | 'promisedUntil'>, now: Date): string =>
  `No engineer is free ${spokenDay(londonDay(promisedFrom), londonDay(now))}, ${spokenTimes(promisedFrom, promisedUntil)}.`

/**
 * Takes the place of a booking's window that staff are about to promise, in the caller's transaction: its engineer's time, or a place in
 * the plan where no one has it yet. A window that can't be kept must be confirmed. Returns what the history adds to the act: '' or ',
 * although …'. Throws `AnswerNeeded` unless `confirmed` has the questions' words.
 */
export async function takeWindow(tx: Transaction<Tables>, booking: Booking, now: Date, confirmed?: string): Promise<string> {
  const doubts = await doubtsAbout(tx, booking, now)
  requireAnswer(doubts, confirmed)
  return doubts.length > 0 ? `, despite this warning: ${doubts.join(' ')}` : ''
}

async function doubtsAbout(tx: Transaction<Tables>, booking: Booking, now: Date): Promise<string[]> {
  const { engineerId } = booking
  if (engineerId) {
    const { name } = await tx.selectFrom('engineers').select('name').where('id', '=', engineerId).executeTakeFirstOrThrow()
    return (await readDoubts(tx, booking, engineerId, now)).map((doubt) => `${name} ${doubt}.`)
  }
  const isFree = !(await lockPlan(tx, now)) || (await takePlace(tx, booking, now))
  return isFree ? [] : [nobodyFreeText(booking, now)]
}
