import { londonMinuteOfDay } from '#app/platform/london.ts'
import { hours } from '#app/values/clock.ts'
import { outcodeCentres } from '#content/outcode-centres.ts'

/*
 * An engineer's driving time, without any outside service: the straight line between the centres of two outward codes, times a road factor,
 * at the speed of the hour. The factors are the firm's planning values (docs/decisions/0039-capacity.md).
 */

const roadFactor = 1.35
/** For parking and getting to the door. */
const parkingMinutes = 5
/** Between two addresses of the same outward code. */
const leastMinutes = 10
/** If one end is unknown: an engineer who starts a shift, or a customer without a postcode. */
const unknownMinutes = 30
/** To or from a postcode outside London. */
const outsideMinutes = 60

/** Kilometres an hour, from an hour in London on. */
const speeds = [
  { fromHour: 0, kmh: 30 },
  { fromHour: 6, kmh: 20 },
  { fromHour: 10, kmh: 18 },
  { fromHour: 15, kmh: 15 },
  { fromHour: 19, kmh: 22 },
  { fromHour: 22, kmh: 30 },
] as const

/** The outward code of a postcode, normalised or as it was typed: 'E1' of 'E1 1FR'; undefined if it has none. */
export function outcodeOf(postcode: string): string | undefined {
  const dense = postcode.replace(/\s/g, '').toUpperCase()
  return /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})?$/.exec(dense)?.[1]
}

/**
 * Minutes to drive from one outward code to another, in whole minutes, setting off at an instant. 30 minutes if an end is undefined, 60 if
 * one is outside London.
 */
export function driveMinutes(fromOutcode: string | undefined, toOutcode: string | undefined, at: Date): number {
  if (!fromOutcode || !toOutcode) return unknownMinutes
  const [from, to] = [outcodeCentres[fromOutcode], outcodeCentres[toOutcode]]
  if (!from || !to) return fromOutcode === toOutcode ? leastMinutes : outsideMinutes
  return Math.max(leastMinutes, Math.ceil(((kilometresBetween(from, to) * roadFactor) / speedAt(at)) * 60) + parkingMinutes)
}

const speedByHour = new Map<number, number>()
const mostHoursKept = 2_000

/** Kilometres an hour at an instant. Cached by the hour, as a plan asks thousands of times: London's clock is whole hours from UTC. */
function speedAt(at: Date): number {
  const hour = Math.floor(at.getTime() / hours(1))
  const known = speedByHour.get(hour)
  if (known) return known
  if (speedByHour.size >= mostHoursKept) speedByHour.clear()
  const { kmh } = speeds.findLast(({ fromHour }) => fromHour <= londonMinuteOfDay(at) / 60) ?? speeds[0]
  speedByHour.set(hour, kmh)
  return kmh
}

const kilometresByDegree = 111.2

/** As the crow flies; over a city the earth is flat enough. */
function kilometresBetween(from: readonly [number, number], to: readonly [number, number]): number {
  const north = (to[0] - from[0]) * kilometresByDegree
  const east = (to[1] - from[1]) * kilometresByDegree * Math.cos((from[0] * Math.PI) / 180)
  return Math.hypot(north, east)
}
