import Stripe from 'stripe'
import type { StripeConfig } from '#app/platform/config.ts'
import {
  type CheckoutOrder,
  CheckoutRefused,
  ForgedPaymentEvent,
  type ListedPayment,
  type PaymentProvider,
} from '#app/platform/payments.ts'
import { type Instant, later, minutes } from '#app/values/clock.ts'
import { chargeOf, disputeOf, eventOf, isForUs, paymentOf, refundOf } from './stripe-objects.ts'

/* Stripe, through its own library: a Checkout Session for each booking, or a static payment link. It recognises repetitions by our ids,
   sent as idempotency keys, for at least a day; after that we check before acting again. No card data comes here. */

/** One attempt of a call; with one retry it still ends before the visitor gives up. */
const callMs = 4_000
/** Stripe keeps a page open for at least 30 minutes; one more is for clock differences and transit. */
const leastOpenMs = minutes(31)
/** A page may be paid a day after it was opened. */
const longestOpenMs = minutes(24 * 60)
const toleranceSeconds = 300
/** Bounds the list: an hour has a handful of payments. */
const longestList = 5_000

type Session = Stripe.Checkout.Session

/** Payments through Stripe. `paymentLink`: returns the static link, if not the one in the configuration. */
export function createStripe(
  { secretKey, webhookSecret, apiUrl, ...config }: StripeConfig,
  {
    paymentLink = async () => config.paymentLink,
    timeoutMs = callMs,
  }: { paymentLink?(): Promise<string | undefined>; timeoutMs?: number } = {},
): PaymentProvider {
  const hasLink = async () => (await paymentLink()) !== undefined
  const stripe = new Stripe(secretKey, { timeout: timeoutMs, maxNetworkRetries: 1, telemetry: false, ...(apiUrl && addressOf(apiUrl)) })

  /** The page of an order. An email address that Stripe rejects must not prevent paying: the customer types it there. */
  async function openSession(order: CheckoutOrder): Promise<Session> {
    try {
      return await stripe.checkout.sessions.create(sessionOf(order), { idempotencyKey: order.checkoutId })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.param !== 'customer_email') throw error
      const { customer_email: _, ...withoutEmail } = { customer_email: '', ...sessionOf(order) }
      return stripe.checkout.sessions.create(withoutEmail, { idempotencyKey: `${order.checkoutId}-without-email` })
    }
  }

  /**
   * The event of a message signed by Stripe. The library reports unreadable ones with several kinds of errors: all mean that it isn't
   * Stripe's.
   */
  function signedEvent(body: string, signature: string, now: Date): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds, undefined, now.getTime())
    } catch (error) {
      throw new ForgedPaymentEvent('signature', { cause: error })
    }
  }

  return {
    name: 'stripe',
    hosts: ['checkout.stripe.com', 'buy.stripe.com'],
    leastOpenMs,
    async openCheckout(order, signal) {
      const link = order.item.kind === 'fee' && (await paymentLink())
      if (link) return { sessionId: null, url: linkOf(link, order) }
      const session = await before(signal, openSession(order)).catch((error: unknown) => {
        throw isFinal(error) ? new CheckoutRefused(`Stripe refused to open the payment page: ${(error as Error).message}`) : error
      })
      return { sessionId: session.id, url: session.url ?? '' }
    },
    async endCheckout(sessionId, signal) {
      try {
        await before(signal, stripe.checkout.sessions.expire(sessionId))
        return undefined
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        if (error.code === 'resource_missing') return undefined
        // Only an open one can be ended: this one has expired, or was paid.
        const session = await before(signal, stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }))
        if (session.status === 'open') throw error
        return paymentOf(session, session.created)
      }
    },
    async refund({ refundId, providerPaymentId, amountPence }, signal) {
      // Stripe remembers our ids for a shorter time than we retry: a refund that it has made must not be made again.
      const made = stripe.refunds.list({ payment_intent: providerPaymentId, limit: 100 })
      for await (const refund of listed(made, signal)) if (refund.metadata?.refundId === refundId) return refundOf(refund)
      const asked = { payment_intent: providerPaymentId, amount: amountPence, metadata: { refundId } }
      try {
        return refundOf(await before(signal, stripe.refunds.create(asked, { idempotencyKey: refundId })))
      } catch (error) {
        if (!isNoRefund(error)) throw error
        return { refundId, providerRefundId: null, providerPaymentId, amountPence, state: 'failed' }
      }
    },
    async readEvent(body, signature, now) {
      const event = signedEvent(body, signature ?? '', now)
      // Test money isn't money, and the other way round.
      const isOtherMode = event.livemode !== undefined && event.livemode !== secretKey.includes('_live_')
      return isOtherMode ? { id: event.id, kind: event.type } : eventOf(event, await hasLink())
    },
    lists: {
      async *payments(since, signal) {
        const mayBeByLink = await hasLink()
        const created = { gte: toSeconds(later(since, -longestOpenMs)) }
        const expand = ['data.payment_intent.latest_charge']
        for await (const session of listed(stripe.checkout.sessions.list({ created, status: 'complete', limit: 100, expand }), signal)) {
          const payment = paymentOf(session, session.created)
          if (payment && payment.paidAt >= since)
            yield {
              ...payment,
              refundedPence: chargeOf(session)?.amount_refunded ?? 0,
              isForUs: isForUs(session, mayBeByLink),
            } satisfies ListedPayment
        }
      },
      async *refunds(since, signal) {
        const list = stripe.refunds.list({ created: { gte: toSeconds(since) }, limit: 100 })
        for await (const refund of listed(list, signal)) yield refundOf(refund)
      },
      async *disputes(since, now, signal) {
        const list = stripe.disputes.list({ created: { gte: toSeconds(since) }, limit: 100 })
        try {
          for await (const dispute of listed(list, signal)) yield disputeOf(dispute, now)
        } catch (error) {
          // A restricted key from before disputes were read: messages about them still arrive.
          if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
        }
      },
    },
  }
}

