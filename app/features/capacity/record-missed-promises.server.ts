import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import { actOnBooking, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { dispatchedStatuses, notAJobStatuses, statusesAt } from '#app/features/booking/lifecycle.ts'
import { feePaidAt, readPaidFee } from '#app/features/payments/paid-fee.server.ts'
import { refundBooking } from '#app/features/payments/refund.server.ts'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import { eachApart } from '#app/platform/each-apart.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { days, hours, later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { isOfThisVisit, type MissedPromise, missedPromises, missedText, type PromiseFacts } from './missed-promises.ts'

/** Longer than any outage: older promises are for a person. */
const lookBackMs = days(7)
/** An older overdue call helps no one. */
const callLookBackMs = days(1)
/** The longest arrival window. */
const longestWindowMs = hours(12)

/**
 * Chore: writes a row for each missed promise, with what the customer gets for it: nothing for the call; the Red Line fee for the dispatch,
 * refunded if paid and otherwise waived; for the window, what the booking's terms promise. One announcement for those of a booking found
 * together. Each is written once, however many instances there are. Returns how many bookings there were.
 */
export async function recordMissedPromises(services: Services): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  const found = (await readCandidates(db, now)).map((facts) => ({ ...facts, missed: missedPromises(facts, now) }))
  const late = found.filter(({ missed }) => missed.length > 0)
  const recorded = await readRecorded(
    db,
    late.map(({ id }) => id),
  )
  const isNew = ({ missed, ...facts }: (typeof late)[number]) => missed.some(isNewAmong(recorded.get(facts.id), facts))
  return eachApart(late.filter(isNew), ({ id }) => recordMissed(services, id))
}

/** Each promise has one row per visit, even if its window has changed. */
const isNewAmong = (recorded: readonly MissedPromise[] = [], facts: Pick<PromiseFacts, 'visitAgreedAt'>) => {
  const isOfNow = isOfThisVisit(facts)
  return ({ promise, missedAt }: MissedPromise): boolean =>
    !recorded.some((each) => each.promise === promise && (each.missedAt === missedAt || isOfNow(each)))
}

/** The promises that already have rows, withdrawn ones included, by booking. */
async function readRecorded(db: Kysely<Tables>, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return new Map<string, MissedPromise[]>()
  const rows = await db.selectFrom('credits').select(['bookingId', 'promise', 'missedAt']).where('bookingId', 'in', bookingIds).execute()
  return Map.groupBy(rows, ({ bookingId }) => bookingId)
}

const recordMissed = async (services: Services, bookingId: string): Promise<boolean> =>
  (await actOnBooking<true>(services, { bookingId, actor: 'system' }, async (tx, locked) => {
    const { detail, announces } = await writeMissed(services, tx, locked)
    if (announces.length === 0) return undefined
    return { isUnseen: true, action: 'booking.miss-promise', detail, announces, result: true }
  })) ?? false

/**
 * Writes the missed promises of a locked booking that have no row yet, in the caller's transaction: for the chore, and before a window is
 * replaced by one with its own promise. Returns the details for the audit log, and the announcement; nothing if there are none.
 */
export async function writeMissed(services: Services, tx: Transaction<Tables>, locked: LockedBooking) {
  const { booking, now } = locked
  const facts = await selectFacts(tx).where('bookings.id', '=', booking.id).executeTakeFirstOrThrow()
  const recorded = await readRecorded(tx, [booking.id])
  const missed = missedPromises(facts, now).filter(isNewAmong(recorded.get(booking.id), facts))
  const credits = []
  for (const each of missed) credits.push({ id: newId(), bookingId: booking.id, ...(await creditFor(services, tx, locked, each)) })
  const [first] = credits
  if (!first) return { detail: {}, announces: [] }
  await tx
    .insertInto('credits')
    .values(credits.map((credit) => ({ ...credit, createdAt: toInstant(now) })))
    .execute()
  return {
    detail: Object.fromEntries(credits.map(({ promise, amountPence }) => [`${promise}Pence`, amountPence])),
    announces: [
      { occasion: 'late' as const, id: first.id },
      ...credits.flatMap(({ refundId }) => (refundId ? [{ occasion: 'money_returned' as const, id: refundId }] : [])),
    ],
  }
}

