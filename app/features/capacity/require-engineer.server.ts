import type { Selectable, Transaction } from 'kysely'
import { lockEngineer } from '#app/features/accounts/lock-accounts.server.ts'
import { EntryNotFound, StepRefused } from '#app/features/booking/refusals.ts'
import type { EngineersTable } from '#db/tables/capacity.ts'
import type { Tables } from '#db/tables.ts'
import { assignProblem, type Job } from './gas-safe.ts'

/**
 * Returns an engineer who may have a job, locked. Throws `EntryNotFound`, or `StepRefused` for one who has left, or has no Gas Safe number
 * for possible gas work.
 */
export async function requireEngineer(tx: Transaction<Tables>, engineerId: string, job: Job): Promise<Selectable<EngineersTable>> {
  const engineer = await lockEngineer(tx, engineerId)
  if (!engineer) throw new EntryNotFound('We can’t find that engineer. Choose another one.')
  const problem = assignProblem(job, engineer)
  if (problem) throw new StepRefused(problem)
  return engineer
}
