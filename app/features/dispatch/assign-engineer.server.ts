import { actByStaff, type StaffAct } from '#app/features/booking/act-on-booking.server.ts'
import { steps } from '#app/features/booking/lifecycle.ts'
import { requireAnswer, StepRefused } from '#app/features/booking/refusals.ts'
import { requireEngineer } from '#app/features/capacity/require-engineer.server.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { accepted, onceTrusted } from './accept-booking.server.ts'
import { requireStep } from './steps/require-step.server.ts'
import { aboutEngineer, takeEngineer } from './steps/take-engineer.server.ts'

interface AssignEngineer extends StaffAct {
  /** Null: the job is unassigned, and confirmed again. */
  engineerId: string | null
  /** Questions about this engineer and job that were confirmed (`AnswerNeeded`). */
  confirmed?: string
}

/**
 * Assigns a job to an engineer, reassigns or unassigns it. Assigning accepts a booking that wasn't accepted. Possible gas work is assigned
 * only to engineers with a Gas Safe number. An engineer who is off shift then, has another job, or is the only one left for a booking
 * without an engineer must be confirmed, and the history says so. Throws `AnswerNeeded`, `BookingOvertaken`, `StepRefused`, `EntryNotFound`
 * or `BookingNotFound`.
 */
export async function assignEngineer(services: Services, { engineerId, confirmed, ...act }: AssignEngineer): Promise<void> {
  await actByStaff(services, { ...act, act: 'assign', wish: engineerId }, async (tx, { booking, now }) => {
    requireStep(engineerId === null ? 'unassign' : 'assign', booking)
    if (engineerId === null) return { set: { status: steps.unassign.to, engineerId }, text: steps.unassign.staff.past }
    if (engineerId === booking.engineerId) throw new StepRefused('This engineer already has the job.')
    const engineer = await requireEngineer(tx, engineerId, booking)
    const given = { engineerId, status: steps.assign.to, ...accepted(booking, toInstant(now)) }
    const doubts = await takeEngineer(tx, { ...booking, ...given }, now)
    requireAnswer(aboutEngineer(engineer, doubts), confirmed)
    const although = doubts.slice(0, 3).map(({ text }) => text)
    return {
      set: given,
      text: `gave the job to ${engineer.name}${although.length > 0 ? `, who ${although.join(' and ')}` : ''}`,
      detail: { engineer: engineerId },
      // If the previous engineer had set off, the customer hears that another one sets off later.
      announces: [...(booking.status === 'en_route' ? (['not_yet'] as const) : []), ...onceTrusted(booking)],
    }
  })
}
