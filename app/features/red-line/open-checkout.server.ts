import type { Transaction } from 'kysely'
import { actOnBooking, type Change, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { holdWhilePaying } from '#app/features/capacity/hold-slot.server.ts'
import { type Begun, openPage } from '#app/features/payments/open-page.server.ts'
import { enqueue } from '#app/platform/jobs.ts'
import { limits } from '#app/platform/limits.ts'
import type { PaymentProvider } from '#app/platform/payments.ts'
import { requireTurn } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { isPayable } from './read-fee.server.ts'

/** The minutes that a payment page stays open after the hold: no one is cut off while typing. */
const checkoutGraceMinutes = 2

/**
 * The address of the payment page for a booking that waits for its fee; opening it extends the time to pay (`openPage`). `backUrl`: for a
 * customer who doesn't pay. Throws `NothingToPay`, `PaymentNotConfigured` or `PaymentUnavailable`.
 */
export const openCheckout = (services: Services, bookingId: string, backUrl: string): Promise<string> =>
  openPage(services, {
    begin: (payments) =>
      actOnBooking(services, { bookingId, actor: 'system' }, (tx, locked) => beginCheckout(services, payments, tx, locked)),
    item: { kind: 'fee', name: 'Red Line priority fee' },
    successUrl: `${services.config.siteUrl}/payment-success`,
    cancelUrl: backUrl,
    endJob: { kind: 'end-checkout', payload: { bookingId } },
  })

async function beginCheckout(
  { config }: Services,
  payments: PaymentProvider,
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
): Promise<Change<Begun> | undefined> {
  const at = toInstant(now)
  if (!isPayable(booking, at)) return undefined
  const { id: bookingId, reference, email, paymentDueAt } = booking
  const open = await tx
    .selectFrom('checkouts')
    .select(['id', 'url', 'amountPence', 'expiresAt', 'provider'])
    .where('bookingId', '=', bookingId)
    .where('billId', 'is', null)
    .where('state', 'in', ['creating', 'open'])
    .executeTakeFirst()
  // A page of an earlier hold may close before this one ends.
  const isGood = open && open.expiresAt > (paymentDueAt ?? at) && open.provider === payments.name
  if (!isGood || !open.url) await requireTurn(tx, [limits.paymentPage, bookingId], now, config.rateLimitScale)
  if (isGood) return { result: { checkout: open, reference, email } }
  if (open) {
    await tx.updateTable('checkouts').set({ state: 'ended' }).where('id', '=', open.id).execute()
    await enqueue(tx, now, [{ kind: 'end-checkout', payload: { bookingId } }])
  }
  const dueAt = await holdWhilePaying(tx, bookingId, now)
  const [held, least] = [later(dueAt, minutes(checkoutGraceMinutes)), later(now, payments.leastOpenMs)]
  const checkout = {
    id: newId(),
    bookingId,
    provider: payments.name,
    sessionId: null,
    url: null,
    amountPence: booking.priorityFeePence,
    state: 'creating' as const,
    createdAt: at,
    expiresAt: [held, least].toSorted().at(-1) ?? least,
  }
  await tx.insertInto('checkouts').values(checkout).execute()
  return { set: { paymentDueAt: dueAt }, isUnseen: true, result: { checkout, reference, email } }
}
