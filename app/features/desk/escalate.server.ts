import type { ExpressionBuilder, Kysely, Selectable, Transaction } from 'kysely'
import { nameOf } from '#app/features/accounts/account-rows.ts'
import { type AlertDevice, readAlertDevices } from '#app/features/accounts/push-subscriptions.server.ts'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { nearMs, statusesAt } from '#app/features/booking/lifecycle.ts'
import { isWithoutEngineer } from '#app/features/booking/read-booking.server.ts'
import { readDeskHours, readWorkingHours } from '#app/features/capacity/read-working-hours.server.ts'
import { callsArrive } from '#app/platform/calls.ts'
import { spokenTimeAt } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { textsArrive } from '#app/platform/texts.ts'
import { days, hours, type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { idFrom, newId } from '#app/values/ids.ts'
import type { ReachAttemptsTable } from '#db/tables/desk.ts'
import type { Tables } from '#db/tables.ts'
import { type Escalable, nextReaches, type Reach, reachSteps, rungsReached } from './rungs.ts'
import { shortName } from './wall-view.ts'

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
  let count = 0
  const failures: unknown[] = []
  for (const booking of due) {
    const keys = [
      ...rungsReached(booking, now).map(({ key }) => key),
      ...triesOf(services, { booking, people, now }).map(({ step, personId, channel }) => `${step} ${personId} ${channel}`),
    ]
    if (keys.every((key) => known.has(`${booking.id} ${key}`))) continue
    // A booking whose steps can't be taken doesn't hold up the others.
    count += await climb(services, booking.id, people).catch((error) => failures.push(error) && 0)
  }
  if (failures.length > 0) throw new AggregateError(failures, `The steps of ${failures.length} of ${due.length} bookings couldn’t be taken`)
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
  const person = [...people.onDuty, ...people.next, ...people.desk, ...people.owners].find((each) => each.id === personId)
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
  person: Try['person']
  id: string
  /** 'Dan O.': without a surname, since wall screens show it. */
  name: string
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
  /** On the desk's rota: none if there is no such rota. */
  desk: readonly Person[]
  /** The oldest account first. */
  owners: readonly Person[]
}

const noPeople: People = { onDuty: [], next: [], desk: [], owners: [] }

/**
 * Everyone who may be reached from `now` on, in a few queries however many jobs wait: returns who is on shift or on call at an instant within
 * the day, who will be within the day, and the owners.
 */
async function readReachable({ db }: Pick<Services, 'db'>, now: Date): Promise<(at: Date) => People> {
  const [from, until] = [toInstant(now), later(now, days(1))]
  const worked = (await readWorkingHours(db, from, until)).filter(({ isSample }) => !isSample)
  const deskHours = await readDeskHours(db, from, until)
  const engineers = await db
    .selectFrom('engineers')
    .leftJoin('authUsers', 'authUsers.id', 'engineers.userId')
    .select(['engineers.id', 'engineers.name', 'engineers.phone', 'email', 'gasSafeNumber', 'userId'])
    .where('engineers.id', 'in', [...new Set(worked.map(({ engineerId }) => engineerId)), ''])
    .execute()
  const users = await db
    .selectFrom('authUsers')
    .select(['id', 'phone', 'email', 'userMetadata', 'role'])
    .where((eb) => eb.or([eb('role', '=', 'owner'), eb('id', 'in', [...new Set(deskHours.map(({ personId }) => personId)), ''])]))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const devices = await readAlertDevices(
    db,
    [...engineers.flatMap(({ userId }) => userId ?? []), ...users.map(({ id }) => id)],
    'open_jobs',
  )
  const devicesOf = (id: string | null) => devices.filter(({ userId }) => userId === id)
  const byId = new Map(
    engineers.map(({ gasSafeNumber, userId, name, ...each }) => [
      each.id,
      {
        person: 'engineer',
        ...each,
        name: shortName(name),
        isGasSafe: gasSafeNumber !== null,
        devices: devicesOf(userId),
      } satisfies Person,
    ]),
  )
  const staff = users.map(({ userMetadata, role, ...each }) => {
    const name = shortName(nameOf({ userMetadata, email: null })) || (role === 'owner' ? 'the owner' : 'a dispatcher')
    return { ...each, name, role, isGasSafe: false, devices: devicesOf(each.id) }
  })
  const owners = staff.filter(({ role }) => role === 'owner').map((each) => ({ ...each, person: 'owner' as const }))
  return (at) => {
    const isOn = ({ startsAt, endsAt }: { startsAt: Instant; endsAt: Instant }) => startsAt <= toInstant(at) && endsAt > toInstant(at)
    const upcoming = worked.filter(({ startsAt }) => startsAt > toInstant(at))
    const ids = (of: typeof worked) => [...new Set(of.map(({ engineerId }) => engineerId))]
    const onDuty = ids(worked.filter(isOn))
    const next = ids([...upcoming.filter(({ kind }) => kind === 'on-call'), ...upcoming]).filter((id) => !onDuty.includes(id))
    const onDesk = new Set(deskHours.filter(isOn).map(({ personId }) => personId))
    return {
      onDuty: onDuty.flatMap((id) => byId.get(id) ?? []),
      next: next.flatMap((id) => byId.get(id) ?? []),
      desk: staff.filter(({ id }) => onDesk.has(id)).map((each) => ({ ...each, person: 'desk' as const })),
      owners,
    }
  }
}

