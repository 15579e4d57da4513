import { londonDay, timeText } from '#app/platform/london.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import { instantsOf, type ShiftKind } from './shift-times.ts'
import { type Away, type Hours, withoutAbsences } from './working-hours.ts'

/** A shift, or on-call hours, to be planned. */
export interface WantedShift extends Hours {
  kind: ShiftKind
}

/** Some days on, some days off, repeated from a first day to a last one. */
export interface Pattern {
  firstDay: LondonDay
  lastDay: LondonDay
  daysOn: number
  daysOff: number
  /** The days between the starts of one person and the next: a team that starts together is off together. */
  daysApart: number
  from: string
  until: string
  kind: ShiftKind
}

/**
 * The shifts of a pattern for people in order. Later starters are in the middle of the pattern on the first day already, so every day is
 * covered equally.
 */
export function shiftsByPattern(pattern: Pattern, personIds: readonly string[]): WantedShift[] {
  const { daysOn, daysOff, daysApart, from, until, kind } = pattern
  const length = daysOn + daysOff
  const days = daysFrom(pattern.firstDay, pattern.lastDay)
  return personIds.flatMap((personId, person) =>
    days
      .filter((_, day) => (((day - person * daysApart) % length) + length) % length < daysOn)
      .map((day) => ({ personId, ...instantsOf({ day, from, until }), kind }))
      // The hour skipped in spring may be all of a short shift.
      .filter(({ startsAt, endsAt }) => startsAt < endsAt),
  )
}

/** Every day from one to another, both included. */
export function daysFrom(first: LondonDay, last: LondonDay): LondonDay[] {
  const days: LondonDay[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** The shifts of a week in the weeks that follow it, at the same times by London's clocks. */
export function shiftsCopied(shifts: readonly WantedShift[], weeks: number): WantedShift[] {
  return Array.from({ length: weeks }, (_, index) => (index + 1) * 7).flatMap((daysLater) =>
    shifts
      .map(({ personId, startsAt, endsAt, kind }) => ({
        ...{ personId, kind },
        ...instantsOf({ day: addDays(londonDay(startsAt), daysLater), from: timeText(startsAt), until: timeText(endsAt) }),
      }))
      .filter(({ startsAt, endsAt }) => startsAt < endsAt),
  )
}

/** Why a shift is left out of a plan: it exists already, another one overlaps it, the engineer is away, or it is over. */
type Obstacle<Planned extends WantedShift = WantedShift> =
  | { why: 'same' | 'away' | 'over' }
  | { why: 'overlap'; with: Planned | WantedShift }

export interface SortedPlan {
  planned: WantedShift[]
  leftOut: { shift: WantedShift; obstacle: Obstacle }[]
}

/** Splits planned shifts into those that fit beside existing ones, in order, and those that don't, with the reason. */
export function sortPlan(
  wanted: readonly WantedShift[],
  { shifts, absences, now }: { shifts: readonly WantedShift[]; absences: readonly Away[]; now: Date },
): SortedPlan {
  const sorted: SortedPlan = { planned: [], leftOut: [] }
  const byPerson = new Map<string, WantedShift[]>()
  for (const shift of shifts) byPerson.set(shift.personId, [...(byPerson.get(shift.personId) ?? []), shift])
  for (const shift of wanted) {
    const own = byPerson.get(shift.personId) ?? []
    const obstacle = obstacleTo(shift, own, absences, toInstant(now))
    if (obstacle) sorted.leftOut.push({ shift, obstacle })
    else {
      sorted.planned.push(shift)
      byPerson.set(shift.personId, [...own, shift])
    }
  }
  return sorted
}

function obstacleTo(shift: WantedShift, own: readonly WantedShift[], absences: readonly Away[], at: Instant): Obstacle | undefined {
  if (shift.endsAt <= at) return { why: 'over' }
  const other = own.find(({ startsAt, endsAt }) => startsAt < shift.endsAt && endsAt > shift.startsAt)
  if (other?.startsAt === shift.startsAt && other.endsAt === shift.endsAt && other.kind === shift.kind) return { why: 'same' }
  if (other) return { why: 'overlap', with: other }
  return withoutAbsences([shift], absences).length === 0 ? { why: 'away' } : undefined
}
