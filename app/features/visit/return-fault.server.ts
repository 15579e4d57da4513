import type { Kysely, Transaction } from 'kysely'
import { actOnBooking, type Change } from '#app/features/booking/act-on-booking.server.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { longDayText } from '#app/values/day.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { actByEngineer, type OwnAct } from './act-by-engineer.server.ts'
import { readFittedParts } from './awaited-parts.server.ts'
import { faultKind, faultText, needsAnswer, type ReturnView, readFault } from './return-fault.ts'

/** Returns a booking's view as a free return visit; undefined if it isn't one. */
export async function readReturnView(
  db: Kysely<Tables>,
  { id, returnOf }: Pick<Booking, 'id' | 'returnOf'>,
): Promise<ReturnView | undefined> {
  if (!returnOf) return undefined
  const first = await db
    .selectFrom('bookings')
    .select(['reference', 'service', 'promisedFrom'])
    .where('id', '=', returnOf)
    .executeTakeFirstOrThrow()
  const last = await readLast(db, id)
  return {
    first: `${first.reference}, ${longDayText(londonDay(first.promisedFrom))}, ${first.service}`,
    parts: (await readFittedParts(db, id)).map(({ name }) => name),
    ...(last && { answer: { isSameFault: last.isSameFault === 1, reason: last.reason } }),
  }
}

const readLast = (db: Kysely<Tables>, bookingId: string) =>
  db.selectFrom('returnFaults').selectAll().where('bookingId', '=', bookingId).orderBy('id', 'desc').executeTakeFirst()

/** Returns true if a booking is a free return visit whose fault no one has recorded. */
export const needsFaultAnswer = async (db: Kysely<Tables>, booking: Pick<Booking, 'id' | 'returnOf'>): Promise<boolean> =>
  needsAnswer(await readReturnView(db, booking))

/**
 * Records an engineer's answer at the door of a free return visit. Throws `InvalidEntry`, `StepRefused` if it is no return visit or they
 * aren't there, and the errors of `actByEngineer`.
 */
export async function sayFault(services: Services, { seen: _, ...act }: OwnAct, typed: (name: string) => string): Promise<void> {
  const answer = answerIn(typed)
  await actByEngineer(services, { ...act, kind: faultKind }, async (tx, { booking, at }) => {
    if (booking.status !== 'arrived') throw new StepRefused('Tap ‘I’ve arrived’ first.')
    return answerChange(tx, booking, { answer, at, actor: act.userId })
  })
}

/**
 * Corrects the answer, for staff, at any time after the engineer has arrived. Saying the same again changes nothing. Throws `InvalidEntry`,
 * `StepRefused` or `BookingNotFound`.
 */
export async function correctFault(
  services: Services,
  { bookingId, staffId }: { bookingId: string; staffId: string },
  typed: (name: string) => string,
): Promise<void> {
  const answer = answerIn(typed)
  await actOnBooking(services, { bookingId, actor: staffId }, (tx, { booking, now }) =>
    answerChange(tx, booking, { answer, at: toInstant(now), actor: staffId }),
  )
}

function answerIn(typed: (name: string) => string) {
  const read = readFault(typed)
  if ('problems' in read) throw new InvalidEntry(read.problems)
  return read.answer
}

async function answerChange(
  tx: Transaction<Tables>,
  booking: Booking,
  { answer, at, actor }: { answer: NonNullable<ReturnView['answer']>; at: Instant; actor: string },
): Promise<Change | undefined> {
  if (!booking.returnOf || booking.erasedAt) throw new StepRefused('This isn’t a free return visit.')
  const last = await readLast(tx, booking.id)
  const isSameFault = answer.isSameFault ? (1 as const) : (0 as const)
  if (last?.isSameFault === isSameFault && last.reason === answer.reason) return undefined
  const row = { id: newId(), bookingId: booking.id, isSameFault, reason: answer.reason, at, actor }
  await tx.insertInto('returnFaults').values(row).execute()
  return { action: 'booking.fault', detail: { isSameFault: answer.isSameFault } }
}

/** The answers about a booking, as staff read them in its history. */
export async function readFaultHistory(db: Kysely<Tables>, bookingId: string) {
  const rows = await db.selectFrom('returnFaults').selectAll().where('bookingId', '=', bookingId).orderBy('id').execute()
  return rows.map(({ id, at, actor, isSameFault, reason }) => ({
    ...{ id, at, actor },
    what: `said about the return visit: ${faultText({ isSameFault: isSameFault === 1, reason })}`,
  }))
}
