import { instantOf } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { addDays } from '#app/values/day.ts'
import { boardQueries } from './board-queries.server.ts'
import { readBoardMark } from './read-board.server.ts'
import { readWeek, weekViewOf } from './week-view.ts'

/** Returns the week that contains the address's day, with the mark of its data; this week if the address has no valid day. */
export async function readWeekView(services: Pick<Services, 'db' | 'clock'>, wanted: string | null) {
  const { db, clock } = services
  const now = clock.now()
  const monday = readWeek(wanted, now)
  // Read before the data it marks: events in between are then read twice, never missed.
  const mark = await readBoardMark(services)
  const visits = []
  for (let day = 0; day < 7; day++)
    visits.push(...(await boardQueries.visits(db, instantOf(addDays(monday, day), 0), instantOf(addDays(monday, day + 1), 0)).execute()))
  const engineers = await boardQueries.engineers(db).execute()
  return { mark, week: weekViewOf(visits, { monday, engineers, now }) }
}
