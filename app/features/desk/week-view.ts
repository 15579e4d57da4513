import { hasEnded } from '#app/features/booking/lifecycle.ts'
import { versionOf } from '#app/features/booking/version.ts'
import { londonDay, spokenTimeAt, timeText } from '#app/platform/london.ts'
import { counted, nextText } from '#app/platform/next-text.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { addDays, dayText, isDay, type LondonDay, weekdayOf } from '#app/values/day.ts'
import type { BoardRow } from './board-queries.server.ts'

/* Seven days of visits, by engineer and day: no database, no clock. */

/** A visit in the week. */
export interface WeekJob {
  id: string
  /** The beginning of its arrival window: '2.05pm'. */
  time: string
  service: string
  postcode: string
  status: BookingStatus
  isRedLine: boolean
  reference: string
  seen: string
  place: string
  engineerId: string | null
  engineer?: string
  /** Its arrival window by London's clocks: the day on which it begins, '14:05' and '16:05'. */
  window: { day: LondonDay; from: string; until: string }
}

interface WeekRow {
  /** The engineer's id, or that of a row for visits without a current engineer. */
  id: string
  name: string
  /** One for each day of the week. */
  days: WeekJob[][]
}

/** The Monday of the week of a day in an address; of the week of `now` without one. */
export function readWeek(wanted: string | null, now: Date): LondonDay {
  const day = wanted && isDay(wanted) ? wanted : londonDay(now)
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}

type Engineers = readonly { id: string; name: string }[]

/** The week that begins on `monday`: unassigned visits, then each engineer, then visits of engineers who have left. */
export function weekViewOf(
  visits: readonly BoardRow[],
  { monday, engineers, now }: { monday: LondonDay; engineers: Engineers; now: Date },
) {
  const today = londonDay(now)
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  const names = new Map(engineers.map(({ id, name }) => [id, name]))
  const rowIdOf = ({ engineerId }: BoardRow) => (engineerId === null ? nobody.id : names.has(engineerId) ? engineerId : left.id)
  const byRow = Map.groupBy(visits, rowIdOf)
  const row = ({ id, name }: { id: string; name: string }): WeekRow => {
    const byDay = Map.groupBy(byRow.get(id) ?? [], ({ promisedFrom }) => londonDay(promisedFrom))
    return { id, name, days: days.map((day) => (byDay.get(day) ?? []).map((visit) => jobOf(visit, names))) }
  }
  const withoutEngineer = visits.filter((visit) => rowIdOf(visit) !== visit.engineerId && !hasEnded(visit.status)).length
  return {
    monday,
    today,
    toDo: nextText(
      [withoutEngineer > 0 && `assign an engineer to ${counted(withoutEngineer, 'job')} below`],
      visits.length === 0 ? 'There are no jobs in this week.' : 'Nothing to assign: every job in this week has an engineer.',
    ),
    title: `${dayText(monday)} to ${dayText(addDays(monday, 6))}`,
    previous: addDays(monday, -7),
    next: addDays(monday, 7),
    days: days.map((day, index) => ({
      ...{ day, text: dayText(day), isToday: day === today },
      count: visits.filter(({ promisedFrom }) => londonDay(promisedFrom) === days[index]).length,
    })),
    rows: [row(nobody), ...engineers.map(row), ...(byRow.has(left.id) ? [row(left)] : [])],
  }
}

export type WeekView = ReturnType<typeof weekViewOf>

const nobody = { id: 'nobody', name: 'No engineer yet' }
const left = { id: 'left', name: 'Former engineers' }

function jobOf(visit: BoardRow, names: ReadonlyMap<string, string>): WeekJob {
  const { id, reference, promisedFrom, promisedUntil, service, postcode, borough, status, serviceLevel, engineerId } = visit
  const engineer = engineerId === null ? undefined : names.get(engineerId)
  return {
    ...{ id, reference, service, postcode, status, engineerId },
    seen: versionOf(visit),
    place: [postcode, borough].filter(Boolean).join(', '),
    time: spokenTimeAt(promisedFrom),
    isRedLine: serviceLevel === 'redline',
    ...(engineer && { engineer }),
    window: { day: londonDay(promisedFrom), from: timeText(promisedFrom), until: timeText(promisedUntil) },
  }
}

/** A place in the week to drop a job on. */
export interface WeekPlace {
  rowId: string
  day: LondonDay
}

/**
 * The change when a job is dropped on a place of the week: another engineer, none, or another day, with another engineer if the place is
 * theirs. Undefined if nothing changes or it isn't possible.
 */
export function moveTo(
  { engineerId, window }: Pick<WeekJob, 'engineerId' | 'window'>,
  { rowId, day }: WeekPlace,
): { intent: 'assign' | 'promise'; engineerId: string | null; day: LondonDay } | undefined {
  if (rowId === left.id) return undefined
  const wanted = rowId === nobody.id ? null : rowId
  if (day === window.day) return wanted === engineerId ? undefined : { intent: 'assign', engineerId: wanted, day }
  return wanted === null && engineerId !== null ? undefined : { intent: 'promise', engineerId: wanted, day }
}
