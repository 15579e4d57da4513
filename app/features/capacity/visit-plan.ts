import { hours, minutes } from '#app/values/clock.ts'
import { driveMinutes } from './drive-minutes.ts'

/*
 * Assigns visits to engineers: a plan of working hours and promised visits. Pure and deterministic: the same hours, visits and instant make
 * the same plan everywhere. All instants are milliseconds since 1970.
 */

/** Plans use steps of five minutes: no two visits of an engineer share one. */
export const stepMs = minutes(5)

/** A visit may end this long after an engineer's hours. */
const overrunMs = minutes(30)
/** The time that planned arrivals leave in a promised window, in case the day runs late. */
const slackMs = minutes(15)
/** Red Line sets off within 15 minutes and has 15 for the drive: the nearest engineer takes it. */
const redlineDriveMinutes = 15
/** Assumed remaining time of a visit that has taken longer than planned. */
export const restMs = minutes(30)

/** Hours when an engineer can be given visits. */
export interface WorkingTime {
  engineerId: string
  isGasSafe: boolean
  /** On call: for Red Line and ASAP visits only. */
  isOnCall: boolean
  from: number
  until: number
}

/** A visit as it is promised. */
export interface Visit {
  bookingId: string
  /** Undefined: not known. */
  outcode: string | undefined
  workMinutes: number
  needsGasSafe: boolean
  isRedline: boolean
  /** As soon as possible, Red Line included: engineers on call go too. */
  isAsap: boolean
  /** The arrival window. */
  from: number
  until: number
  /** The assigned engineer: staff decided, and the plan keeps it. */
  assignedTo?: string
  /** Since when the engineer has been there. */
  arrivedAt?: number
}

/** A visit's engineer and times in the plan, from the arrival to the end of the work. */
export interface Place {
  bookingId: string
  engineerId: string
  arrivesAt: number
  endsAt: number
}

interface Planned extends Place {
  leavesAt: number
  visit: Visit
  /** True if window, hours and licence are kept. */
  isKept: boolean
}

/** The earliest time to plan an engineer, if not the plan's own, and their starting point, if known. */
export interface Start {
  at?: number
  outcode?: string
}

interface Line {
  engineerId: string
  isGasSafe: boolean
  times: readonly WorkingTime[]
  start: Start
  planned: readonly Planned[]
}

export interface VisitPlan {
  now: number
  /** Engineers kept free for Red Line, if more than one is at work. */
  reserve: number
  lines: readonly Line[]
}

export interface PlanInput {
  now: number
  reserve: number
  hours: readonly WorkingTime[]
  visits: readonly Visit[]
  /** Earlier places of visits; a visit assigned since then is with its engineer. */
  places: readonly Place[]
  /** By engineer id: their state after visits before the plan. */
  starts?: ReadonlyMap<string, Start>
}

/** A promise that can no longer be kept is planned as soon as possible, within this time. */
const lateMs = hours(12)

/**
 * The plan of promised visits: assigned ones stay with their engineer; the others stay where they were, and are planned again if that can
 * no longer be kept, late if necessary.
 */
export function planVisits({ now, reserve, hours: times, visits, places, starts }: PlanInput): VisitPlan {
  const placeOf = new Map(places.map((place) => [place.bookingId, place]))
  const ownerOf = (visit: Visit) => visit.assignedTo ?? placeOf.get(visit.bookingId)?.engineerId
  // A visit under way comes before everything else of its engineer.
  const arrivalOf = ({ bookingId, from, arrivedAt }: Visit) => (arrivedAt === undefined ? (placeOf.get(bookingId)?.arrivesAt ?? from) : 0)
  const ordered = visits.toSorted((a, b) => arrivalOf(a) - arrivalOf(b) || (a.bookingId < b.bookingId ? -1 : 1))
  const ids = [...new Set([...times.map(({ engineerId }) => engineerId), ...visits.flatMap(({ assignedTo }) => assignedTo ?? [])])].sort()
  const lines = ids.map((engineerId): Line => {
    const own = times.filter((each) => each.engineerId === engineerId).toSorted((a, b) => a.from - b.from)
    const isGasSafe = own.some((each) => each.isGasSafe)
    const line = { engineerId, isGasSafe, times: own, start: starts?.get(engineerId) ?? {} }
    const kept = keepable(
      line,
      ordered.filter((visit) => ownerOf(visit) === engineerId),
      now,
    )
    return { ...line, planned: kept }
  })
  const found = new Set(lines.flatMap(({ planned }) => planned.map(({ bookingId }) => bookingId)))
  const homeless = ordered.filter(({ bookingId }) => !found.has(bookingId))
  return { ...placed({ now, reserve: 0, lines }, homeless), reserve }
}

