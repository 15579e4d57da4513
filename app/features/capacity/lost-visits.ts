import { type PlanInput, placesOf, planVisits, planWith, type Visit, type VisitPlan } from './visit-plan.ts'

/** The unassigned visits whose window a plan keeps before a change but not after it. */
export function lostVisits(before: PlanInput, after: PlanInput): Visit[] {
  const unassigned = new Set(before.visits.flatMap(({ bookingId, assignedTo }) => (assignedTo === undefined ? bookingId : [])))
  return lostBetween(
    planVisits(before),
    planVisits(after),
    after.visits.filter(({ bookingId }) => unassigned.has(bookingId)),
  )
}

/**
 * The visits, assigned or not, whose window a plan keeps before one visit is assigned, moved or made longer, but not after it; the changed
 * visit too. `plan`: the one before the change, if it has been made.
 */
export const lostTo = (before: PlanInput, changed: Visit, plan = planVisits(before)): Visit[] =>
  lostBetween(plan, planWith(plan, changed), [changed, ...before.visits.filter(({ bookingId }) => bookingId !== changed.bookingId)])

function lostBetween(before: VisitPlan, after: VisitPlan, visits: readonly Visit[]): Visit[] {
  const [kept, still] = [arrivalsIn(before), arrivalsIn(after)]
  const isKept = (arrivals: ReadonlyMap<string, number>, { bookingId, until }: Visit) => (arrivals.get(bookingId) ?? Infinity) <= until
  return visits.filter((visit) => isKept(kept, visit) && !isKept(still, visit))
}

const arrivalsIn = (plan: VisitPlan): ReadonlyMap<string, number> =>
  new Map(placesOf(plan).map(({ bookingId, arrivesAt }) => [bookingId, arrivesAt]))
