import type { Kysely } from 'kysely'
import { type CallOutcome, callOutcomes } from '#app/features/booking/call-outcomes.ts'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import type { Instant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { callAttempt, type DoorWait, doorWaitOf, type HeardOfWait } from './door-wait.ts'

/** The wait of a booking's engineer at the door, and the tries to contact the customer; undefined unless they are there. */
export async function readDoorWait(db: Kysely<Tables>, bookingId: string): Promise<DoorWait | undefined> {
  const booking = await db
    .selectFrom('bookings')
    .select(['status', 'promisedFrom', 'frozenTerms'])
    .where('id', '=', bookingId)
    .executeTakeFirst()
  if (booking?.status !== 'arrived') return undefined
  const arrival = await db
    .selectFrom('bookingEvents')
    .select('at')
    .where('bookingId', '=', bookingId)
    .where('toStatus', '=', 'arrived')
    .where('fromStatus', '!=', 'arrived')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!arrival) return undefined
  const attempts = await db
    .selectFrom('callAttempts')
    .select(['id', 'at', 'note'])
    .where('bookingId', '=', bookingId)
    .where('place', '=', 'door')
    .where('at', '>=', arrival.at)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return { ...doorWaitOf({ arrivedAt: arrival.at, promisedFrom: booking.promisedFrom }, frozenBilling(booking)), attempts }
}

/** Returns when we heard of a wait: a phone may report it long afterwards, and an arrival may be corrected to an earlier time. */
export async function readHeardOfWait(
  db: Kysely<Tables>,
  bookingId: string,
  { arrivedAt }: Pick<DoorWait, 'arrivedAt'>,
): Promise<HeardOfWait> {
  const reported = await db
    .selectFrom('engineerActs')
    .select(['kind', 'receivedAt'])
    .where('bookingId', '=', bookingId)
    .where('kind', 'in', ['arrived', callAttempt])
    .where('refusal', 'is', null)
    .where('receivedAt', '>=', arrivedAt)
    .execute()
  const { at: correctedAt } = await db
    .selectFrom('timeCorrections')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('bookingId', '=', bookingId)
    .where('what', '=', 'arrived')
    .where('at', '>=', arrivedAt)
    .whereRef('toAt', '<', 'fromAt')
    .executeTakeFirstOrThrow()
  const of = (kind: string) => reported.filter((act) => act.kind === kind).map(({ receivedAt }) => receivedAt)
  return { arrivalAt: [arrivedAt, ...of('arrived'), correctedAt ?? ''].toSorted().at(-1) ?? arrivedAt, triesAt: of(callAttempt) }
}

/** The calls to the customer of a booking. */
export interface Calls {
  /** The number of the engineer's tries to reach them from the door. */
  doorTries: number
  /** The number of calls that staff recorded, and the last one. */
  fromOffice: number
  last?: { at: Instant; outcome: CallOutcome }
}

/** The calls to the customers of some bookings; those without any are left out. */
export async function readCallsOf(db: Kysely<Tables>, bookingIds: readonly string[]): Promise<Map<string, Calls>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('callAttempts')
    .select(['bookingId', 'place', 'at', 'outcome'])
    .where('bookingId', 'in', bookingIds)
    .orderBy('id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ bookingId }) => bookingId)].map(([bookingId, own]) => {
      const calls = own.filter(({ place }) => place === 'office')
      return [bookingId, { doorTries: own.length - calls.length, fromOffice: calls.length, last: calls.at(-1) }]
    }),
  )
}

/** Calls to a customer and tries from the door, as staff read them in a booking's history. */
export async function readTryHistory(db: Kysely<Tables>, bookingId: string) {
  const rows = await db
    .selectFrom('callAttempts')
    .select(['id', 'at', 'actor', 'note', 'place', 'outcome'])
    .where('bookingId', '=', bookingId)
    .limit(100)
    .execute()
  return rows.map(({ note, place, outcome, ...row }) => ({
    ...row,
    what: `${place === 'office' ? callOutcomes[outcome].past : 'tried to reach the customer at the door'}${note ? `: ${note}` : ''}`,
  }))
}
