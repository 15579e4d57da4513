import { steps } from '#app/features/booking/lifecycle.ts'
import { outcodeOf } from '#app/features/capacity/drive-minutes.ts'
import { assignProblem } from '#app/features/capacity/gas-safe.ts'
import { visitOfBooking } from '#app/features/capacity/read-visit-plan.server.ts'
import { placesOf, planVisits } from '#app/features/capacity/visit-plan.ts'
import { fitOf, windowsAtStake } from '#app/features/dispatch/engineer-fit.ts'
import { toInstant } from '#app/values/clock.ts'
import { localities } from '#content/areas/localities.ts'
import type { BoardRow } from '../board-queries.server.ts'
import type { BoardRows } from '../read-board.server.ts'

/** An engineer for a job, with the reasons in words. */
export interface EngineerChoice {
  id: string
  name: string
  phone: string
  /** 'on until 6pm, free now, 12 min drive from E2, Gas Safe' */
  facts: string
  driveMinutes: number
  /** Set for the best one only, if something distinguishes it from the others. */
  reason?: string
  /** Questions before the job is assigned: 'is off shift then'. */
  doubts: string[]
  /** The reason why the job can't be assigned to this engineer. */
  refused?: string
}

type ChoiceRows = Pick<BoardRows, 'engineers' | 'open' | 'workingHours' | 'isPlanned' | 'diary' | 'steps'>

/**
 * The engineers for a booking, best first. Engineers without doubts, who leave every promised window possible, come before others; then the
 * earliest arrival, counted from the start of the window at the soonest; then the shortest drive; then the engineer in the plan of visits.
 * Engineers who may not have the job come last.
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
    startsFrom: diary?.starts?.get(engineer.id)?.outcode ?? outcodeOfBase(engineer.base),
  }))
  const plan = diary && planVisits(diary)
  const plannedEngineers = new Map(plan && placesOf(plan).map(({ bookingId, engineerId }) => [bookingId, engineerId]))
  return (row) => {
    const ranked = days
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
        const arrivesAt = [fit.thereAt, row.promisedFrom].toSorted()[1] ?? ''
        return { ...fit, engineer, isPlanned, arrivesAt, facts: told.filter(Boolean).join(', '), refused }
      })
      .toSorted(
        (a, b) =>
          Number(a.refused !== undefined) - Number(b.refused !== undefined) ||
          Number(a.doubts.length > 0) - Number(b.doubts.length > 0) ||
          Date.parse(a.arrivesAt) - Date.parse(b.arrivesAt) ||
          a.driveMinutes - b.driveMinutes ||
          Number(b.isPlanned) - Number(a.isPlanned),
      )
    const others = ranked.slice(1).filter(({ refused, doubts }) => !refused && doubts.length === 0)
    return ranked.map(({ engineer: { id, name, phone }, facts, doubts, refused, ...own }, index) => ({
      ...{ id, name, phone, facts, driveMinutes: own.driveMinutes, doubts: doubts.map(({ text }) => text) },
      ...(index === 0 && others.length > 0 && { reason: reasonFor(own, others) }),
      ...(refused && { refused: 'no Gas Safe number' }),
    }))
  }
}

interface Ranked {
  arrivesAt: string
  driveMinutes: number
  isPlanned: boolean
}

/** Returns why the first is better than the others; undefined if nothing distinguishes them. */
function reasonFor(best: Ranked, others: readonly Ranked[]): string | undefined {
  if (others.every(({ arrivesAt }) => arrivesAt > best.arrivesAt)) return 'there first'
  if (others.every((each) => each.driveMinutes > best.driveMinutes)) return 'shortest drive'
  return best.isPlanned ? 'fits the plan' : undefined
}

/**
 * Returns the outward code of an engineer's starting point, as staff typed it: a postcode among other words, or a place with a page; else
 * undefined.
 */
function outcodeOfBase(base: string): string | undefined {
  const [postcode] = /\b[A-Z]{1,2}\d[A-Z\d]?(?: ?\d[A-Z]{2})?\b/.exec(base.toUpperCase()) ?? []
  return outcodeOf(postcode ?? '') ?? localities.find(({ name }) => name.toLowerCase() === base.trim().toLowerCase())?.postcode
}
