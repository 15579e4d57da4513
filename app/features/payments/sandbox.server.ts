import { later, minutes, toInstant } from '#app/platform/clock.ts'
import { ForgedPaymentEvent, type PaymentEvent, type PaymentProvider } from '#app/platform/payments.ts'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { receivePaymentEvent } from './receive-event.server.ts'

/*
 * A payment provider without money, so that the whole path runs on a fresh machine (DESIGN 6): its payment page is one of ours, clearly
 * marked, and its messages are signed and taken like any other's.
 */

/** A message older than that is somebody's who kept it. */
const eventHoldsMs = minutes(5)

type Signing = Pick<Services, 'secrets' | 'config'>

/** The sandbox, for a site on this machine. */
export const createSandbox = ({ secrets, config }: Signing): PaymentProvider => ({
  name: 'sandbox',
  hosts: [new URL(config.siteUrl).hostname],
  leastOpenMs: 0,
  openCheckout: async ({ checkoutId }) => ({ sessionId: sessionOf(checkoutId), url: `${config.siteUrl}/dev/pay/${checkoutId}` }),
  // Its page looks at the checkout itself.
  endCheckout: async () => undefined,
  refund: async ({ refundId, ...refund }) => ({ ...refund, refundId, providerRefundId: `sandbox_refund_${refundId}`, state: 'done' }),
  readEvent(body, signature, now) {
    const [, at, mac] = /^t=([^,]+),v1=([\w-]+)$/.exec(signature ?? '') ?? []
    if (!at || !mac || !sameSecret(mac, secrets.sign('sandbox-payment', `${at}.${body}`))) throw new ForgedPaymentEvent('signature')
    if (later(at, eventHoldsMs) < toInstant(now)) throw new ForgedPaymentEvent('age')
    return JSON.parse(body) as PaymentEvent
  },
  lists: null,
})

const sessionOf = (checkoutId: string) => `sandbox_${checkoutId}`

/** A checkout of the sandbox, for its page; undefined where there is none. */
export function readSandboxCheckout({ db }: Pick<Services, 'db'>, checkoutId: string) {
  return db
    .selectFrom('checkouts')
    .innerJoin('bookings', 'bookings.id', 'checkouts.bookingId')
    .select(['checkouts.id', 'checkouts.state', 'checkouts.amountPence', 'checkouts.expiresAt', 'bookings.reference'])
    .where('checkouts.id', '=', checkoutId)
    .where('checkouts.provider', '=', 'sandbox')
    .executeTakeFirst()
}

/** Pays at the sandbox, whose message reaches us as another provider's would. Answers the session's id, for the way back. */
export async function payAtSandbox(services: Services, { id, amountPence }: { id: string; amountPence: number }): Promise<string> {
  const { secrets, clock } = services
  const paidAt = toInstant(clock.now())
  const sessionId = sessionOf(id)
  const payment = { providerPaymentId: `sandbox_payment_${id}`, checkoutId: id, sessionId, amountPence, currency: 'gbp', paidAt }
  const body = JSON.stringify({ id: `sandbox_event_${id}`, kind: 'checkout.paid', payment } satisfies PaymentEvent)
  await receivePaymentEvent(services, body, `t=${paidAt},v1=${secrets.sign('sandbox-payment', `${paidAt}.${body}`)}`)
  return sessionId
}
