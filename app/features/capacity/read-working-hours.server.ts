import type { Kysely, Selectable } from 'kysely'
import { londonDay } from '#app/platform/london.ts'
import { days, hours, type Instant, later, toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import type { AbsencesTable, ShiftsTable } from '#db/tables/capacity.ts'
import type { Tables } from '#db/tables.ts'
import type { Rota } from './rota-view.ts'
import { type Hours, uncovered, withoutAbsences } from './working-hours.ts'

/** Hours when an engineer works, or is on call. */
export interface WorkingHours extends Pick<Selectable<ShiftsTable>, 'startsAt' | 'endsAt' | 'kind'> {
  engineerId: string
  isGasSafe: boolean
  /** Sample hours, for display: they neither give nor take capacity. */
  isSample: boolean
}

/**
 * Working and on-call hours between two instants, oldest first: shifts that overlap that time, in full, without absences and without
 * engineers who have left. An absence inside a shift splits it.
 */
export async function readWorkingHours(db: Kysely<Tables>, from: Instant, until: Instant): Promise<WorkingHours[]> {
  const shifts = await shiftsTouching(db, from, until)
    .innerJoin('engineers', 'engineers.id', 'shifts.engineerId')
    .select(['personId', 'startsAt', 'endsAt', 'kind', 'gasSafeNumber', 'isSample'])
    .where('engineers.retiredAt', 'is', null)
    .execute()
  return (await presentOf(db, shifts, from, until)).map(({ personId, gasSafeNumber, isSample, ...hoursOf }) => ({
    ...{ ...hoursOf, engineerId: personId, isGasSafe: gasSafeNumber !== null, isSample: isSample === 1 },
  }))
}

/** The same for the desk, without samples and closed accounts. */
export async function readDeskHours(db: Kysely<Tables>, from: Instant, until: Instant) {
  const shifts = await shiftsTouching(db, from, until)
    .innerJoin('authUsers', 'authUsers.id', 'shifts.userId')
    .select(['personId', 'startsAt', 'endsAt', 'kind'])
    .where('role', '!=', 'customer')
    .where('isSample', '=', 0)
    .where((eb) => eb.or([eb('bannedUntil', 'is', null), eb('bannedUntil', '<=', from)]))
    .execute()
  return presentOf(db, shifts, from, until)
}

/** The people on the desk at an instant, with their hours. */
export const readOnDesk = (db: Kysely<Tables>, at: Date) => readDeskHours(db, toInstant(at), later(at, 1))

/** The same of either rota, without samples. */
export const readRotaHours = async (db: Kysely<Tables>, rota: Rota, from: Instant, until: Instant) =>
  rota === 'desk' ? readDeskHours(db, from, until) : (await readWorkingHours(db, from, until)).filter(({ isSample }) => !isSample)

/** Shifts with absences taken out, oldest first. */
async function presentOf<Shift extends Hours>(db: Kysely<Tables>, shifts: readonly Shift[], from: Instant, until: Instant) {
  if (shifts.length === 0) return []
  return withoutAbsences(shifts, await readAbsences(db, from, until))
    .filter(({ startsAt, endsAt }) => endsAt > from && startsAt < until)
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : a.startsAt > b.startsAt ? 1 : 0))
}

/** The hours of engineers on shift or on call at an instant, each engineer once. */
export async function readOnDuty(db: Kysely<Tables>, at: Date): Promise<WorkingHours[]> {
  const present = await readWorkingHours(db, toInstant(at), later(at, 1))
  return present.filter(({ engineerId }, index) => present.findIndex((each) => each.engineerId === engineerId) === index)
}

/**
 * On-call hours that no one works, from `now` until an instant: the engineer on call is away, or staff agreed to a hole when they removed
 * or changed hours. None a week after the last on-call hours: the firm has then given up being on call.
 */
export async function readOnCallHoles(db: Kysely<Tables>, now: Instant, until: Instant) {
  const planned = await shiftsTouching(db, now, until)
    .innerJoin('engineers', 'engineers.id', 'shifts.engineerId')
    .select(['startsAt', 'endsAt'])
    .where('kind', '=', 'on-call')
    .where('isSample', '=', 0)
    .where('engineers.retiredAt', 'is', null)
    .execute()
  const agreed = (await readAgreedHoles(db, now)).filter(({ startsAt, endsAt }) => startsAt < until && endsAt > now)
  if (planned.length + agreed.length === 0) return []
  const worked = (await readWorkingHours(db, now, later(until, longestMs))).filter(({ isSample }) => !isSample)
  return uncovered([...planned, ...agreed], worked, now)
}

