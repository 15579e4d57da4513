import { steps, type VisitStep } from '#app/features/booking/lifecycle.ts'
import type { Services } from '#app/platform/services.ts'
import type { StaffAct } from './steps/act-by-staff.server.ts'
import { actByStaff } from './steps/act-by-staff.server.ts'
import { requireStep } from './steps/require-step.server.ts'

export interface AdvanceBooking extends StaffAct {
  to: VisitStep
}

/**
 * Takes a visit one step on: on the way, of which the customer is told by mail; arrived, done, or no access. Throws `BookingOvertaken`, `StepRefused` or `BookingNotFound`.
 */
export async function advanceBooking(services: Services, { to, ...act }: AdvanceBooking): Promise<void> {
  await actByStaff(services, { ...act, act: 'advance', wish: to }, async (_tx, { booking }) => {
    requireStep(to, booking)
    return {
      set: { status: steps[to].to },
      text: steps[to].staff.past,
      detail: { to },
      announces: to === 'en_route' ? 'set_out' : undefined,
    }
  })
}
