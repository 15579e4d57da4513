import type { Transaction } from 'kysely'
import type { Refusal } from '#app/platform/errors.ts'
import { lockTurns, type RateLimit, secondsToWait, takeTurn } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { type Booking, type BookingEvent, readHistory } from './reads.server.ts'
import { BookingNotFound, TooManySubmits } from './schema.ts'

/*
 * What every act of a customer on a booking has in common. Whoever calls has checked that the actor may act on it: the private link
 * names it, or the booking is the user's own.
 */

export interface Act {
  bookingId: string
  /** 'customer' by the private link, or the id of the user. */
  actor: string
  /** Keyed hash of the client's address, for limits. */
  clientKey: string
}

/** A booking with its history, as it stands inside the transaction. */
export interface Standing {
  booking: Booking
  events: BookingEvent[]
  now: Date
}

/** What an act comes to: done, done before by the same press, refused, or overtaken by somebody else's while it was on its way. */
export type Acted<Done> = { done: Done } | { refused: Refusal } | 'overtaken'

/**
 * Takes a turn under each limit and does `act` in one transaction. An act overtaken by another looks at the booking once more: it then
 * finds itself done already, or refuses, so two at once never overwrite each other. Throws what it is refused with, `TooManySubmits` or
 * `BookingNotFound`; a turn stays taken.
 */
export async function inTurn<Done>(
  services: Services,
  { bookingId, limits }: { bookingId: string; limits: readonly (readonly [RateLimit, string])[] },
  act: (tx: Transaction<Tables>, standing: Standing) => Promise<Acted<Done>>,
): Promise<Done> {
  const acted = await services.db.transaction().execute(async (tx) => {
    const now = services.clock.now()
    const waitSeconds = await takeTurns(tx, limits, now, services.config.rateLimitScale)
    if (waitSeconds > 0) return { refused: new TooManySubmits(waitSeconds) }
    for (let look = 1; look <= 5; look++) {
      const booking = await tx.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirst()
      if (!booking) return { refused: new BookingNotFound() }
      const outcome = await act(tx, { booking, events: await readHistory(tx, bookingId), now })
      if (outcome !== 'overtaken') return outcome
    }
    throw new Error('A booking changed five times while one act on it was under way')
  })
  if ('refused' in acted) throw acted.refused
  return acted.done
}

/** Seconds to wait; 0 when a turn was taken under every limit. All callers name their limits in the same order. */
async function takeTurns(tx: Transaction<Tables>, limits: readonly (readonly [RateLimit, string])[], now: Date, scale: number) {
  for (const [limit, key] of limits) {
    const turns = await lockTurns(tx, limit, key, now)
    const waitSeconds = secondsToWait(limit, turns, now, scale)
    if (waitSeconds > 0) return waitSeconds
    await takeTurn(tx, limit, key, turns, now, scale)
  }
  return 0
}