/** The tries that are due for a booking. */
const triesOf = (services: Pick<Services, 'config'>, { booking, people, now }: { booking: Climbing; people: People; now: Date }): Try[] =>
  reachSteps(booking, now).flatMap(({ key, reaches }) =>
    triesAt(services, { booking, people, reaches }).map(({ person: { person, id: personId }, channel }) => ({
      ...{ step: key, person, personId, channel },
    })),
  )

type Climbing = Escalable & { service: string }

/** The people of a step, and the channels that reach them. With no one on duty, who is next is reached first. */
function triesAt(
  { config }: Pick<Services, 'config'>,
  { booking, people, reaches: steps }: { booking: Climbing; people: People; reaches: readonly Reach[] },
): { person: Person; channel: Try['channel'] }[] {
  const mayDoIt = ({ isGasSafe }: Person) => isGasSafe || !needsGasSafe(booking)
  const [onDuty, next, owners] = [people.onDuty.filter(mayDoIt), people.next.filter(mayDoIt).slice(0, 1), people.owners]
  const whoIs = {
    on_duty: onDuty.length > 0 ? onDuty : next,
    desk: people.desk,
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
  return steps.flatMap(({ who, by }) =>
    whoIs[who].flatMap((person) => by.filter((channel) => reaches(channel, person)).map((channel) => ({ person, channel }))),
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

/** Inside a query of bookings: those that may be climbing. */
const mayClimb = (eb: ExpressionBuilder<Tables, 'bookings'>, now: Date) =>
  eb.or([
    isWithoutEngineer(eb, now),
    eb.and([eb('acceptedAt', 'is', null), eb('promisedUntil', '>', toInstant(now)), eb('promisedFrom', '<=', later(now, nearMs))]),
  ])

/** Returns true if the ladder reaches people about a booking now. */
export async function isClimbing(db: Kysely<Tables>, bookingId: string, now: Date): Promise<boolean> {
  const facts = await selectEscalable(db).where('bookings.id', '=', bookingId).executeTakeFirst()
  return facts !== undefined && reachSteps(facts, now).length > 0
}

/** What comes next for a job that no engineer has: 'Next: call to Dan O., 3.05am.', and '2 people tried.', or ''. */
export interface NextReach {
  text: string
  tried: string
}

/** Who is reached next about each of some bookings that climb, by their ids; in the same number of queries however many climb. */
export async function readNextReaches(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  ids: readonly string[],
): Promise<Map<string, NextReach>> {
  const { db, clock } = services
  const now = clock.now()
  if (ids.length === 0) return new Map()
  const found = await selectEscalable(db)
    .select(['bookings.id', 'service'])
    .where('bookings.id', 'in', ids)
    .where((eb) => mayClimb(eb, now))
    .execute()
  const climbing = found.filter((booking) => reachSteps(booking, now).length > 0)
  if (climbing.length === 0) return new Map()
  const peopleAt = await readReachable(services, now)
  const counts = await db
    .selectFrom('reachAttempts')
    .select(({ fn }) => ['bookingId', fn.count<number | string>('personId').distinct().as('people')])
    .where(
      'bookingId',
      'in',
      climbing.map(({ id }) => id),
    )
    .groupBy('bookingId')
    .execute()
  return new Map(
    climbing.map((booking) => {
      const tried = Number(counts.find(({ bookingId }) => bookingId === booking.id)?.people ?? 0)
      const next = nextReaches(booking, now)
        .map(({ at, reaches }) => ({ at, tries: triesAt(services, { booking, people: peopleAt(new Date(at)), reaches }) }))
        .find(({ tries }) => tries.length > 0)
      const text = next ? `Next: ${whoText(next.tries)}, ${spokenTimeAt(next.at)}.` : 'No one else to try: call an engineer.'
      return [booking.id, { text, tried: tried > 0 ? `${tried}\u00a0${tried === 1 ? 'person' : 'people'} tried.` : '' }]
    }),
  )
}

const howWords = { call: 'call to', text: 'text to', push: 'alert to', email: 'email to' } as const
/** The surest first: it is the one that is named. */
const hows = ['call', 'text', 'push', 'email'] as const
const mostNames = 2

/** 'call to Dan O.', 'text to Dan O., Mia N. and 2 more'. */
function whoText(tries: readonly { person: Person; channel: Try['channel'] }[]): string {
  const how = hows.find((each) => tries.some(({ channel }) => channel === each)) ?? 'email'
  const names = [...new Map(tries.filter(({ channel }) => channel === how).map(({ person }) => [person.id, person.name])).values()]
  const more = names.length - mostNames
  return `${howWords[how]} ${listed(more > 0 ? [...names.slice(0, mostNames), `${more} more`] : names)}`
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names)
