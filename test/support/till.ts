import { type CheckoutOrder, ForgedPaymentEvent, type PaymentEvent, type PaymentProvider } from '#app/platform/payments.ts'
import { later, minutes } from '#app/values/clock.ts'

/** A provider's response: it acts, does nothing, acts but its response is lost, reports later, or fails. */
export type Mood = 'well' | 'down' | 'answer lost' | 'later' | 'failing'

interface Taken {
  id: string
  checkoutId: string
  sessionId: string
  amountPence: number
  currency: string
  paidAt: string
  /** By the refund's id. */
  refunds: Map<string, number>
}

/**
 * A simulated payment provider with its accounts: the payments and refunds. It enforces only what providers promise (repeated requests are
 * recognised by our ids; refunds never exceed payments). Its pages accept payments at any time.
 */
export class Till implements PaymentProvider {
  readonly name = 'till'
  readonly hosts = ['pay.example.com']
  readonly leastOpenMs = minutes(30)
  readonly lists = null
  mood: Mood = 'well'
  /** By the session's id. */
  readonly sessions = new Map<string, { order: CheckoutOrder; isEnded: boolean }>()
  readonly taken: Taken[] = []
  /** Every message, in order of creation. */
  readonly messages: PaymentEvent[] = []
  /** Refunds accepted but not made yet, by their ids. */
  readonly #waiting = new Map<string, { payment: Taken; amountPence: number }>()

  async openCheckout(order: CheckoutOrder) {
    if (this.mood === 'down') throw new Error('the provider is down')
    const sessionId = `session_${order.checkoutId}`
    if (!this.sessions.has(sessionId)) this.sessions.set(sessionId, { order, isEnded: false })
    if (this.mood === 'answer lost') throw new Error('the answer was lost')
    return { sessionId, url: `https://pay.example.com/${sessionId}` }
  }

  async endCheckout(sessionId: string): Promise<undefined> {
    if (this.mood === 'down') throw new Error('the provider is down')
    const session = this.sessions.get(sessionId)
    if (session) session.isEnded = true
    if (this.mood === 'answer lost') throw new Error('the answer was lost')
  }

  async refund({ refundId, providerPaymentId, amountPence }: { refundId: string; providerPaymentId: string; amountPence: number }) {
    const answer = { refundId, providerRefundId: `refund_${refundId}`, providerPaymentId, amountPence }
    if (this.mood === 'down') throw new Error('the provider is down')
    const payment = this.taken.find(({ id }) => id === providerPaymentId)
    if (!payment) throw new Error(`asked to return ${providerPaymentId}, which never came`)
    if (!payment.refunds.has(refundId)) {
      if (this.mood === 'failing') return { ...answer, state: 'failed' as const }
      if (this.#waiting.has(refundId)) return { ...answer, state: 'waiting' as const }
      const promised = [...this.#waiting.values()].reduce((sum, each) => sum + (each.payment === payment ? each.amountPence : 0), 0)
      if (returnedOf(payment) + promised + amountPence > payment.amountPence) throw new Error('asked to return more than came')
      if (this.mood === 'later') {
        this.#waiting.set(refundId, { payment, amountPence })
        this.messages.push({ id: `event_${this.messages.length}`, kind: 'refund.done', refund: { ...answer, state: 'done' } })
        return { ...answer, state: 'waiting' as const }
      }
      payment.refunds.set(refundId, amountPence)
    }
    if (this.mood === 'answer lost') throw new Error('the answer was lost')
    return { ...answer, state: 'done' as const }
  }

  readEvent(body: string, signature: string | undefined): PaymentEvent {
    if (signature !== 'signed') throw new ForgedPaymentEvent('signature')
    const event = JSON.parse(body) as PaymentEvent
    // The refund counts once, when the message about it is delivered.
    const refundId = event.refund?.refundId ?? ''
    const waiting = this.#waiting.get(refundId)
    if (waiting) waiting.payment.refunds.set(refundId, waiting.amountPence)
    this.#waiting.delete(refundId)
    return event
  }

  /** Pays at a page. Creates the message, which a test then delivers. */
  take(sessionId: string, paidAt: string, changes: Partial<Pick<Taken, 'amountPence' | 'currency'>> = {}) {
    const session = this.sessions.get(sessionId)
    if (!session) throw new Error('there is no such page')
    const { checkoutId, amountPence } = session.order
    const base = { id: `payment_${this.taken.length}`, checkoutId, sessionId, amountPence, currency: 'gbp', paidAt, ...changes }
    this.taken.push({ ...base, refunds: new Map() })
    const { id: providerPaymentId, ...payment } = base
    this.messages.push({ id: `event_${this.messages.length}`, kind: 'checkout.paid', payment: { providerPaymentId, ...payment } })
  }

  /** True if the session can still be paid. */
  isOpen(sessionId: string, now: string): boolean {
    const session = this.sessions.get(sessionId)
    return session !== undefined && !session.isEnded && later(session.order.expiresAt, 0) > now
  }
}

/** The amount refunded of a payment, in pence. */
export const returnedOf = ({ refunds }: Pick<Taken, 'refunds'>): number =>
  [...refunds.values()].reduce((total, amountPence) => total + amountPence, 0)
