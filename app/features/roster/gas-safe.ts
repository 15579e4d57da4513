import type { EngineersTable } from '#db/tables.ts'

/** Work on these may be work on gas, which the law leaves to engineers of the Gas Safe Register. */
const gasServices: readonly string[] = ['Boiler Breakdown', 'Water Heater']

export const needsGasSafe = (service: string): boolean => gasServices.includes(service)

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
