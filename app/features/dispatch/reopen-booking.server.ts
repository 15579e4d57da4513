import { actByStaff, type StaffAct } from '#app/features/booking/act-on-booking.server.ts'
import { steps } from '#app/features/booking/lifecycle.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { writeMissed } from '#app/features/capacity/record-missed-promises.server.ts'
import { textReader } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { movedText, requireWindow } from './promise-window.server.ts'
import { requireStep } from './steps/require-step.server.ts'
import { takeWindow } from './steps/take-window.server.ts'

interface ReopenBooking extends StaffAct {
  /** The arrival window that is promised now. */
  from: Instant
  until: Instant
  /** Why, for the history that staff read. 1 to 300 characters. */
  reason: string
  /** Questions about this window that were confirmed (`AnswerNeeded`). */
  confirmed?: string
}

const readReason = textReader('The reason', { max: 300, required: 'Say why you’re reopening it' })

/**
 * Reopens a booking that is over: it waits for an engineer, with a new window that the customer is told of. Its history stays. A window
 * that no one can keep must be confirmed. Throws `AnswerNeeded`, `InvalidEntry`, `BookingOvertaken`, `StepRefused` or `BookingNotFound`.
 */
export async function reopenBooking(services: Services, { from, until, reason: typed, confirmed, ...act }: ReopenBooking): Promise<void> {
  const { reason } = valuesOf({ reason: readReason(typed) })
  await actByStaff(services, { ...act, act: 'reopen', wish: [from, until, reason] }, async (tx, locked) => {
    const { booking, now } = locked
    requireStep('reopen', booking)
    if (booking.status === 'cancelled' && booking.serviceLevel === 'redline')
      throw new StepRefused('Its Red Line slot was released when it was cancelled. Use “Book again” instead.')
    const window = requireWindow({ from, until }, now)
    const asOpen = {
      ...{ closedAs: null, duplicateOf: null, suspectedSpam: 0 as const, toAgree: 0 as const },
      acceptedAt: booking.acceptedAt ?? toInstant(now),
      // The call within minutes of the booking was promised for the first time.
      callSettledAt: booking.callSettledAt ?? toInstant(now),
    }
    const doubt = await takeWindow(tx, { ...booking, ...window, engineerId: null }, now, confirmed)
    const { announces } = await writeMissed(services, tx, locked)
    return {
      set: { status: steps.reopen.to, engineerId: null, lateAfter: null, visitAgreedAt: toInstant(now), ...window, ...asOpen },
      isRevised: true,
      text: `reopened it: ${reason}${doubt}`,
      event: { kind: 'rescheduled', note: movedText(booking, window) },
      announces: ['reopened', ...announces],
    }
  })
}
