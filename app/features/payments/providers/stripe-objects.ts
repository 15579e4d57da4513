import type Stripe from 'stripe'
import type { PaymentEvent, ProviderDispute, ProviderPayment, ProviderRefund } from '#app/platform/payments.ts'
import type { Instant } from '#app/values/clock.ts'

/* Stripe's reports, as the payments room understands them. */

type Session = Stripe.Checkout.Session

/** Returns the content of a message. One of a kind that doesn't matter here is only known to have arrived. */
export function eventOf(event: Stripe.Event, hasLink: boolean): PaymentEvent {
  const { id, type: kind, created } = event
  switch (event.type) {
    // A completed one may still be waiting for its money.
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object
      const payment = isForUs(session, hasLink) ? paymentOf(session, created) : undefined
      return { id, kind, ...(payment && { payment }) }
    }
    case 'checkout.session.async_payment_failed':
      return { id, kind, unpaidSessionId: event.data.object.id }
    // Also refunds made by hand in the dashboard: `charge.refunded` only has their sum.
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return { id, kind, refund: refundOf(event.data.object) }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { id, kind, dispute: disputeOf(event.data.object, toInstant(created)) }
    default:
      return { id, kind }
  }
}

/** The payment of a session; undefined if there is none. `paidSeconds`: its time if the charge has none. */
export function paymentOf(session: Session, paidSeconds: number): ProviderPayment | undefined {
  const providerPaymentId = idOf(session.payment_intent)
  const { payment_status, amount_total, currency } = session
  if (payment_status !== 'paid' || !providerPaymentId || !amount_total || !currency) return undefined
  return {
    providerPaymentId,
    checkoutId: checkoutIdOf(session),
    ...(!checkoutIdOf(session) && { isUnclaimed: true }),
    sessionId: session.id,
    amountPence: amount_total,
    currency,
    paidAt: toInstant(chargeOf(session)?.created ?? paidSeconds),
  }
}

/** Our checkout's id, if the session carries one; other references mean nothing here. */
const checkoutIdOf = ({ metadata, client_reference_id }: Session): string | null =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.exec(metadata?.checkoutId ?? client_reference_id ?? '')?.[0] ?? null

/**
 * The account may take other payments, which we ignore: ours carry the id of a checkout. If a static link is in use, a payment by link
 * without one may be for us too.
 */
export const isForUs = (session: Session, hasLink: boolean): boolean =>
  checkoutIdOf(session) !== null || (hasLink && session.payment_link !== null)

export function chargeOf({ payment_intent }: Session): Stripe.Charge | undefined {
  const charge = typeof payment_intent === 'object' ? payment_intent?.latest_charge : undefined
  return typeof charge === 'object' ? (charge ?? undefined) : undefined
}

const refundStates: Record<string, ProviderRefund['state']> = { succeeded: 'done', failed: 'failed', canceled: 'failed' }

export const refundOf = ({ id, metadata, payment_intent, amount, status }: Stripe.Refund): ProviderRefund => ({
  refundId: metadata?.refundId ?? null,
  providerRefundId: id,
  providerPaymentId: idOf(payment_intent) ?? null,
  amountPence: amount,
  state: refundStates[status ?? ''] ?? 'waiting',
})

/** Other states are those of a dispute that is open: to be answered, under review, or an appeal. */
const disputeStates: Record<string, ProviderDispute['state']> = {
  ...{ warning_needs_response: 'inquiry', warning_under_review: 'inquiry', warning_closed: 'closed' },
  ...{ won: 'won', lost: 'lost', prevented: 'closed' },
}

export function disputeOf(dispute: Stripe.Dispute, reportedAt: Instant): ProviderDispute {
  const { id, payment_intent, amount, currency, reason, status, created, evidence_details, balance_transactions } = dispute
  const state = disputeStates[status] ?? 'open'
  const dueBy = state === 'open' || state === 'inquiry' ? evidence_details?.due_by : null
  return {
    ...{ providerDisputeId: id, providerPaymentId: idOf(payment_intent) ?? null, amountPence: amount, currency, reason, state },
    // 0: the bank takes no answer.
    evidenceDueAt: dueBy ? toInstant(dueBy) : null,
    ...{ openedAt: toInstant(created), reportedAt },
    movements: balance_transactions
      .flatMap((each) => [
        { id: each.id, kind: 'money' as const, pence: each.amount, at: toInstant(each.created) },
        { id: each.id, kind: 'fee' as const, pence: -each.fee, at: toInstant(each.created) },
      ])
      .filter(({ pence }) => pence !== 0),
  }
}

const idOf = (one: string | { id: string } | null): string | undefined => (typeof one === 'string' ? one : one?.id)

const toInstant = (seconds: number): Instant => new Date(seconds * 1_000).toISOString()
