import type { Instant } from '#app/values/clock.ts'
import type { DisputesTable } from '#db/tables/payments.ts'

/** An order for a provider's payment page. */
export interface CheckoutOrder {
  /** Our checkout's id: repeating it opens no second page, and the provider's messages carry it. */
  checkoutId: string
  /** `BK-…`, shown on the page and on the receipt. */
  reference: string
  /** The item's name on the provider's page. A static link is for the fee alone. */
  item: { kind: 'fee' | 'bill'; name: string }
  amountPence: number
  email: string
  /** The time the page should stop taking money; a provider may need longer. */
  expiresAt: Instant
  successUrl: string
  cancelUrl: string
}

export interface OpenedCheckout {
  /** Null: a static link, whose session is known when it is paid. */
  sessionId: string | null
  url: string
}

/** A payment that a provider reports. */
export interface ProviderPayment {
  providerPaymentId: string
  /** Our id, if the provider sent it. */
  checkoutId: string | null
  /** True if the payment may be ours, but for no known booking: someone opened a static link by hand. Only staff can tell. */
  isUnclaimed?: boolean
  sessionId: string | null
  amountPence: number
  /** ISO 4217, small letters. */
  currency: string
  paidAt: Instant
}

/** The result of a refund, from the provider. */
export interface ProviderRefund {
  /** Our id, if the provider sent it. */
  refundId: string | null
  /** Null if the provider refused the refund. */
  providerRefundId: string | null
  /** The refunded payment's id; null if the provider does not say. */
  providerPaymentId: string | null
  amountPence: number
  state: 'waiting' | 'done' | 'failed'
}

/** A payment that the customer disputes with their bank, as the provider reports it at one moment. */
export interface ProviderDispute extends Omit<DisputesTable, 'id' | 'provider'> {
  /** Money taken from us (negative) and returned to us for it so far, and the provider's fee for it. */
  movements: readonly { id: string; kind: 'money' | 'fee'; pence: number; at: Instant }[]
}

/** A payment in the provider's own list. */
export interface ListedPayment extends ProviderPayment {
  /** The part that was refunded, or is being refunded. */
  refundedPence: number
  /** false: it is for something else that uses the same account. */
  isForUs: boolean
}

/** A message of the provider, its signature checked. */
export interface PaymentEvent {
  id: string
  kind: string
  payment?: ProviderPayment
  refund?: ProviderRefund
  dispute?: ProviderDispute
  /** The session of a payment page whose payment has failed. */
  unpaidSessionId?: string
}

/** A payment provider. Each call may be repeated: the provider recognises repetitions by our ids. */
export interface PaymentProvider {
  name: string
  /** Hosts that its payment pages are on. */
  hosts: readonly string[]
  /** The shortest time that it keeps a payment page open, in ms. */
  leastOpenMs: number
  openCheckout(order: CheckoutOrder, signal: AbortSignal): Promise<OpenedCheckout>
  /** Closes that page for payments. Returns any payment made there before; calling it twice has the same result. */
  endCheckout(sessionId: string, signal: AbortSignal): Promise<ProviderPayment | undefined>
  refund(refund: { refundId: string; providerPaymentId: string; amountPence: number }, signal: AbortSignal): Promise<ProviderRefund>
  /** Reads a message by its raw body and signature header. Throws `ForgedPaymentEvent`. */
  readEvent(body: string, signature: string | undefined, now: Date): PaymentEvent | Promise<PaymentEvent>
  /** Payments and refunds since then, as the provider lists them; null if it has no such lists. */
  lists: {
    payments(since: Instant, signal: AbortSignal): AsyncIterable<ListedPayment>
    refunds(since: Instant, signal: AbortSignal): AsyncIterable<ProviderRefund>
    /** Disputes that were opened since then, as they are now. */
    disputes(since: Instant, now: Instant, signal: AbortSignal): AsyncIterable<ProviderDispute>
  } | null
}

/** The provider refused a payment page, and would refuse the same order again: another has to be begun. */
export class CheckoutRefused extends Error {}

/** A message with an invalid or expired signature. */
export class ForgedPaymentEvent extends Error {}
