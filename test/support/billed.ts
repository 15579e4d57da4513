import { readBillView } from '#app/features/billing/bill-view.server.ts'
import { issueBill } from '#app/features/billing/issue-bill.server.ts'
import { openBillCheckout } from '#app/features/payments/open-bill-checkout.server.ts'
import { receivePaymentEvent } from '#app/features/payments/receive-event.server.ts'
import { openCheckout } from '#app/features/red-line/open-checkout.server.ts'
import { payFee } from '#app/features/red-line/pay-fee.server.ts'
import type { PaymentEvent, ProviderPayment } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { minutes, toInstant } from '#app/values/clock.ts'
import { defaultPrices } from '#content/price-list.ts'
import { type Booked, bookOne } from './booked.ts'
import type { World } from './world.ts'

/** A daytime visit that took this many minutes and isn't billed yet. */
export async function visited(
  world: Pick<World, 'services' | 'clock'>,
  { took = 30, changes = {} }: { took?: number; changes?: Record<string, unknown> } = {},
): Promise<Booked> {
  const booked = await bookOne(world, changes)
  const steps: BookingStatus[] = ['confirmed', 'assigned', 'en_route', 'arrived']
  for (const step of steps) await booked.become(step)
  world.clock.advance(minutes(took))
  await booked.become('completed')
  return booked
}

/** Issues the bill for a booking's current state. */
export async function issue(services: Services, booked: Booked): Promise<void> {
  const bill = await readBillView(services, await booked.read())
  await issueBill(services, { bookingId: booked.id, by: 'staff', seenPence: bill?.totalPence ?? -1 })
}

/** A visit with a bill of £119. */
export async function billed(world: Pick<World, 'services' | 'clock'>, options: Parameters<typeof visited>[1] = {}): Promise<Booked> {
  const booked = await visited(world, options)
  await issue(world.services, booked)
  return booked
}

/** Opens the payment page of a booking's bill in the sandbox; returns the checkout's id. */
export async function openBill(services: Services, booked: Booked, amountPence?: number): Promise<string> {
  const page = { bookingId: booked.id, backUrl: 'http://localhost:3000/track/x/bill', amountPence }
  return (await openBillCheckout(services, page)).split('/').at(-1) ?? ''
}

/** Opens the payment page of a Red Line booking's fee in the sandbox; returns the checkout's id. */
export const openFee = async (services: Services, { id }: Pick<Booked, 'id'>): Promise<string> =>
  (await openCheckout(services, id, 'http://localhost:3000/track/x')).split('/').at(-1) ?? ''

/** Pays the fee of a Red Line booking. */
export const payRedLine = async (world: Pick<World, 'services' | 'clock'>, booked: Pick<Booked, 'id'>): Promise<void> =>
  paidAt(world, await openFee(world.services, booked), defaultPrices.priorityFeePence.online)

/** The sandbox reports a payment at a page; `nth`: the payment's number. */
export const paidAt = (world: Pick<World, 'services' | 'clock'>, checkoutId: string, amountPence: number, nth = 1): Promise<void> =>
  tellPaid(
    world,
    { providerPaymentId: `sandbox_payment_${checkoutId}_${nth}`, checkoutId, sessionId: `sandbox_${checkoutId}`, amountPence },
    `event_${checkoutId}_${nth}`,
  )

/** The sandbox reports a payment of these facts, in pounds and at this moment if they don't say otherwise. */
async function tellPaid(
  { services, clock }: Pick<World, 'services' | 'clock'>,
  facts: Omit<ProviderPayment, 'currency' | 'paidAt'> & Partial<ProviderPayment>,
  eventId: string,
): Promise<void> {
  const at = toInstant(clock.now())
  const payment = { currency: 'gbp', paidAt: at, ...facts }
  const body = JSON.stringify({ id: eventId, kind: 'checkout.paid', payment } satisfies PaymentEvent)
  const signature = `t=${at},v1=${services.secrets.sign('sandbox-payment', `${at}.${body}`)}`
  await receivePaymentEvent(services, { fee: payFee }, body, signature)
}

let events = 0
/** The sandbox reports that a Red Line fee was paid at a page. */
export const feePaid = (
  world: Pick<World, 'services' | 'clock'>,
  checkoutId: string,
  changes: Partial<ProviderPayment> = {},
  eventId = `event_${++events}`,
): Promise<void> => {
  const amountPence = defaultPrices.priorityFeePence.online
  return tellPaid(world, { providerPaymentId: `pi_${checkoutId}`, checkoutId, sessionId: null, amountPence, ...changes }, eventId)
}