/** A plan with more visits, late if necessary: those whose window ends first are placed first. */
const placed = (before: VisitPlan, visits: readonly Visit[]): VisitPlan =>
  visits
    .toSorted((a, b) => a.until - b.until || (a.bookingId < b.bookingId ? -1 : 1))
    .reduce((plan, visit) => (insertVisit(plan, visit) ?? insertVisit(plan, asSoonAsCanBe(visit, plan.now)))?.plan ?? plan, before)

const asSoonAsCanBe = (visit: Visit, now: number): Visit => ({
  ...visit,
  from: Math.max(visit.from, now),
  until: Math.max(visit.until, now) + lateMs,
})

/** Visits of an engineer in order, without unassigned ones that can't be kept, or that make an assigned one late. */
function keepable(line: Omit<Line, 'planned'>, visits: readonly Visit[], now: number): Planned[] {
  const planned = planLine(line, visits, now)
  const lost = planned.find(({ visit, isKept }) => !isKept && visit.assignedTo === undefined) ?? findInTheWay(line, planned, now)
  return lost
    ? keepable(
        line,
        visits.filter(({ bookingId }) => bookingId !== lost.bookingId),
        now,
      )
    : planned
}

/** The last unassigned visit before an assigned one that is late only because of the unassigned ones. */
function findInTheWay(line: Omit<Line, 'planned'>, planned: readonly Planned[], now: number): Planned | undefined {
  if (planned.every(({ isKept }) => isKept)) return undefined
  const assigned = planned.flatMap(({ visit }) => (visit.assignedTo === undefined ? [] : visit))
  const alone = new Set(planLine(line, assigned, now).flatMap(({ bookingId, isKept }) => (isKept ? bookingId : [])))
  const late = planned.findIndex(({ bookingId, isKept }) => !isKept && alone.has(bookingId))
  return planned.slice(0, Math.max(0, late)).findLast(({ visit }) => visit.assignedTo === undefined)
}

/**
 * Returns the plan once a visit is assigned, moved or made longer. The other visits stay where they are if they can. Making the whole plan
 * again would take ten times as long, and a full board asks a thousand times.
 */
export function planWith({ now, reserve, lines: before }: VisitPlan, visit: Visit): VisitPlan {
  const { bookingId, assignedTo } = visit
  const isOther = (each: Planned) => each.bookingId !== bookingId
  const arrivesAt = before.flatMap(({ planned }) => planned).find((each) => !isOther(each))?.arrivesAt ?? visit.from
  const isAtWork = before.some(({ engineerId }) => engineerId === assignedTo)
  const stranger =
    assignedTo === undefined || isAtWork ? [] : [{ engineerId: assignedTo, isGasSafe: false, times: [], start: {}, planned: [] }]
  const homeless = assignedTo === undefined ? [visit] : []
  const lines = [...before, ...stranger].map((line): Line => {
    const isTheirs = line.engineerId === assignedTo
    if (!isTheirs && line.planned.every(isOther)) return line
    const others = line.planned.filter(isOther)
    const visits = others.map((each) => each.visit)
    const at = others.findIndex(
      (each) => each.visit.arrivedAt === undefined && (each.arrivesAt - arrivesAt || (each.bookingId < bookingId ? -1 : 1)) > 0,
    )
    const usual = visit.arrivedAt === undefined ? (at < 0 ? others.length : at) : 0
    const planned = isTheirs ? leastLate(line, visits, visit, usual, now) : keepable(line, visits, now)
    const wanted = isTheirs ? [...visits, visit] : visits
    homeless.push(...wanted.filter((each) => planned.every((kept) => kept.bookingId !== each.bookingId)))
    return { ...line, planned }
  })
  return { ...placed({ now, reserve: 0, lines }, homeless), reserve }
}

/** An engineer's visits with one more: where it usually comes, or where fewer assigned ones are late. */
function leastLate(line: Line, visits: readonly Visit[], visit: Visit, usual: number, now: number): Planned[] {
  const planAt = (at: number) => keepable(line, visits.toSpliced(at, 0, visit), now)
  const lateIn = (planned: readonly Planned[]) => planned.filter((each) => each.arrivesAt > each.visit.until).length
  const planned = planAt(usual)
  if (visit.arrivedAt !== undefined || lateIn(planned) === 0) return planned
  const begun = visits.filter(({ arrivedAt }) => arrivedAt !== undefined).length
  const others = Array.from({ length: visits.length + 1 - begun }, (_, at) => planAt(begun + at))
  return others.reduce((best, each) => (lateIn(each) < lateIn(best) ? each : best), planned)
}

