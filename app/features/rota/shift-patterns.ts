import { type Instant, toInstant } from '#app/platform/clock.ts'
import { addDays, type LondonDay, weekdayOf } from '#app/platform/day.ts'
import { londonDay, timeText } from '#app/platform/london.ts'
import { instantsOf, type ShiftKind } from './shift-times.ts'
import { type Away, type Hours, withoutAbsences } from './working-hours.ts'

/** A shift, or on-call hours, that someone wants planned. */
export interface WantedShift extends Hours {
  kind: ShiftKind
}

/** So many days on, so many off, over and over from a first day to a last one. */
export interface Pattern {
  firstDay: LondonDay
  lastDay: LondonDay
  daysOn: number
  daysOff: number
  /** How many days later than the one before each person starts: a team that starts on one day is off on one day too. */
  daysApart: number
  from: string
  until: string
  kind: ShiftKind
}

/**
 * The shifts that a pattern gives people, in their order. Whoever starts later is in the middle of the pattern on the first day already,
 * so that every day of it is covered alike.
 */
export function shiftsByPattern(pattern: Pattern, engineerIds: readonly string[]): WantedShift[] {
  const { daysOn, daysOff, daysApart, from, until, kind } = pattern
  const length = daysOn + daysOff
  const days = daysFrom(pattern.firstDay, pattern.lastDay)
  return engineerIds.flatMap((engineerId, person) =>
    days
      .filter((_, day) => (((day - person * daysApart) % length) + length) % length < daysOn)
      .map((day) => ({ engineerId, ...instantsOf({ day, from, until }), kind }))
      // The hour that is left out in spring may be all that a short shift has.
      .filter(({ startsAt, endsAt }) => startsAt < endsAt),
  )
}

/** Every day from one to another, both included. */
export function daysFrom(first: LondonDay, last: LondonDay): LondonDay[] {
  const days: LondonDay[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** The Monday of a day's week. */
export const mondayOf = (day: LondonDay): LondonDay => addDays(day, -((weekdayOf(day) + 6) % 7))

/** The shifts of a week in the weeks that follow it, at the same times by London's clocks. */
export function shiftsCopied(shifts: readonly WantedShift[], weeks: number): WantedShift[] {
  return Array.from({ length: weeks }, (_, index) => (index + 1) * 7).flatMap((daysLater) =>
    shifts
      .map(({ engineerId, startsAt, endsAt, kind }) => ({
        ...{ engineerId, kind },
        ...instantsOf({ day: addDays(londonDay(startsAt), daysLater), from: timeText(startsAt), until: timeText(endsAt) }),
      }))
      .filter(({ startsAt, endsAt }) => startsAt < endsAt),
  )
}

/** Why a shift is left out of a plan: it is there already, another one is in its way, the engineer is away, or it is over. */
export type Obstacle<Planned extends WantedShift = WantedShift> =
  | { why: 'same' | 'away' | 'over' }
  | { why: 'overlap'; with: Planned | WantedShift }

export interface SortedPlan {
  planned: WantedShift[]
  leftOut: { shift: WantedShift; obstacle: Obstacle }[]
}

/** Which of the shifts that someone wants can be planned beside those that there are, in their order, and why the others cannot. */
export function sortPlan(
  wanted: readonly WantedShift[],
  { shifts, absences, now }: { shifts: readonly WantedShift[]; absences: readonly Away[]; now: Date },
): SortedPlan {
  const sorted: SortedPlan = { planned: [], leftOut: [] }
  const byEngineer = new Map<string, WantedShift[]>()
  for (const shift of shifts) byEngineer.set(shift.engineerId, [...(byEngineer.get(shift.engineerId) ?? []), shift])
  for (const shift of wanted) {
    const own = byEngineer.get(shift.engineerId) ?? []
    const obstacle = obstacleTo(shift, own, absences, toInstant(now))
    if (obstacle) sorted.leftOut.push({ shift, obstacle })
    else {
      sorted.planned.push(shift)
      byEngineer.set(shift.engineerId, [...own, shift])
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
