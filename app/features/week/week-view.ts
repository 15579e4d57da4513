import type { BoardRow } from '#app/features/board/read-board.server.ts'
import type { BookingStatus } from '#app/features/booking/lifecycle.ts'
import { addDays, dayText, isDay, type LondonDay, weekdayOf } from '#app/platform/day.ts'
import { londonDay, timeText } from '#app/platform/london.ts'

/* Seven days of visits, by engineer and day: no database, no clock. */

/** A visit in the week. */
export interface WeekJob {
  id: string
  /** When its arrival window begins: '14:05'. */
  time: string
  service: string
  postcode: string
  status: BookingStatus
  isRedLine: boolean
}

interface WeekRow {
  id: string
  name: string
  /** One for each day of the week. */
  days: WeekJob[][]
}

/** The Monday of the week that an address names by a day; of the week of `now` if it names none. */
export function readWeek(wanted: string | null, now: Date): LondonDay {
  const day = wanted && isDay(wanted) ? wanted : londonDay(now)
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}

type Engineers = readonly { id: string; name: string }[]

/** The week that begins on `monday`: what nobody has yet, then each engineer, then visits of engineers who have left. */
export function weekViewOf(
  visits: readonly BoardRow[],
  { monday, engineers, now }: { monday: LondonDay; engineers: Engineers; now: Date },
) {
  const today = londonDay(now)
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  const known = new Set(engineers.map(({ id }) => id))
  const rowIdOf = ({ engineerId }: BoardRow) => (engineerId === null ? nobody.id : known.has(engineerId) ? engineerId : left.id)
  const byRow = Map.groupBy(visits, rowIdOf)
  const row = ({ id, name }: { id: string; name: string }): WeekRow => {
    const byDay = Map.groupBy(byRow.get(id) ?? [], ({ promisedFrom }) => londonDay(promisedFrom))
    return { id, name, days: days.map((day) => (byDay.get(day) ?? []).map(jobOf)) }
  }
  return {
    monday,
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
const left = { id: 'left', name: 'Engineers who have left' }

const jobOf = ({ id, promisedFrom, service, postcode, status, serviceLevel }: BoardRow): WeekJob => ({
  ...{ id, service, postcode, status },
  time: timeText(promisedFrom),
  isRedLine: serviceLevel === 'redline',
})
