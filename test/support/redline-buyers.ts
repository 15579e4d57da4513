import { receivePaymentEvent } from '#app/features/payments/receive-event.server.ts'
import { openCheckout } from '#app/features/red-line/open-checkout.server.ts'
import { payFee } from '#app/features/red-line/pay-fee.server.ts'
import type { PaymentEvent } from '#app/platform/payments.ts'
import { database, outcomeOf, report, services, submit, untilAnswered, untilStarted } from './redline-process.ts'

/*
 * A separate process with many Red Line buyers at the same time, BUYERS of them: each submits, opens the payment page and pays; LATE, a
 * JSON array of checkouts whose hold has expired, are paid at the same moment. Every message is delivered twice, and every third buyer
 * pays twice.
 */

const { BUYERS = '1', LATE = '[]', NOW = '' } = process.env
await untilStarted()

const paid: string[] = []

async function pay(checkoutId: string, each: number) {
  const providerPaymentIds = each % 3 === 0 ? [`${checkoutId} a`, `${checkoutId} b`] : [checkoutId]
  paid.push(...providerPaymentIds)
  await Promise.all(
    [...providerPaymentIds, ...providerPaymentIds].map((providerPaymentId) => {
      const payment = { providerPaymentId, checkoutId, sessionId: null, amountPence: 2_999, currency: 'gbp', paidAt: NOW }
      const body = JSON.stringify({ id: `event ${providerPaymentId}`, kind: 'checkout.paid', payment } satisfies PaymentEvent)
      const signature = `t=${NOW},v1=${services.secrets.sign('sandbox-payment', `${NOW}.${body}`)}`
      return untilAnswered(() => receivePaymentEvent(services, { fee: payFee }, body, signature))
    }),
  )
}

async function buy(each: number): Promise<void> {
  const { reference } = await submit(each)
  const booking = await untilAnswered(() =>
    database.db.selectFrom('bookings').select('id').where('reference', '=', reference).executeTakeFirstOrThrow(),
  )
  const url = await untilAnswered(() => openCheckout(services, booking.id, 'http://localhost:3000/track/x'))
  await pay(url.split('/').at(-1) ?? '', each)
}

const [outcomes] = await Promise.all([
  Promise.all(Array.from({ length: Number(BUYERS) }, (_, each) => outcomeOf(buy(each)))),
  Promise.all((JSON.parse(LATE) as string[]).map(pay)),
])
await report(outcomes, paid)
