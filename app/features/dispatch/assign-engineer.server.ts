import type { Transaction } from 'kysely'
import { toInstant } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { accepted, jobsOnceReal } from './accept-booking.server.ts'
import { actOnBooking } from './act-on-booking.server.ts'
import { lockEngineer } from './lock-engineer.server.ts'
import { requireStep } from './require-step.server.ts'
import { assignProblem } from './rules.ts'
import { EntryNotFound, type StaffAct, StepRefused } from './schema.ts'

export interface AssignEngineer extends StaffAct {
  /** Null: nobody has the job any more; it is confirmed again. */
  engineerId: string | null
}

/**
 * Gives a job to an engineer, to another one, or takes it from whoever has it. One that nobody had accepted is accepted by it. What may
 * be gas work goes to engineers with a Gas Safe number only. Throws `BookingOvertaken`, `StepRefused`, `EntryNotFound` or
 * `BookingNotFound`.
 */
export async function assignEngineer(services: Services, { engineerId, ...act }: AssignEngineer): Promise<void> {
  await actOnBooking(services, { ...act, act: 'assign', wish: engineerId }, async (tx, { booking, now }) => {
    requireStep(engineerId === null ? 'unassign' : 'assign', booking)
    if (engineerId === null) return { set: { status: 'confirmed', engineerId }, text: 'took the job from its engineer' }
    if (engineerId === booking.engineerId) throw new StepRefused('This engineer has the job already.')
    const { name } = await requireEngineer(tx, engineerId, booking.service)
    return {
      set: { status: 'assigned', engineerId, ...accepted(booking, toInstant(now)) },
      text: `gave the job to ${name}`,
      detail: { engineer: engineerId },
      after: async () => jobsOnceReal(booking),
    }
  })
}

async function requireEngineer(tx: Transaction<Tables>, engineerId: string, service: string) {
  const engineer = await lockEngineer(tx, engineerId)
  if (!engineer) throw new EntryNotFound('There is no such engineer. Choose another one.')
  const problem = assignProblem(service, engineer)
  if (problem) throw new StepRefused(problem)
  return engineer
}
