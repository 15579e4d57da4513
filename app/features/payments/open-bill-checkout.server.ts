import type { Transaction } from 'kysely'
import { actOnBooking, type Change, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { enqueue } from '#app/platform/jobs.ts'
import { limits } from '#app/platform/limits.ts'
import type { PaymentProvider } from '#app/platform/payments.ts'
import { requireTurn } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { readBalance, readStandingBill } from './bill-balance.server.ts'
import { type Begun, openPage } from './open-page.server.ts'
import { NothingToPay } from './refusals.ts'

/** A bill's payment page can be used for this long. */
const openMinutes = 60
/** A page that expires sooner than this is not handed out again. */
const leastLeftMinutes = 15

interface OpenBillCheckout {
  bookingId: string
  /** Amount to pay there, in pence. If absent, or more than is owed: all that is owed. */
  amountPence?: number
  /** The customer's return address: the bill's page, or the payment link. */
  backUrl: string
  /** Opened at the payment link, which an engineer has as well: the payment page has no email address. */
  isByCode?: boolean
}

/**
 * The address of the payment page for a booking's bill (`openPage`): an open page for the same sum that leads back to the same place is
 * used again. Throws `NothingToPay`, also while a payment is being confirmed, `PaymentNotConfigured` or `PaymentUnavailable`.
 */
export async function openBillCheckout(
  services: Services,
  { bookingId, amountPence, backUrl, isByCode = false }: OpenBillCheckout,
): Promise<string> {
  const bill = await readStandingBill(services.db, bookingId)
  if (!bill) throw new NothingToPay()
  return openPage(services, {
    begin: (payments) =>
      actOnBooking(services, { bookingId, actor: 'system' }, (tx, locked) =>
        beginCheckout(services, payments, tx, locked, { billId: bill.id, amountPence, byCode: isByCode ? 1 : 0 }),
      ),
    item: { kind: 'bill', name: `Bill ${bill.reference}` },
    successUrl: backUrl,
    cancelUrl: backUrl,
    endJob: { kind: 'end-bill-checkouts', payload: { bookingId } },
  })
}

async function beginCheckout(
  { config }: Services,
  payments: PaymentProvider,
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  wanted: { billId: string; amountPence?: number; byCode: 0 | 1 },
): Promise<Change<Begun> | undefined> {
  const { id: bookingId, reference } = booking
  const email = wanted.byCode === 1 ? '' : booking.email
  const { owedPence } = await readBalance(tx, bookingId)
  if (owedPence <= 0) return undefined
  const amountPence = Math.min(owedPence, wanted.amountPence ?? owedPence)
  const open = await tx
    .selectFrom('checkouts')
    .select(['id', 'url', 'amountPence', 'expiresAt', 'provider', 'returnedAt', 'byCode'])
    .where('billId', '=', wanted.billId)
    .where('state', 'in', ['creating', 'open'])
    .executeTakeFirst()
  // The customer may have paid there: on another page they could pay again.
  if (open?.returnedAt && open.expiresAt > toInstant(now)) return undefined
  const isGood =
    open?.amountPence === amountPence &&
    open.provider === payments.name &&
    open.byCode === wanted.byCode &&
    open.expiresAt > later(now, minutes(leastLeftMinutes))
  if (!isGood || !open.url) await requireTurn(tx, [limits.paymentPage, bookingId], now, config.rateLimitScale)
  if (isGood) return { result: { checkout: open, reference, email } }
  if (open) {
    await tx.updateTable('checkouts').set({ state: 'ended' }).where('id', '=', open.id).execute()
    await enqueue(tx, now, [{ kind: 'end-bill-checkouts', payload: { bookingId } }])
  }
  const checkout = {
    ...{
      id: newId(),
      bookingId,
      billId: wanted.billId,
      byCode: wanted.byCode,
      provider: payments.name,
      sessionId: null,
      url: null,
      amountPence,
    },
    ...{ state: 'creating' as const, createdAt: toInstant(now), expiresAt: later(now, minutes(openMinutes)) },
  }
  await tx.insertInto('checkouts').values(checkout).execute()
  return { result: { checkout, reference, email } }
}
