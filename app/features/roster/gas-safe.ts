import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import type { EngineersTable } from '#db/tables.ts'

/** Why an engineer cannot have a job; nothing where they can. */
export function assignProblem(
  service: string,
  { name, gasSafeNumber, retiredAt }: Pick<EngineersTable, 'name' | 'gasSafeNumber' | 'retiredAt'>,
): string | undefined {
  if (retiredAt) return `${name} does not work with us any more. Choose somebody else.`
  if (needsGasSafe(service) && !gasSafeNumber)
    return `${service} may be gas work, and ${name} has no Gas Safe number. Choose an engineer who has one.`
  return undefined
}
