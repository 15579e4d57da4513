import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import type { CallOutcome } from '#app/features/booking/call-outcomes.ts'
import { hasEnded } from '#app/features/booking/lifecycle.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { mustBeSpokenTo } from '#app/features/capacity/missed-promises.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'

interface RecordCall {
  bookingId: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  outcome: CallOutcome
  /** How many calls the page showed: sending its form twice records one. */
  key: string
}

/**
 * Records that staff called the customer, and how it ended, or that no call is needed; that is refused if someone may be in danger. Only
 * these records decide if the promised call was made. It doesn't change the booking's version: a colleague may be assigning it meanwhile.
 * Throws `StepRefused` or `BookingNotFound`.
 */
export async function recordCall(services: Services, { bookingId, staffId, outcome, key }: RecordCall): Promise<void> {
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { booking, now }) => {
    if (booking.erasedAt || hasEnded(booking.status)) throw new StepRefused('This booking is over, so there’s no call to record.')
    if (outcome === 'not_needed' && mustBeSpokenTo(booking))
      throw new StepRefused('Someone may be in danger there. Call the customer and speak to them.')
    const at = toInstant(now)
    const call = { id: newId(), bookingId, at, actor: staffId, note: '', place: 'office' as const, outcome }
    const kept = await tx
      .insertInto('callAttempts')
      .values({ ...call, idempotencyKey: hashOf(`${staffId}:${outcome}:${key}`) })
      .onConflict((conflict) => conflict.columns(['bookingId', 'idempotencyKey']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!kept) return undefined
    return {
      set: {
        calledAt: booking.calledAt ?? (outcome === 'not_needed' ? null : at),
        callSettledAt: booking.callSettledAt ?? (outcome === 'no_answer' ? null : at),
      },
      isUnseen: true,
      action: 'booking.call',
      detail: { outcome },
    }
  })
}

/** How long a call that was recorded by mistake can be removed. */
const undoWithinMs = minutes(10)

/** Removes the last call that a member of staff recorded of a booking, within 10 minutes. Throws `StepRefused` or `BookingNotFound`. */
export async function undoCall(services: Services, { bookingId, staffId }: Pick<RecordCall, 'bookingId' | 'staffId'>): Promise<void> {
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { booking, now }) => {
    const calls = await tx
      .selectFrom('callAttempts')
      .select(['id', 'at', 'actor', 'outcome'])
      .where('bookingId', '=', bookingId)
      .where('place', '=', 'office')
      .orderBy('id')
      .execute()
    const removed = calls.findLast(({ actor, at }) => actor === staffId && at >= later(now, -undoWithinMs))
    if (!removed) throw new StepRefused('More than 10 minutes have passed, so this can’t be undone.')
    await tx.deleteFrom('callAttempts').where('id', '=', removed.id).execute()
    const rest = calls.filter(({ id, at }) => id !== removed.id && at >= removed.at)
    const { calledAt, callSettledAt } = booking
    return {
      set: {
        calledAt: calledAt === removed.at ? firstOf(rest, ['spoken', 'no_answer']) : calledAt,
        callSettledAt: callSettledAt === removed.at ? firstOf(rest, ['spoken', 'not_needed']) : callSettledAt,
      },
      isUnseen: true,
      action: 'booking.undo-call',
      detail: { outcome: removed.outcome },
    }
  })
}

const firstOf = (calls: readonly { at: Instant; outcome: CallOutcome }[], outcomes: readonly CallOutcome[]) =>
  calls.find(({ outcome }) => outcomes.includes(outcome))?.at ?? null
