import type { Selectable } from 'kysely'
import { type Instant, later, minutes, toInstant } from '#app/platform/clock.ts'
import { addDays, isDay, type LondonDay } from '#app/platform/day.ts'
import { dateProblemText } from '#app/platform/fields.ts'
import { instantOf } from '#app/platform/london.ts'
import { redlineDispatchMinutes } from '#content/rates.ts'
import { arrivalWindowMinutes, nextVisitMinutes } from '#content/stated.ts'
import type { BookingsTable, EngineersTable, StaffActsTable } from '#db/tables.ts'

/** Decisions of the board: no database, no clock, no fetch. */

type Booking = Selectable<BookingsTable>

// --- Red Line's clock ---

/** Nobody accepted it for so long: staff and owner are alarmed. */
export const escalateAfterMs = minutes(5)

/** Until when an engineer must have set out for Red Line: `redlineDispatchMinutes` after it was paid for, or booked by phone. */
export const redlineDueAt = (since: Instant): Instant => later(since, minutes(redlineDispatchMinutes))

// --- Gas ---

/** Work on these may be work on gas, which the law leaves to engineers of the Gas Safe Register. */
const gasServices: readonly string[] = ['Boiler Breakdown', 'Water Heater']
export const needsGasSafe = (service: string): boolean => gasServices.includes(service)

/** Why an engineer cannot have a job; nothing where they can. */
export function assignProblem(
  service: string,
  { name, gasSafeNumber, retiredAt }: Pick<EngineersTable, 'name' | 'gasSafeNumber' | 'retiredAt'>,
): string | undefined {
  if (retiredAt) return `${name} does not work with us any more. Choose somebody else.`
  if (needsGasSafe(service) && !gasSafeNumber)
    return `${service} may be gas work, and ${name} has no Gas Safe number. Choose an engineer who has one.`
  return undefined
}

// --- Taking an act back ---

/** So long the last act can be taken back. */
export const undoWithinMs = minutes(10)
const undoable: ReadonlySet<StaffActsTable['act']> = new Set(['accept', 'assign', 'promise', 'advance', 'edit'])

type LastAct = Pick<StaffActsTable, 'act' | 'at' | 'version' | 'undoneAt'>

/** Whether the last act on a booking can be taken back at `now`: until when, or why not. `movedMoney`: money has gone back since. */
export function undoOf(
  act: LastAct | undefined,
  booking: Pick<Booking, 'version' | 'erasedAt'>,
  now: Date,
  movedMoney = false,
): { until: Instant } | { refused: string } {
  if (!act || act.undoneAt) return { refused: 'There is nothing to take back.' }
  if (!undoable.has(act.act)) return { refused: 'This cannot be taken back. Do what is right now instead.' }
  if (act.version !== booking.version || booking.erasedAt)
    return { refused: 'Something has happened since, so this cannot be taken back. Do what is right now instead.' }
  if (movedMoney) return { refused: 'Money has gone back since, so this cannot be taken back. Do what is right now instead.' }
  const until = later(act.at, undoWithinMs)
  if (toInstant(now) > until) return { refused: 'It is more than 10 minutes ago. Do what is right now instead.' }
  return { until }
}

// --- Shifts ---

/** The longest shift, in milliseconds: longer is a mistyped day. */
export const longestShiftMs = minutes(16 * 60)

/**
 * A shift by London's clocks, as instants: one that ends at or before its beginning ends on the next day. On the night of a clock change
 * it is an hour longer or shorter, as the clocks are. Or what is wrong with it.
 */
export function shiftOf(
  { day, from, until }: { day: string; from: string; until: string },
  now: Date,
): { startsAt: Instant; endsAt: Instant } | { problems: Record<string, string> } {
  if (!isDay(day)) return { problems: { day: dateProblemText } }
  const startsAt = atClock(day, from)
  const endsAt = atClock(until <= from ? addDays(day, 1) : day, until)
  if (endsAt <= toInstant(now)) return { problems: { day: 'This shift is over already. Please choose a later day' } }
  const lengthMs = Date.parse(endsAt) - Date.parse(startsAt)
  if (lengthMs <= 0) return { problems: { until: 'The clocks change that night: this shift would have no length' } }
  return lengthMs > longestShiftMs ? { problems: { until: 'A shift is 16 hours at most' } } : { startsAt, endsAt }
}

const atClock = (day: LondonDay, time: string) => instantOf(day, Number(time.slice(0, 2)), Number(time.slice(3)))

// --- The next engineer who is free ---

/** An engineer at work now or soon: from when, and the jobs of the next hours that they have. */
export interface AtWork {
  id: string
  startsAt: Instant
}
export type OpenJob = Pick<Booking, 'engineerId' | 'status' | 'promisedFrom'>

/** As long as a usual job takes, and what is left of one that is under way. */
const jobMs = minutes(60)
const restOfJobMs = minutes(30)

/**
 * Minutes until an engineer can be with the next customer, by the board: the way there takes 45, after the jobs that the first of them to
 * be free has, and those that wait for anybody. Within the specified 45 to 90; undefined where nobody is at work: then the clock decides.
 */
export function nextFromBoard(atWork: readonly AtWork[], jobs: readonly OpenJob[], now: Date): number | undefined {
  const freeMs = new Map(atWork.map(({ id, startsAt }) => [id, Math.max(now.getTime(), Date.parse(startsAt))]))
  if (freeMs.size === 0) return undefined
  const given = jobs.filter(({ engineerId }) => engineerId !== null && freeMs.has(engineerId))
  for (const { engineerId, status, promisedFrom } of given.toSorted((a, b) => (a.promisedFrom < b.promisedFrom ? -1 : 1))) {
    const [id, begins] = [engineerId ?? '', Math.max(now.getTime(), Date.parse(promisedFrom))]
    freeMs.set(id, status === 'arrived' ? now.getTime() + restOfJobMs : Math.max(freeMs.get(id) ?? 0, begins) + jobMs)
  }
  for (const _waiting of jobs.filter(({ engineerId }) => engineerId === null)) {
    const [first] = [...freeMs].toSorted(([, a], [, b]) => a - b)
    if (first) freeMs.set(first[0], first[1] + jobMs)
  }
  const waitMinutes = Math.ceil((Math.min(...freeMs.values()) - now.getTime()) / minutes(1))
  return Math.min(nextVisitMinutes, Math.max(arrivalWindowMinutes, waitMinutes + arrivalWindowMinutes))
}
