import { ForgedPaymentEvent, type PaymentEvent, type PaymentProvider } from '#app/platform/payments.ts'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'

/* A payment provider without money, so that everything works on a fresh machine: its payment page is one of ours, clearly marked, and its
   messages are signed and handled like any other's. */

/** An older message is a replay. */
const eventHoldsMs = minutes(5)

type Signing = Pick<Services, 'secrets' | 'config'>

/** The sandbox, for a site on this machine. */
export const createSandbox = ({ secrets, config }: Signing): PaymentProvider => ({
  name: 'sandbox',
  hosts: [new URL(config.siteUrl).hostname],
  leastOpenMs: 0,
  openCheckout: async ({ checkoutId }) => ({
    sessionId: sessionOf(checkoutId),
    url: `${config.siteUrl}/dev/pay/${keyOf(secrets, checkoutId)}/${checkoutId}`,
  }),
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

/** The part of a payment page's address before the checkout's id, which could be guessed. */
const keyOf = (secrets: Services['secrets'], checkoutId: string) => secrets.sign('sandbox-checkout', checkoutId)

/** Returns a checkout of the sandbox, for its page, from the address; undefined if there is none. */
export async function readSandboxCheckout({ db, secrets }: Pick<Services, 'db' | 'secrets'>, key: string, checkoutId: string) {
  if (!sameSecret(key, keyOf(secrets, checkoutId))) return undefined
  return db
    .selectFrom('checkouts')
    .innerJoin('bookings', 'bookings.id', 'checkouts.bookingId')
    .leftJoin('bills', 'bills.id', 'checkouts.billId')
    .select([
      'checkouts.id',
      'checkouts.state',
      'checkouts.amountPence',
      'checkouts.expiresAt',
      'checkouts.billId',
      'checkouts.byCode',
      'bills.reference as bill',
    ])
    .select(['bookings.id as bookingId', 'bookings.reference', 'bookings.trackingKeyId', 'bookings.trackingRevocations'])
    .where('checkouts.id', '=', checkoutId)
    .where('checkouts.provider', '=', 'sandbox')
    .executeTakeFirst()
}

/** Returns the session's id for the payer's browser to bring back; it confirms nothing. */
export const sessionOf = (checkoutId: string) => `sandbox_${checkoutId}`