export const placesOf = ({ lines }: VisitPlan): Place[] =>
  lines.flatMap(({ planned }) =>
    planned.map(({ bookingId, engineerId, arrivesAt, endsAt }) => ({ bookingId, engineerId, arrivesAt, endsAt })),
  )

/**
 * The plan with one more visit, and its place in it; undefined if no one can keep its window without breaking another promise or using the
 * reserve for Red Line. The earliest arrival wins; Gas Safe engineers are saved for gas.
 */
export function insertVisit(plan: VisitPlan, visit: Visit): { plan: VisitPlan; place: Place } | undefined {
  const options = plan.lines.flatMap((line) => insertions(plan, line, visit))
  const best = options.toSorted(
    (a, b) => cost(a.added, a.line, visit) - cost(b.added, b.line, visit) || (a.line.engineerId < b.line.engineerId ? -1 : 1),
  )
  const found = best.find(({ line, added }) => visit.isRedline || keepsReserve(withLine(plan, line), added))
  return found && { plan: withLine(plan, found.line), place: found.added }
}

const gasSafeSpareMs = minutes(20)

const cost = ({ arrivesAt }: Place, { isGasSafe }: Line, visit: Visit) =>
  arrivesAt + (isGasSafe && !visit.needsGasSafe ? gasSafeSpareMs : 0)

const withLine = (plan: VisitPlan, line: Line): VisitPlan => ({
  ...plan,
  lines: plan.lines.map((each) => (each.engineerId === line.engineerId ? line : each)),
})

/** Every way to insert a visit between an engineer's others without breaking a promise. */
function insertions({ now }: VisitPlan, line: Line, visit: Visit): { line: Line; added: Planned }[] {
  const before = new Map(line.planned.map((planned) => [planned.bookingId, planned]))
  const visits = line.planned.map((planned) => planned.visit)
  const begun = visits.filter(({ arrivedAt }) => arrivedAt !== undefined).length
  const places = Array.from({ length: visits.length + 1 - begun }, (_, at) => begun + at)
  // Not after a visit that begins when the window is over, nor before one whose own window is over by then.
  const isOpen = (at: number) => (line.planned[at - 1]?.arrivesAt ?? 0) <= visit.until && !endsBefore(line.planned[at], visit)
  const orders = places.filter(isOpen).map((at) => visits.toSpliced(at, 0, visit))
  return orders.flatMap((order) => {
    const planned = planLine(line, order, now)
    const added = planned.find(({ bookingId }) => bookingId === visit.bookingId)
    const isGood = planned.every((each) => each.isKept || isNoWorse(each, before.get(each.bookingId)))
    return added && isGood ? [{ line: { ...line, planned }, added }] : []
  })
}

const endsBefore = (next: Planned | undefined, { from }: Visit) => next?.isKept === true && next.visit.until <= from

/** A visit that was already late may stay equally late. */
const isNoWorse = (planned: Planned, before: Planned | undefined) =>
  before !== undefined && !before.isKept && planned.arrivesAt <= before.arrivesAt

/** An engineer's visits in order: each after the drive from the one before, not before its window, within the engineer's hours. */
function planLine(line: Omit<Line, 'planned'>, visits: readonly Visit[], now: number): Planned[] {
  let [freeAt, outcode] = [Math.max(now, line.start.at ?? now), line.start.outcode]
  return visits.map((visit) => {
    const planned = planOne(line, visit, freeAt, outcode, now)
    freeAt = planned.endsAt
    outcode = visit.outcode
    return planned
  })
}

