import type { Selectable } from 'kysely'
import { nameOf } from '#app/features/accounts/account-rows.ts'
import { type AlertDevice, readAlertDevices } from '#app/features/accounts/push-subscriptions.server.ts'
import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { readDeskHours, readWorkingHours } from '#app/features/capacity/read-working-hours.server.ts'
import { callsArrive } from '#app/platform/calls.ts'
import type { Services } from '#app/platform/services.ts'
import { textsArrive } from '#app/platform/texts.ts'
import { days, type Instant, later, toInstant } from '#app/values/clock.ts'
import type { ReachAttemptsTable } from '#db/tables/desk.ts'
import { type Escalable, type Reach, reachSteps } from '../rungs.ts'
import { shortName } from '../wall-view.ts'

/** A try to reach someone, before it is recorded. */
export type Try = Pick<Selectable<ReachAttemptsTable>, 'step' | 'person' | 'personId' | 'channel'>

/** Someone who can be reached about a job. */
export interface Person {
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

export interface People {
  onDuty: readonly Person[]
  /** In the order in which their hours begin; on-call hours first. */
  next: readonly Person[]
  /** On the desk's rota: none if there is no such rota. */
  desk: readonly Person[]
  /** The oldest account first. */
  owners: readonly Person[]
}

export const noPeople: People = { onDuty: [], next: [], desk: [], owners: [] }

/**
 * Everyone who may be reached from `now` on, in a few queries however many jobs wait: returns who is on shift or on call at an instant within
 * the day, who will be within the day, and the owners.
 */
export async function readReachable({ db }: Pick<Services, 'db'>, now: Date): Promise<(at: Date) => People> {
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
export const triesOf = (
  services: Pick<Services, 'config'>,
  { booking, people, now }: { booking: Climbing; people: People; now: Date },
): Try[] =>
  reachSteps(booking, now).flatMap(({ key, reaches }) =>
    triesAt(services, { booking, people, reaches }).map(({ person: { person, id: personId }, channel }) => ({
      ...{ step: key, person, personId, channel },
    })),
  )

type Climbing = Escalable & { service: string }

/** The people of a step, and the channels that reach them. With no one on duty, who is next is reached first. */
export function triesAt(
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
