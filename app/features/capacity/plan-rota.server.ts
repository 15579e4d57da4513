import type { Kysely } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import { instantOf } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { addDays, type LondonDay, mondayOf } from '#app/values/day.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { readAbsences, shiftsTouching } from './read-working-hours.server.ts'
import { lockRotaPerson, ofPerson, type RotaPerson, readPeopleOf } from './rota-people.server.ts'
import { type Pattern, type SortedPlan, shiftsByPattern, shiftsCopied, sortPlan, type WantedShift } from './shift-patterns.ts'
import { spanOf } from './working-hours.ts'

/** A plan for many people and weeks: a pattern, or a copy of one of their weeks. */
export interface RotaPlan {
  /** In starting order, if a pattern staggers them. */
  personIds: readonly string[]
  by: Pattern | CopiedWeek
}

interface CopiedWeek {
  /** A day of the week to copy. */
  week: LondonDay
  /** The number of following weeks that get the same. */
  weeks: number
}

/** Returns the shifts that a plan would add to the rota now, and those it would leave out. Those who have left are skipped. */
export async function previewRota({ db, clock }: Pick<Services, 'db' | 'clock'>, { personIds, by }: RotaPlan): Promise<SortedPlan> {
  const present = (await readPresent(db, personIds)).map(({ id }) => id)
  const wanted = 'week' in by ? shiftsCopied(await readWeek(db, present, by.week), by.weeks) : shiftsByPattern(by, present)
  if (wanted.length === 0) return { planned: [], leftOut: [] }
  const { from, until } = spanOf(wanted)
  const shifts = await shiftsTouching(db, from, until).selectAll().where('personId', 'in', present).execute()
  return sortPlan(wanted, { shifts, absences: await readAbsences(db, from, until), now: clock.now() })
}

/** Adds the shifts that `previewRota` says can be added; returns how many. Repeating it adds nothing. */
export function planRota(services: Services, { staffId, plan }: { staffId: string; plan: RotaPlan }): Promise<number> {
  return services.db.transaction().execute(async (tx) => {
    for (const personId of plan.personIds.toSorted()) await lockRotaPerson(tx, personId)
    const { planned } = await previewRota({ db: tx, clock: services.clock }, plan)
    const people = new Map((await readPresent(tx, plan.personIds)).map((person) => [person.id, person]))
    const rows = planned.flatMap(({ personId, ...shift }) => {
      const person = people.get(personId)
      return person ? [{ id: newId(), ...shift, ...ofPerson(person) }] : []
    })
    for (let first = 0; first < rows.length; first += atOnce)
      await tx
        .insertInto('shifts')
        .values(rows.slice(first, first + atOnce))
        .execute()
    for (const [personId, own] of Map.groupBy(planned, (shift) => shift.personId))
      await recordAudit(tx, services.clock.now(), {
        actor: staffId,
        action: 'shift.plan',
        subject: personId,
        detail: { shifts: own.length, startsAt: own[0]?.startsAt ?? '', endsAt: own.at(-1)?.endsAt ?? '' },
      })
    return rows.length
  })
}

/** Rows of one statement. */
const atOnce = 500

/** The given people who are on a rota, in the same order. */
async function readPresent(db: Kysely<Tables>, personIds: readonly string[]): Promise<RotaPerson[]> {
  const present = (await readPeopleOf(db, personIds)).filter(({ retiredAt }) => retiredAt === null)
  return personIds.flatMap((id) => present.find((person) => person.id === id) ?? [])
}

/** The shifts that begin in the week of a day. */
async function readWeek(db: Kysely<Tables>, personIds: readonly string[], day: LondonDay): Promise<WantedShift[]> {
  if (personIds.length === 0) return []
  const monday = mondayOf(day)
  const [from, until] = [instantOf(monday, 0), instantOf(addDays(monday, 7), 0)]
  return await shiftsTouching(db, from, until)
    .select(['personId', 'startsAt', 'endsAt', 'kind'])
    .where('personId', 'in', personIds)
    .where('startsAt', '>=', from)
    .orderBy('startsAt')
    .execute()
}
