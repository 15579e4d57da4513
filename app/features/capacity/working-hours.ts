import type { Selectable } from 'kysely'
import { hourAndMinute } from '#app/platform/fields.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import type { AbsencesTable } from '#db/tables/capacity.ts'

/** A period of one person: a shift, or the rest of it after absences. */
export interface Hours {
  personId: string
  startsAt: Instant
  endsAt: Instant
}

export type Away = Pick<Selectable<AbsencesTable>, 'personId' | 'firstDay' | 'fromTime' | 'lastDay' | 'untilTime'>

/**
 * Returns shifts or on-call hours without absences. Whole days of absence remove the shifts that begin on them, to their end, and keep the
 * night before; a stated time cuts the shift it is in.
 */
export function withoutAbsences<Shift extends Hours>(shifts: readonly Shift[], absences: readonly Away[]): Shift[] {
  return shifts.flatMap((shift) =>
    absences
      .filter(({ personId }) => personId === shift.personId)
      .reduce<Shift[]>((left, away) => left.flatMap((piece) => cut(piece, takenOut(shift, away))), [shift]),
  )
}

interface Stretch {
  from: Instant
  until: Instant
}

/** The part of a shift removed by an absence; undefined: none. */
function takenOut({ startsAt, endsAt }: Hours, { firstDay, fromTime, lastDay, untilTime }: Away): Stretch | undefined {
  const beginsOn = londonDay(startsAt)
  if ((!fromTime && beginsOn < firstDay) || (!untilTime && beginsOn > lastDay)) return undefined
  return { from: fromTime ? atClock(firstDay, fromTime) : startsAt, until: untilTime ? atClock(lastDay, untilTime) : endsAt }
}

function cut<Piece extends Hours>(piece: Piece, out: Stretch | undefined): Piece[] {
  if (!out || out.until <= piece.startsAt || out.from >= piece.endsAt || out.until <= out.from) return [piece]
  const before = { ...piece, endsAt: out.from }
  const after = { ...piece, startsAt: out.until }
  return [before, after].filter(({ startsAt, endsAt }) => startsAt < endsAt)
}

/** The period of an absence, regardless of shifts. */
export const timeAway = ({ firstDay, fromTime, lastDay, untilTime }: Away): Stretch => ({
  from: atClock(firstDay, fromTime ?? '00:00'),
  until: untilTime ? atClock(lastDay, untilTime) : instantOf(addDays(lastDay, 1), 0),
})

const atClock = (day: LondonDay, time: string): Instant => instantOf(day, ...hourAndMinute(time))

type Span = Pick<Hours, 'startsAt' | 'endsAt'>

/** From the first to the last instant of some hours, at least one. */
export function spanOf(hours: readonly Span[]): Stretch {
  const [starts, ends] = [hours.map(({ startsAt }) => startsAt).toSorted(), hours.map(({ endsAt }) => endsAt).toSorted()]
  return { from: starts[0] ?? '', until: ends.at(-1) ?? '' }
}

/** The stretches between two instants when no one works. */
export function gapsBetween(worked: readonly Span[], from: Instant, until: Instant): Span[] {
  const gaps: Span[] = []
  let covered = from
  for (const { startsAt, endsAt } of worked.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))) {
    if (startsAt >= until) break
    if (startsAt > covered) gaps.push({ startsAt: covered, endsAt: startsAt })
    if (endsAt > covered) covered = endsAt
  }
  if (covered < until) gaps.push({ startsAt: covered, endsAt: until })
  return gaps
}

/** The wanted hours from `now` on when no one works, earliest first. Of those that begin at the same time, the longest. */
export function uncovered(wanted: readonly Span[], worked: readonly Span[], now: Instant): Span[] {
  const gaps = wanted.flatMap(({ startsAt, endsAt }) => gapsBetween(worked, startsAt > now ? startsAt : now, endsAt))
  const longest = new Map(gaps.toSorted((a, b) => (a.endsAt < b.endsAt ? -1 : 1)).map((gap) => [gap.startsAt, gap]))
  return [...longest.values()].toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}
