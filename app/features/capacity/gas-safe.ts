import { speaksOfGas } from '#app/features/booking/find-dangers.ts'
import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import type { EngineersTable } from '#db/tables/capacity.ts'

/** The fields of a booking that decide which engineers may do it. */
export interface Job {
  service: string
  dangers: string
}

/** Returns the reason why an engineer can't have a job; undefined if they can. */
export function assignProblem(
  job: Job,
  { name, gasSafeNumber, retiredAt }: Pick<EngineersTable, 'name' | 'gasSafeNumber' | 'retiredAt'>,
): string | undefined {
  if (retiredAt) return `${name} no longer works for us. Choose someone else.`
  if (needsGasSafe(job) && !gasSafeNumber)
    return `${speaksOfGas(job) ? 'The customer mentioned gas or fumes' : `${job.service} may be gas work`}, but ${name} has no Gas Safe number. Choose an engineer who has one.`
  return undefined
}