function planOne(line: Omit<Line, 'planned'>, visit: Visit, freeAt: number, outcode: string | undefined, now: number): Planned {
  const { bookingId, arrivedAt, workMinutes } = visit
  const { engineerId } = line
  const workMs = minutes(workMinutes)
  if (arrivedAt !== undefined) {
    const endsAt = stepUp(Math.max(arrivedAt + workMs, now + restMs))
    return { bookingId, engineerId, leavesAt: arrivedAt, arrivesAt: stepDown(arrivedAt), endsAt, visit, isKept: true }
  }
  const most = visit.isRedline ? redlineDriveMinutes : Number.POSITIVE_INFINITY
  const driveFrom = (from: number, place: string | undefined) =>
    from + minutes(Math.min(most, driveMinutes(place, visit.outcode, new Date(from))))
  // Red Line has no slack, so its arrival is rounded down.
  const [latest, inSteps] = visit.isRedline ? [visit.until, stepDown] : [Math.max(stepUp(visit.from), visit.until - slackMs), stepUp]
  const soonest = Math.max(visit.from, driveFrom(freeAt, outcode))
  const canDo = !visit.needsGasSafe || line.isGasSafe
  for (const time of canDo ? line.times : []) {
    if (time.isOnCall && !visit.isAsap) continue
    // No one sets off before their hours begin.
    const arrivesAt = inSteps(time.from > freeAt ? Math.max(soonest, driveFrom(time.from, undefined)) : soonest)
    const endsAt = arrivesAt + workMs
    if (arrivesAt > latest || endsAt > time.until + overrunMs) continue
    return {
      bookingId,
      engineerId,
      leavesAt: Math.max(freeAt, leavesFor(arrivesAt, visit, outcode)),
      arrivesAt,
      endsAt,
      visit,
      isKept: true,
    }
  }
  const arrivesAt = inSteps(soonest)
  return { bookingId, engineerId, leavesAt: arrivesAt, arrivesAt, endsAt: arrivesAt + workMs, visit, isKept: false }
}

/** The latest departure for an arrival on time. */
const leavesFor = (arrivesAt: number, visit: Visit, outcode: string | undefined) =>
  arrivesAt - minutes(driveMinutes(outcode, visit.outcode, new Date(arrivesAt)))

export const stepUp = (at: number): number => Math.ceil(at / stepMs) * stepMs
const stepDown = (at: number) => Math.floor(at / stepMs) * stepMs

const lookEveryMs = minutes(15)

/** Returns true if enough engineers stay free for Red Line during a visit and the drive to it. */
function keepsReserve({ lines, reserve }: VisitPlan, { leavesAt, endsAt }: Planned): boolean {
  if (reserve === 0) return true
  for (let at = leavesAt; at < endsAt; at += lookEveryMs) {
    const atWork = lines.filter(({ times }) => times.some(({ from, until }) => from <= at && at < until))
    const free = atWork.filter(({ planned }) => !planned.some((each) => each.leavesAt <= at && at < each.endsAt))
    if (free.length < Math.min(reserve, Math.max(0, atWork.length - 1))) return false
  }
  return true
}

/**
 * Returns the share of the working time between two instants that no visit takes, from 0 to 1, without engineers who are kept free for Red
 * Line; drives count as taken. `withOnCall`: on-call hours are working time too. 0 if there is none.
 */
export function freeShare({ now, reserve, lines }: VisitPlan, from: number, until: number, withOnCall: boolean): number {
  const start = Math.max(now, from)
  const isAtWork = (at: number) => (line: Line) =>
    line.times.some((time) => (withOnCall || !time.isOnCall) && time.from <= at && at < time.until)
  let workingMs = 0
  for (let at = start; at < until; at += lookEveryMs) {
    const atWork = lines.filter(isAtWork(at)).length
    workingMs += lookEveryMs * (atWork - Math.min(reserve, Math.max(0, atWork - 1)))
  }
  const taken = lines.flatMap(({ planned }) =>
    planned.map(({ leavesAt, endsAt }) => Math.max(0, Math.min(endsAt, until) - Math.max(leavesAt, start))),
  )
  return workingMs === 0 ? 0 : Math.max(0, 1 - taken.reduce((sum, each) => sum + each, 0) / workingMs)
}

/**
 * The first 45-minute window, or of another length, that can be promised for an ASAP visit within a time; undefined if there is none. It
 * ends 15 minutes after the planned arrival, and at the earliest a whole window after `from` (else now).
 */
export function firstWindow(
  plan: VisitPlan,
  job: Omit<Visit, 'from' | 'until' | 'isAsap' | 'isRedline'>,
  { windowMs, withinMs, from = plan.now }: { windowMs: number; withinMs: number; from?: number },
): { from: number; until: number } | undefined {
  const wish = { ...job, isAsap: true, isRedline: false, from, until: plan.now + withinMs }
  const found = insertVisit(plan, wish)
  if (!found) return undefined
  const until = Math.max(found.place.arrivesAt + slackMs, from + windowMs)
  return { from: until - windowMs, until }
}
