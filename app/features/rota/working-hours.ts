import type { Instant } from '#app/platform/clock.ts'
import { addDays, type LondonDay } from '#app/platform/day.ts'
import { hourAndMinute } from '#app/platform/fields.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import type { AbsencesTable } from '#db/tables.ts'

/** A stretch of time of one engineer: a shift, or what is left of it. */
export interface Hours {
  engineerId: string
  startsAt: Instant
  endsAt: Instant
}

export type Away = Pick<AbsencesTable, 'engineerId' | 'firstDay' | 'fromTime' | 'lastDay' | 'untilTime'>

/**
 * What is left of shifts, or of on-call hours, once absences are taken out. Whole days of absence take out the shifts that begin on them,
 * to their end, and leave the night before as it is; a time that is stated cuts the shift that it falls into.
 */
export function withoutAbsences<Shift extends Hours>(shifts: readonly Shift[], absences: readonly Away[]): Shift[] {
  return shifts.flatMap((shift) =>
    absences
      .filter(({ engineerId }) => engineerId === shift.engineerId)
      .reduce<Shift[]>((left, away) => left.flatMap((piece) => cut(piece, takenOut(shift, away))), [shift]),
  )
}

interface Stretch {
  from: Instant
  until: Instant
}

/** What an absence takes out of a shift; undefined: nothing. */
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

/** From when until when someone is away, whatever shifts they have. */
export const timeAway = ({ firstDay, fromTime, lastDay, untilTime }: Away): Stretch => ({
  from: atClock(firstDay, fromTime ?? '00:00'),
  until: untilTime ? atClock(lastDay, untilTime) : instantOf(addDays(lastDay, 1), 0),
})

const atClock = (day: LondonDay, time: string): Instant => instantOf(day, ...hourAndMinute(time))