/** Returns the customer's compensation for a missed promise, with its refund if it is paid as one. */
async function creditFor(services: Services, tx: Transaction<Tables>, { booking }: LockedBooking, missed: MissedPromise) {
  const credit = { ...missed, reason: missedText(booking, missed.promise), refundId: null }
  if (missed.promise === 'call') return { ...credit, amountPence: 0 }
  if (missed.promise === 'window') return { ...credit, amountPence: frozenBilling(booking).lateArrivalCreditPence }
  const fee = await readPaidFee(tx, booking.id)
  if (!fee) return { ...credit, amountPence: booking.priorityFeePence }
  const refundId = await refundBooking(services, tx, booking.id, { amountPence: fee.leftPence, reason: 'not_dispatched' })
  return { ...credit, refundId: refundId ?? null, amountPence: refundId ? fee.leftPence : 0 }
}

/**
 * The bookings that may have missed something: those that no one has called, Red Line, and windows that have ended without an arrival; by
 * indexes, however many bookings there are.
 */
const readCandidates = (db: Kysely<Tables>, now: Date) =>
  selectFacts(db)
    .select('bookings.id')
    .where('bookings.status', 'not in', notAJobStatuses)
    .where('bookings.erasedAt', 'is', null)
    .where(({ or, and, eb, not, exists }) => {
      const since = later(now, -lookBackMs)
      return or([
        and([eb('bookings.callSettledAt', 'is', null), eb('bookings.createdAt', '>', later(now, -callLookBackMs))]),
        and([eb('bookings.serviceLevel', '=', 'redline'), eb('bookings.createdAt', '>', since)]),
        and([
          eb('bookings.promisedFrom', '>', later(since, -longestWindowMs)),
          eb('bookings.promisedUntil', '<', toInstant(now)),
          not(exists(arrivals(eb).select('bookingEvents.id').whereRef('bookingEvents.at', '<=', 'bookings.promisedUntil'))),
        ]),
        and([eb('bookings.lateAfter', '>', since), eb('bookings.lateAfter', '<', toInstant(now))]),
      ])
    })
    .execute()

const onSite = statusesAt('on_site', 'visited')

/** `PromiseFacts` of bookings. */
const selectFacts = (db: Kysely<Tables>) =>
  db
    .selectFrom('bookings')
    .select(['status', 'serviceLevel', 'channel', 'promisedUntil', 'lateAfter', 'visitAgreedAt', 'bookings.createdAt'])
    .select(['calledAt', 'callSettledAt', 'dangers', 'vulnerableOccupant', 'toAgree'])
    .select((eb) => [
      firstOf(stepsTo(eb, dispatchedStatuses)).as('setOutAt'),
      firstOf(arrivals(eb)).as('arrivedAt'),
      feePaidAt(eb).as('paidAt'),
    ])

const eventsOf = (eb: ExpressionBuilder<Tables, 'bookings'>) =>
  eb.selectFrom('bookingEvents').whereRef('bookingEvents.bookingId', '=', 'bookings.id')

const stepsTo = (eb: ExpressionBuilder<Tables, 'bookings'>, statuses: readonly BookingStatus[]) =>
  eventsOf(eb).where('bookingEvents.kind', '=', 'status').where('bookingEvents.toStatus', 'in', statuses)

/** The present visit's arrivals: events before its window was agreed belong to an earlier visit. */
const arrivals = (eb: ExpressionBuilder<Tables, 'bookings'>) =>
  stepsTo(eb, onSite).where(({ or, eb: event, ref }) =>
    or([event('bookings.visitAgreedAt', 'is', null), event('bookingEvents.at', '>', ref('bookings.visitAgreedAt'))]),
  )

const firstOf = (events: ReturnType<typeof eventsOf>) => events.select(({ fn }) => fn.min('bookingEvents.at').as('at'))
