import type { Kysely, Selectable, Transaction } from 'kysely'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { eachApart } from '#app/platform/each-apart.ts'
import type { Services } from '#app/platform/services.ts'
import { days, hours, later, minutes, toInstant } from '#app/values/clock.ts'
import { idFrom, newId } from '#app/values/ids.ts'
import type { ReachAttemptsTable } from '#db/tables/desk.ts'
import type { Tables } from '#db/tables.ts'
import { mayClimb, selectEscalable, timesChanged } from './ladder/escalable.server.ts'
import { noPeople, type People, readReachable, type Try, triesOf } from './ladder/reachable.server.ts'
import { reachSteps, rungsReached } from './rungs.ts'

/** Older than this, an alarm helps no one. */
const lookBackMs = days(1)
/** No window further ahead is nearly over. */
const lookAheadMs = minutes(60)

/** So long a job can be accepted by a link or a call. */
const offerMs = hours(4)

/**
 * Takes each rung of the ladder (`rungs.ts`) that a booking has reached, however many instances there are: alarms staff, owners and the
 * webhook, and reaches engineers and owners about a job that no engineer has. Returns the number of alarms.
 */
export async function escalate(services: Services): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  const found = await selectEscalable(db)
    .select(['bookings.id', 'service'])
    .where((eb) =>
      eb.or([
        eb('bookings.createdAt', '>', later(now, -lookBackMs)),
        eb.exists(timesChanged(eb).select('bookingEvents.id').where('bookingEvents.at', '>', later(now, -lookBackMs))),
        eb.and([eb('promisedUntil', '>=', toInstant(now)), eb('promisedUntil', '<=', later(now, lookAheadMs))]),
        mayClimb(eb, now),
      ]),
    )
    .execute()
  const due = found.filter((booking) => rungsReached(booking, now).length > 0 || reachSteps(booking, now).length > 0)
  if (due.length === 0) return 0
  const ids = due.map(({ id }) => id)
  const recorded = await db.selectFrom('escalations').select(['bookingId', 'rung']).where('bookingId', 'in', ids).execute()
  const tried = await db
    .selectFrom('reachAttempts')
    .select(['bookingId', 'step', 'personId', 'channel'])
    .where('bookingId', 'in', ids)
    .execute()
  const known = new Set([
    ...recorded.map(({ bookingId, rung }) => `${bookingId} ${rung}`),
    ...tried.map(({ bookingId, step, personId, channel }) => `${bookingId} ${step} ${personId} ${channel}`),
  ])
  const people = due.some((booking) => reachSteps(booking, now).length > 0) ? (await readReachable(services, now))(now) : noPeople
  return eachApart(due, async (booking) => {
    const keys = [
      ...rungsReached(booking, now).map(({ key }) => key),
      ...triesOf(services, { booking, people, now }).map(({ step, personId, channel }) => `${step} ${personId} ${channel}`),
    ]
    return !keys.every((key) => known.has(`${booking.id} ${key}`)) && climb(services, booking.id, people)
  })
}

/** Takes the rungs that a booking has reached. Returns the number of alarms. */
const climb = async (services: Services, bookingId: string, people: People): Promise<number> =>
  (await actOnBooking<number>(services, { bookingId, actor: 'system' }, async (tx, { booking, now }) => {
    const facts = await selectEscalable(tx).where('bookings.id', '=', bookingId).executeTakeFirst()
    const alarms: string[] = []
    for (const { key: rung, text } of facts ? rungsReached(facts, now) : []) {
      const raised = await tx
        .insertInto('escalations')
        .values({ id: newId(), bookingId, rung, at: toInstant(now), text })
        .onConflict((conflict) => conflict.columns(['bookingId', 'rung']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (raised) alarms.push(raised.id)
    }
    const tries = facts ? triesOf(services, { booking: { ...booking, ...facts }, people, now }) : []
    const made = await recordTries(tx, bookingId, tries, now)
    if (alarms.length + made.length === 0) return undefined
    return {
      ...(alarms.length > 0 && { set: { escalatedAt: booking.escalatedAt ?? toInstant(now) } }),
      isUnseen: true,
      event: 'none',
      announces: alarms.map((id) => ({ occasion: 'escalated' as const, id })),
      jobs: made.flatMap((attempt) => jobsOf(bookingId, attempt, people)),
      result: alarms.length,
    }
  })) ?? 0

/** The jobs of a try: one, or one for each device with alerts. */
function jobsOf(
  bookingId: string,
  { id, channel, personId }: Pick<Selectable<ReachAttemptsTable>, 'id' | 'channel' | 'personId'>,
  people: People,
) {
  const job = { kind: `open-job-${channel}`, payload: { bookingId, attemptId: id } }
  if (channel !== 'push') return [{ id, ...job }]
  const person = [...people.onDuty, ...people.next, ...people.desk, ...people.owners].find((each) => each.id === personId)
  return (person?.devices ?? []).map((each) => ({ ...job, id: idFrom(id, each.device), payload: { ...job.payload, ...each } }))
}

/** Records the tries that no one has made yet; returns those. */
async function recordTries(tx: Transaction<Tables>, bookingId: string, tries: readonly Try[], now: Date) {
  if (tries.length === 0) return []
  return tx
    .insertInto('reachAttempts')
    .values(tries.map((each) => ({ id: newId(), bookingId, ...each, at: toInstant(now), expiresAt: later(now, offerMs) })))
    .onConflict((conflict) => conflict.columns(['bookingId', 'step', 'personId', 'channel']).doNothing())
    .returning(['id', 'channel', 'personId'])
    .execute()
}

/** Returns true if the ladder reaches people about a booking now. */
export async function isClimbing(db: Kysely<Tables>, bookingId: string, now: Date): Promise<boolean> {
  const facts = await selectEscalable(db).where('bookings.id', '=', bookingId).executeTakeFirst()
  return facts !== undefined && reachSteps(facts, now).length > 0
}
