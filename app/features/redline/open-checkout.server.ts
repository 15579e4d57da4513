import type { Transaction } from 'kysely'
import { actOnBooking, type Change, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { PaymentNotConfigured } from '#app/features/booking/refusals.ts'
import { holdWhilePaying } from '#app/features/capacity/hold-slot.server.ts'
import { paymentUrlProblem } from '#app/features/payments/payment-address.ts'
import { NothingToPay, PaymentUnavailable } from '#app/features/payments/refusals.ts'
import { isPayable } from '#app/features/priority-fee/priority-fee.ts'
import { type Instant, later, minutes, toInstant } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.ts'
import { enqueue } from '#app/platform/jobs.ts'
import { loggable } from '#app/platform/log.ts'
import { CheckoutRefused, type OpenedCheckout, type PaymentProvider } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import type { CheckoutsTable, Tables } from '#db/tables.ts'

/** Minutes for which a payment page is asked to stay open after the hold: nobody is cut off while they type. */
const checkoutGraceMinutes = 2

/** The provider has this long to open a page while somebody waits for it. */
const providerMs = 9_000

/**
 * The address of the payment page for a booking that waits for its fee: the one that is open, or a new one, and with it the time
 * to pay. Asked twice, also
 * at once or after a crash, it is the same page: the provider tells repetitions by the checkout's id. `trackingUrl`: the booking's
 * private page. Throws `NothingToPay`, `PaymentNotConfigured` or `PaymentUnavailable`.
 */
export async function openCheckout(services: Services, bookingId: string, trackingUrl: string): Promise<string> {
  const { payments, db, clock, log } = services
  if (!payments) throw new PaymentNotConfigured()
  const { checkout, opened } = await askForPage(services, payments, { bookingId, trackingUrl })
  if (!opened) return checkout.url ?? ''
  const problem = paymentUrlProblem(opened.url, payments.hosts, payments.name === 'sandbox')
  if (problem) {
    log.error({ checkout: checkout.id, problem }, 'nobody is sent to the address of the payment page')
    throw new PaymentNotConfigured()
  }
  const { url, state } = await db
    .updateTable('checkouts')
    // What came first counts: of several who asked at once all were answered the same.
    .set((eb) => ({
      url: eb.fn.coalesce('url', eb.val(opened.url)),
      sessionId: eb.fn.coalesce('sessionId', eb.val(opened.sessionId)),
      state: eb
        .case()
        .when('state', '=', 'creating')
        .then('open' as const)
        .else(eb.ref('state'))
        .end(),
    }))
    .where('id', '=', checkout.id)
    .returning(['url', 'state'])
    .executeTakeFirstOrThrow()
  if (state === 'ended' || state === 'paid') {
    // Cancelled, run out or paid for while the provider opened the page, whose session nobody knew then: nobody is sent there.
    await db.transaction().execute((tx) => enqueue(tx, clock.now(), [{ kind: 'end-checkout', payload: { bookingId } }]))
    services.jobsAdded()
    throw new NothingToPay()
  }
  log.debug({ checkout: checkout.id, at: toInstant(clock.now()) }, 'payment page opened')
  return url ?? opened.url
}

interface Wanted {
  bookingId: string
  trackingUrl: string
}

/**
 * The checkout of a booking, and what the provider opened for it; nothing, where its page is known. One that the provider refuses, as when
 * a page that it never heard of has too little time left, is ended and another begun, once.
 */
async function askForPage(
  services: Services,
  payments: PaymentProvider,
  wanted: Wanted,
  isSecond = false,
): Promise<{ checkout: Checkout; opened?: OpenedCheckout }> {
  const { db, config, log } = services
  const begun = await actOnBooking(services, { bookingId: wanted.bookingId, actor: 'system' }, (tx, locked) =>
    beginCheckout(payments, tx, locked),
  )
  if (!begun) throw new NothingToPay()
  const { checkout, reference, email } = begun
  if (checkout.url) return { checkout }
  const order = {
    checkoutId: checkout.id,
    reference,
    amountPence: checkout.amountPence,
    email,
    expiresAt: checkout.expiresAt,
    successUrl: `${config.siteUrl}/payment-success`,
    cancelUrl: wanted.trackingUrl,
  }
  try {
    return { checkout, opened: await payments.openCheckout(order, AbortSignal.timeout(providerMs)) }
  } catch (error) {
    log.error({ error: loggable(error), checkout: checkout.id }, 'the payment provider opened no page')
    if (!(error instanceof CheckoutRefused)) throw new PaymentUnavailable(services.published.current().details)
    await db.updateTable('checkouts').set({ state: 'ended' }).where('id', '=', checkout.id).where('state', '=', 'creating').execute()
    if (isSecond) throw new PaymentUnavailable(services.published.current().details)
    return askForPage(services, payments, wanted, true)
  }
}

type Checkout = Pick<CheckoutsTable, 'id' | 'url' | 'amountPence'> & { expiresAt: Instant }

interface Begun {
  checkout: Checkout
  reference: string
  email: string
}

async function beginCheckout(
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
    .where('state', 'in', ['creating', 'open'])
    .executeTakeFirst()
  // One of an earlier hold may close before this one ends.
  if (open && open.expiresAt > (paymentDueAt ?? at) && open.provider === payments.name)
    return { result: { checkout: open, reference, email } }
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
