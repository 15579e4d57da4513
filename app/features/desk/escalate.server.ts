import type { ExpressionBuilder, Kysely, Selectable, Transaction } from 'kysely'
import { type AlertDevice, readAlertDevices } from '#app/features/accounts/push-subscriptions.server.ts'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { nearMs, statusesAt } from '#app/features/booking/lifecycle.ts'
import { isWithoutEngineer } from '#app/features/booking/read-booking.server.ts'
import { readWorkingHours } from '#app/features/capacity/read-working-hours.server.ts'
import { callsArrive } from '#app/platform/calls.ts'
import { spokenTimeAt } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { textsArrive } from '#app/platform/texts.ts'
import { days, hours, type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { idFrom, newId } from '#app/values/ids.ts'
import type { ReachAttemptsTable } from '#db/tables/desk.ts'
import type { Tables } from '#db/tables.ts'
import { type Escalable, nextReach, type Reach, reachSteps, rungsReached } from './rungs.ts'

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
    .where(({ or, and, eb, exists }) =>
      or([
        eb('bookings.createdAt', '>', later(now, -lookBackMs)),
        exists(timesChanged(eb).select('bookingEvents.id').where('bookingEvents.at', '>', later(now, -lookBackMs))),
        isWithoutEngineer(eb, now),
        and([eb('promisedUntil', '>=', toInstant(now)), eb('promisedUntil', '<=', later(now, lookAheadMs))]),
        and([eb('acceptedAt', 'is', null), eb('promisedUntil', '>', toInstant(now)), eb('promisedFrom', '<=', later(now, nearMs))]),
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
  const people = due.some((booking) => reachSteps(booking, now).length > 0) ? await readPeople(services, now) : noPeople
  let count = 0
  for (const booking of due) {
    const keys = [
      ...rungsReached(booking, now).map(({ key }) => key),
      ...triesOf(services, { booking, people, now }).map(({ step, personId, channel }) => `${step} ${personId} ${channel}`),
    ]
    if (keys.some((key) => !known.has(`${booking.id} ${key}`))) count += await climb(services, booking.id, people)
  }
  return count
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
  const person = [...people.onDuty, ...people.next, ...people.owners].find((each) => each.id === personId)
  return (person?.devices ?? []).map((each) => ({ ...job, id: idFrom(id, each.device), payload: { ...job.payload, ...each } }))
}

type Try = Pick<Selectable<ReachAttemptsTable>, 'step' | 'person' | 'personId' | 'channel'>

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

/** Someone who can be reached about a job. */
interface Person {
  person: 'engineer' | 'owner'
  id: string
  /** E.164, or empty. */
  phone: string
  email: string | null
  isGasSafe: boolean
  devices: readonly AlertDevice[]
}

interface People {
  onDuty: readonly Person[]
  /** In the order in which their hours begin; on-call hours first. */
  next: readonly Person[]
  /** The oldest account first. */
  owners: readonly Person[]
}

const noPeople: People = { onDuty: [], next: [], owners: [] }

/** Who is on shift or on call at `now`, who will be within a day, and the owners. */
async function readPeople({ db }: Pick<Services, 'db'>, now: Date): Promise<People> {
  const worked = (await readWorkingHours(db, toInstant(now), later(now, days(1)))).filter(({ isSample }) => !isSample)
  const isOn = ({ startsAt }: { startsAt: Instant }) => startsAt <= toInstant(now)
  const upcoming = worked.filter((each) => !isOn(each))
  const ids = (of: typeof worked) => [...new Set(of.map(({ engineerId }) => engineerId))]
  const onDuty = ids(worked.filter(isOn))
  const next = ids([...upcoming.filter(({ kind }) => kind === 'on-call'), ...upcoming]).filter((id) => !onDuty.includes(id))
  const engineers = await db
    .selectFrom('engineers')
    .leftJoin('authUsers', 'authUsers.id', 'engineers.userId')
    .select(['engineers.id', 'engineers.phone', 'email', 'gasSafeNumber', 'userId'])
    .where('engineers.id', 'in', [...onDuty, ...next, ''])
    .execute()
  const owners = await db
    .selectFrom('authUsers')
    .select(['id', 'phone', 'email'])
    .where('role', '=', 'owner')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const devices = await readAlertDevices(db, [...engineers.flatMap(({ userId }) => userId ?? []), ...owners.map(({ id }) => id)])
  const devicesOf = (id: string | null) => devices.filter(({ userId }) => userId === id)
  const byId = new Map(
    engineers.map(({ gasSafeNumber, userId, ...each }) => [
      each.id,
      { person: 'engineer', ...each, isGasSafe: gasSafeNumber !== null, devices: devicesOf(userId) } satisfies Person,
    ]),
  )
  return {
    onDuty: onDuty.flatMap((id) => byId.get(id) ?? []),
    next: next.flatMap((id) => byId.get(id) ?? []),
    owners: owners.map((each) => ({ person: 'owner', ...each, isGasSafe: false, devices: devicesOf(each.id) })),
  }
}

/** The tries that are due for a booking. With no one on duty, who is next is reached first. */
function triesOf(
  { config }: Pick<Services, 'config'>,
  { booking, people, now }: { booking: Escalable & { service: string }; people: People; now: Date },
): Try[] {
  const mayDoIt = ({ isGasSafe }: Person) => isGasSafe || !needsGasSafe(booking)
  const [onDuty, next, owners] = [people.onDuty.filter(mayDoIt), people.next.filter(mayDoIt).slice(0, 1), people.owners]
  const whoIs = {
    on_duty: onDuty.length > 0 ? onDuty : next,
    next: onDuty.length > 0 ? next : [],
    owner: owners.slice(0, 1),
    second_owner: owners.slice(1, 2),
  }
  const reaches = (channel: Try['channel'], { person, phone, email, devices }: Person): boolean => {
    if (channel === 'push') return devices.length > 0
    if (channel === 'text') return phone !== '' && textsArrive({ config })
    if (channel === 'call') return phone !== '' && callsArrive({ config })
    return email !== null && person === 'engineer'
  }
  return reachSteps(booking, now).flatMap(({ key, reaches: each }) =>
    each.flatMap(({ who, by }) =>
      whoIs[who].flatMap((person) =>
        by
          .filter((channel) => reaches(channel, person))
          .map((channel) => ({ step: key, person: person.person, personId: person.id, channel })),
      ),
    ),
  )
}

/** `Escalable` of bookings that a customer waits for. */
const selectEscalable = (db: Kysely<Tables>) =>
  db
    .selectFrom('bookings')
    .select(['status', 'serviceLevel', 'channel', 'engineerId', 'promisedFrom', 'promisedUntil', 'bookings.createdAt', 'acceptedAt'])
    .select(['calledAt', 'callSettledAt', 'dangers', 'vulnerableOccupant', 'toAgree', 'suspectedSpam'])
    .select((eb) => [
      eb
        .selectFrom('payments')
        .select(({ eb: payment, ref }) =>
          payment.case().when('paidAt', '<', ref('recordedAt')).then(ref('paidAt')).else(ref('recordedAt')).end().as('at'),
        )
        .whereRef('payments.bookingId', '=', 'bookings.id')
        .where('payments.outcome', '=', 'confirmed')
        .where('payments.billId', 'is', null)
        .limit(1)
        .as('paidAt'),
      timesChanged(eb)
        .select(({ fn }) => fn.max('bookingEvents.at').as('at'))
        .as('movedAt'),
    ])
    .where('status', 'in', statusesAt('waiting', 'accepted', 'on_the_way'))
    .where('erasedAt', 'is', null)

/** The changes of a booking's time, inside a query of bookings. */
const timesChanged = (eb: ExpressionBuilder<Tables, 'bookings'>) =>
  eb.selectFrom('bookingEvents').whereRef('bookingEvents.bookingId', '=', 'bookings.id').where('bookingEvents.kind', '=', 'rescheduled')

const who: Record<Reach['who'], string> = {
  on_duty: 'engineers on shift or on call',
  next: 'the next engineer on call',
  owner: 'the owner',
  second_owner: 'the second owner',
}

/** Who is reached next about a job that no engineer has, and when: 'At 5.02am: calls to the owner'. */
export async function readNextReach({ db, clock }: Pick<Services, 'db' | 'clock'>, bookingId: string): Promise<string | undefined> {
  const facts = await selectEscalable(db).where('bookings.id', '=', bookingId).executeTakeFirst()
  const next = facts && nextReach(facts, clock.now())
  return next && `At ${spokenTimeAt(next.at)} we’ll try ${listed([...new Set(next.reaches.map((each) => who[each.who]))])}.`
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names)
