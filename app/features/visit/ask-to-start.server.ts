import type { Transaction } from 'kysely'
import { actOnBooking, type Change, type CustomerAct, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { readHistory } from '#app/features/booking/read-booking.server.ts'
import { ChangeRefused, StepRefused } from '#app/features/booking/refusals.ts'
import { mayAskToStart } from '#app/features/capacity/cancellation.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { cancellationRightDays } from '#content/fees.ts'
import type { Tables } from '#db/tables.ts'
import { actByEngineer, type OwnAct } from './act-by-engineer.server.ts'
import { askedToStart } from './queued-act.ts'

/* A customer's express request that we start while they may still cancel, after the booking. */

const nothingToAsk = 'There’s nothing to ask any more: check the booking again.'

/**
 * Records the request as its customer makes it on their own page. Repeating it does nothing. Throws `ChangeRefused` where it isn't needed
 * (`mayAskToStart`), `TooManySubmits` or `BookingNotFound`.
 */
export async function askToStart(services: Services, { clientKey, ...act }: CustomerAct): Promise<void> {
  await actOnBooking(services, { ...act, limits: [[limits.decideWork, clientKey]] }, async (tx, locked) => {
    const change = await askedChange(tx, locked, { by: act.actor, at: toInstant(locked.now) })
    if (change === 'not needed') throw new ChangeRefused(nothingToAsk)
    return change
  })
}

/** The same as an engineer at the door hears it. Throws `StepRefused` before they have arrived, and as `actByEngineer` does. */
export async function recordAskedToStart(services: Services, { seen: _, ...act }: OwnAct): Promise<void> {
  await actByEngineer(services, { ...act, kind: askedToStart }, async (tx, { at, ...locked }) => {
    if (locked.booking.status !== 'arrived') throw new StepRefused('Tap ‘I’ve arrived’ first.')
    const change = await askedChange(tx, locked, { by: act.userId, at })
    if (change === 'not needed') throw new StepRefused(nothingToAsk)
    return change
  })
}

async function askedChange(
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  { by, at }: { by: string; at: Instant },
): Promise<Change | undefined | 'not needed'> {
  if (booking.startAskedAt) return undefined
  if (!mayAskToStart(booking, await readHistory(tx, booking.id), now)) return 'not needed'
  // It changes nothing that staff decide.
  return { set: { startAskedAt: at, startAskedBy: by }, isUnseen: true, event: 'none', action: 'booking.ask-start' }
}

/** The request, as staff read it in a booking's history. */
export const startHistory = ({ startAskedAt, startAskedBy }: LockedBooking['booking']) =>
  startAskedAt && startAskedBy
    ? [
        {
          ...{ id: `${startAskedAt}-start`, at: startAskedAt, actor: startAskedBy },
          what: `${startAskedBy === 'customer' ? 'asked us' : 'recorded that the customer asked us'} to start within the ${cancellationRightDays} days to cancel`,
        },
      ]
    : []
