import { jobsForSettingOut } from '#app/features/notifications/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { actOnBooking } from './act-on-booking.server.ts'
import { requireStep } from './require-step.server.ts'
import type { Advance } from './rules.ts'
import type { StaffAct } from './schema.ts'

export interface AdvanceBooking extends StaffAct {
  to: Advance
}

const texts: Record<Advance, string> = {
  en_route: 'sent the engineer on the way',
  arrived: 'noted that the engineer has arrived',
  completed: 'closed the job as done',
  no_access: 'closed the job: nobody let us in',
}

/**
 * Takes a visit one step on: on the way, of which the customer is told by mail; arrived, done, or no access. Throws `BookingOvertaken`, `StepRefused` or `BookingNotFound`.
 */
export async function advanceBooking(services: Services, { to, ...act }: AdvanceBooking): Promise<void> {
  await actOnBooking(services, { ...act, act: 'advance', wish: to }, async (_tx, { booking }) => {
    requireStep(to, booking)
    return {
      set: { status: to },
      text: texts[to],
      detail: { to },
      after: async ({ id, booking: advanced }) =>
        to === 'en_route' ? jobsForSettingOut(advanced, { change: 'set_out', id, revision: advanced.revision }) : [],
    }
  })
}
