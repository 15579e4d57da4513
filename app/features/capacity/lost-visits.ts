import { type PlanInput, placesOf, planVisits, type Visit, type VisitPlan } from './visit-plan.ts'

/**
 * The unassigned visits whose window a plan keeps before a change and not after it, those that could not be kept anyway left out. `plan`:
 * the one before the change, if it has been made.
 */
export function lostVisits(before: PlanInput, after: PlanInput, plan = planVisits(before)): Visit[] {
  const unassigned = after.visits.filter(({ assignedTo }) => assignedTo === undefined)
  const kept = keptIn(plan, before.visits)
  const wanted = unassigned.filter(({ bookingId }) => kept.has(bookingId))
  if (wanted.length === 0) return []
  const still = keptIn(planVisits(after), after.visits)
  return wanted.filter(({ bookingId }) => !still.has(bookingId))
}

/** The same for one visit that is assigned, moved or longer. */
export const lostTo = (before: PlanInput, changed: Visit, plan?: VisitPlan): Visit[] =>
  lostVisits(before, { ...before, visits: [...before.visits.filter(({ bookingId }) => bookingId !== changed.bookingId), changed] }, plan)

/** The unassigned visits that begin within their window. */
function keptIn(plan: VisitPlan, visits: readonly Visit[]): ReadonlySet<string> {
  const ends = new Map(visits.flatMap(({ bookingId, until, assignedTo }) => (assignedTo ? [] : [[bookingId, until] as const])))
  return new Set(placesOf(plan).flatMap(({ bookingId, arrivesAt }) => (arrivesAt <= (ends.get(bookingId) ?? 0) ? bookingId : [])))
}
