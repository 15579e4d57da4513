import { steps } from '#app/features/booking/lifecycle.ts'
import { placesOf, planVisits } from '#app/features/capacity/visit-plan.ts'
import { fitOf } from '#app/features/dispatch/engineer-fit.ts'
import { windowsAtStake } from '#app/features/dispatch/windows-at-stake.ts'
import { visitOfBooking } from '#app/features/promises/read-visit-plan.server.ts'
import { assignProblem } from '#app/features/roster/gas-safe.ts'
import { toInstant } from '#app/platform/clock.ts'
import type { BoardRow, BoardRows } from './read-board.server.ts'

/** An engineer for a job, with the reasons in words. */
export interface EngineerChoice {
  id: string
  name: string
  /** 'on until 18:00, free now, 12 min from E2, Gas Safe' */
  facts: string
  /** Questions before the job is assigned: 'is off shift then'. */
  doubts: string[]
  /** Why the job can't be assigned to this engineer. */
  refused?: string
}

type ChoiceRows = Pick<BoardRows, 'engineers' | 'open' | 'workingHours' | 'isPlanned' | 'diary' | 'steps'>

/**
 * The engineers for a booking, best first: those without doubts; then the one in the plan of visits, with which all promised windows can be
 * kept; then who can arrive soonest. Those who may not have it come last.
 */
export function readChoices(
  { engineers, open, workingHours, isPlanned, diary, steps: taken }: ChoiceRows,
  now: Date,
): (row: BoardRow) => EngineerChoice[] {
  const at = toInstant(now)
  const arrivals = new Map(taken.flatMap((step) => (step.toStatus === 'arrived' ? [[step.bookingId, step.at] as const] : [])))
  const days = engineers.map((engineer) => ({
    engineer,
    jobs: open
      .filter(({ engineerId, status }) => engineerId === engineer.id && status !== 'confirmed')
      .map((job) => ({ ...job, arrivedAt: arrivals.get(job.id) })),
    hours: workingHours.filter(({ engineerId, endsAt }) => engineerId === engineer.id && endsAt > at),
    isPlanned,
  }))
  const plan = diary && planVisits(diary)
  const plannedEngineers = new Map(plan && placesOf(plan).map(({ bookingId, engineerId }) => [bookingId, engineerId]))
  return (row) =>
    days
      .map(({ engineer, ...day }) => {
        const { facts, ...own } = fitOf(row, day, now)
        const refused = assignProblem(row, engineer)
        const given = { ...row, status: steps.assign.to, engineerId: engineer.id }
        // The plan is made again for each: not for engineers who are asked about anyway.
        const isFit = !refused && own.doubts.length === 0
        const atStake = diary && isFit ? windowsAtStake(diary, visitOfBooking(given, diary.places, now), plan) : []
        const fit = { ...own, doubts: [...own.doubts, ...atStake] }
        const isPlanned = plannedEngineers.get(row.id) === engineer.id
        const told = [...facts, engineer.gasSafeNumber && 'Gas Safe', isPlanned && fit.doubts.length === 0 && 'all arrival windows met']
        return { ...fit, engineer, isPlanned, facts: told.filter(Boolean).join(', '), refused }
      })
      .toSorted(
        (a, b) =>
          Number(a.refused !== undefined) - Number(b.refused !== undefined) ||
          Number(a.doubts.length > 0) - Number(b.doubts.length > 0) ||
          Number(b.isPlanned) - Number(a.isPlanned) ||
          (a.thereAt < b.thereAt ? -1 : a.thereAt > b.thereAt ? 1 : 0),
      )
      .map(({ engineer: { id, name }, facts, doubts, refused }) => ({
        id,
        name,
        facts,
        doubts,
        ...(refused && { refused: 'no Gas Safe number' }),
      }))
}
