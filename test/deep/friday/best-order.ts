import { driveMinutes } from '#app/features/capacity/drive-minutes.ts'
import { minutes } from '#app/values/clock.ts'

/** A job on an engineer's list. Instants are milliseconds since 1970. */
export interface Stop {
  id: string
  outcode: string | undefined
  workMinutes: number
  from: number
  until: number
  isUrgent: boolean
}

/** Longer lists are not tried in every order but sorted by the end of the window. */
const mostTried = 6

/** The order that makes an engineer least late from a place and an instant. Urgent jobs come first. */
export function bestOrder(stops: readonly Stop[], outcode: string | undefined, now: number): Stop[] {
  const byEnd = stops.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent) || a.until - b.until || (a.id < b.id ? -1 : 1))
  if (stops.length < 2 || stops.length > mostTried) return byEnd
  return ordersOf(byEnd)
    .map((order) => ({ order, ...costOf(order, outcode, now) }))
    .reduce((best, each) => (each.late < best.late || (each.late === best.late && each.ends < best.ends) ? each : best)).order
}

const ordersOf = (stops: readonly Stop[]): Stop[][] =>
  stops.length === 0 ? [[]] : stops.flatMap((stop, at) => ordersOf(stops.toSpliced(at, 1)).map((rest) => [stop, ...rest]))

function costOf(order: readonly Stop[], outcode: string | undefined, now: number): { late: number; ends: number } {
  let [place, freeAt, late] = [outcode, now, 0]
  for (const stop of order) {
    const arrives = Math.max(stop.from, freeAt + minutes(driveMinutes(place, stop.outcode, new Date(freeAt))))
    late += Math.max(0, arrives - stop.until) * (stop.isUrgent ? 100 : 1)
    freeAt = arrives + minutes(stop.workMinutes)
    place = stop.outcode
  }
  return { late, ends: freeAt }
}