/** Returns the order for Stripe, always the same for one order. */
function sessionOf({ checkoutId, reference, item, amountPence, email, expiresAt, successUrl, cancelUrl }: CheckoutOrder) {
  const metadata = { checkoutId, reference }
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: { currency: 'gbp', unit_amount: amountPence, product_data: { name: item.name } } }],
    client_reference_id: checkoutId,
    // Bookings by phone may have none.
    ...(email && { customer_email: email }),
    metadata,
    payment_intent_data: { metadata, description: `${item.name}, booking ${reference}` },
    expires_at: toSeconds(expiresAt),
    // Stripe inserts the session's id.
    success_url: `${successUrl}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: cancelUrl,
  } satisfies Stripe.Checkout.SessionCreateParams
}

function linkOf(link: string, { checkoutId, email }: CheckoutOrder): string {
  if (!URL.canParse(link)) return link
  const url = new URL(link)
  url.searchParams.set('client_reference_id', checkoutId)
  url.searchParams.set('prefilled_email', email)
  return url.href
}

/** An answer that stays the same for the same id: a refusal, or Stripe's own failure, which it keeps with the id. */
const isFinal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500)

/** There is nothing left to refund, or the customer's bank is refunding it. Other errors are worth a retry. */
const isNoRefund = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'charge_already_refunded' || error.code === 'charge_disputed' || error.param === 'amount')

/** The library's calls don't take a signal. */
function before<Answer>(signal: AbortSignal, call: Promise<Answer>): Promise<Answer> {
  signal.throwIfAborted()
  const given = Promise.withResolvers<never>()
  const giveUp = () => given.reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  return Promise.race([call, given.promise]).finally(() => signal.removeEventListener('abort', giveUp))
}

async function* listed<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  let count = 0
  for await (const item of items) {
    signal.throwIfAborted()
    if (++count > longestList) throw new Error(`Stripe lists more than ${longestList}`)
    yield item
  }
}

const addressOf = (apiUrl: string) => {
  const { protocol, hostname, port } = new URL(apiUrl)
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { host: hostname, protocol: scheme, port: port || (scheme === 'http' ? 80 : 443) }
}

const toSeconds = (at: Instant): number => Math.floor(new Date(at).getTime() / 1_000)