/** On-call holes as an audit entry of an overruled rota has them, and back. */
export const holesText = (holes: readonly { startsAt: Instant; endsAt: Instant }[]): string =>
  holes.map(({ startsAt, endsAt }) => `${startsAt}/${endsAt}`).join(' ')

/** The holes that staff agreed to in the last year: removed hours leave no other trace. */
async function readAgreedHoles(db: Kysely<Tables>, now: Instant): Promise<{ startsAt: Instant; endsAt: Instant }[]> {
  const lastOnCall = await db
    .selectFrom('shifts')
    .innerJoin('engineers', 'engineers.id', 'shifts.engineerId')
    .select('shifts.id')
    .where('kind', '=', 'on-call')
    .where('isSample', '=', 0)
    .where('shifts.endsAt', '>', later(now, -days(7)))
    .limit(1)
    .executeTakeFirst()
  if (!lastOnCall) return []
  const entries = await db
    .selectFrom('auditLog')
    .select('detail')
    // By the index on the subject.
    .where('subject', 'in', (eb) => eb.selectFrom('engineers').select('engineers.id'))
    .where('action', '=', 'rota.overrule')
    .where('at', '>', later(now, -days(365)))
    .execute()
  return entries.flatMap(({ detail }) => {
    const { onCall = '' } = JSON.parse(detail) as { onCall?: string }
    return onCall.split(' ').flatMap((hole) => {
      const [startsAt, endsAt] = hole.split('/')
      return startsAt && endsAt ? [{ startsAt, endsAt }] : []
    })
  })
}

/** No shift is longer, even over the night the clocks go back. */
const longestMs = hours(26)

/** Shifts that overlap the time between two instants, by an index at both ends. */
export const shiftsTouching = (db: Kysely<Tables>, from: Instant, until: Instant) =>
  db
    .selectFrom('shifts')
    .where('shifts.endsAt', '>', from)
    .where('shifts.endsAt', '<', later(until, longestMs))
    .where('shifts.startsAt', '<', until)

/** Absences that may take something out of shifts between two instants, the first day first. */
export const readAbsences = (db: Kysely<Tables>, from: Instant, until: Instant): Promise<Selectable<AbsencesTable>[]> =>
  db
    .selectFrom('absences')
    .selectAll()
    // A shift that begins the day before may reach into these hours, and one that begins in them may end the day after.
    .where('lastDay', '>=', addDays(londonDay(from), -2))
    .where('firstDay', '<=', addDays(londonDay(until), 2))
    .orderBy('firstDay')
    .orderBy('id')
    .execute()

/** Returns true if a shift or on-call hours were ever planned: from then on sales depend on working hours. */
export async function hasPlannedHours(db: Kysely<Tables>): Promise<boolean> {
  const engineers = await firstHours(db).execute()
  return engineers.some(({ first }) => first !== null)
}

/** Returns true if the desk's hours were ever planned; `withSamples`: also if they are only samples. */
export async function hasDeskHours(db: Kysely<Tables>, withSamples = false): Promise<boolean> {
  const first = await db
    .selectFrom('shifts')
    .innerJoin('authUsers', 'authUsers.id', 'shifts.userId')
    .select('shifts.id')
    .where('shifts.userId', 'is not', null)
    .$if(!withSamples, (query) => query.where('isSample', '=', 0))
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

/** Selects for each engineer, without samples, when their first planned hours begin; null if none were planned. */
export const firstHours = (db: Kysely<Tables>) =>
  // A look at an index for each engineer: a join would make PostgreSQL read a year of shifts.
  db
    .selectFrom('engineers')
    .select((eb) =>
      eb
        .selectFrom('shifts')
        .select(({ fn }) => fn.min('shifts.startsAt').as('first'))
        .whereRef('shifts.personId', '=', 'engineers.id')
        .as('first'),
    )
    .where('isSample', '=', 0)
