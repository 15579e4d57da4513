import type { Transaction } from 'kysely'
import { lockEngineer } from '#app/features/rota/lock-engineer.server.ts'
import type { Tables } from '#db/tables.ts'
import { assignProblem, type Job } from './gas-safe.ts'
import type { Engineer } from './read-roster.server.ts'
import { EntryNotFound, StepRefused } from './refusals.ts'

/**
 * An engineer who may have a job, locked. Throws `EntryNotFound`, or `StepRefused` for one who has left, or has no Gas Safe number for
 * possible gas work.
 */
export async function requireEngineer(tx: Transaction<Tables>, engineerId: string, job: Job): Promise<Engineer> {
  const engineer = await lockEngineer(tx, engineerId)
  if (!engineer) throw new EntryNotFound('We can’t find that engineer. Choose another one.')
  const problem = assignProblem(job, engineer)
  if (problem) throw new StepRefused(problem)
  return engineer
}
