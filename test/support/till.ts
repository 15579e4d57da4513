import { later, minutes } from '#app/platform/clock.ts'
import { type CheckoutOrder, ForgedPaymentEvent, type PaymentEvent, type PaymentProvider } from '#app/platform/payments.ts'

/** How a provider answers: it does what is asked, does nothing, does it without our hearing of it, says so later, or cannot. */
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
 * A payment provider beyond the network, and its books: what it took and what it gave back. It holds what was asked of it to what a
 * provider promises (repetitions are told by our ids; never more back than came) and nothing else: its pages take money at any time.
 */
export class Till implements PaymentProvider {
  readonly name = 'till'
  readonly hosts = ['pay.example.com']
  readonly leastOpenMs = minutes(30)
  readonly lists = null
  mood: Mood = 'well'
  /** Open until: by the session's id. */
  readonly sessions = new Map<string, { order: CheckoutOrder; isEnded: boolean }>()
  readonly taken: Taken[] = []
  /** Every message, in the order in which it was made. */
  readonly messages: PaymentEvent[] = []
  /** Refunds that it has taken on and not made yet, by their ids. */
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
    // The money moves when we are told of it, and once.
    const refundId = event.refund?.refundId ?? ''
    const waiting = this.#waiting.get(refundId)
    if (waiting) waiting.payment.refunds.set(refundId, waiting.amountPence)
    this.#waiting.delete(refundId)
    return event
  }

  /** Someone pays at a page. Its message is made, and told when someone delivers it. */
  take(sessionId: string, paidAt: string, changes: Partial<Pick<Taken, 'amountPence' | 'currency'>> = {}) {
    const session = this.sessions.get(sessionId)
    if (!session) throw new Error('there is no such page')
    const { checkoutId, amountPence } = session.order
    const base = { id: `payment_${this.taken.length}`, checkoutId, sessionId, amountPence, currency: 'gbp', paidAt, ...changes }
    this.taken.push({ ...base, refunds: new Map() })
    const { id: providerPaymentId, ...payment } = base
    this.messages.push({ id: `event_${this.messages.length}`, kind: 'checkout.paid', payment: { providerPaymentId, ...payment } })
  }

  /** Whether someone could still pay there. */
  isOpen(sessionId: string, now: string): boolean {
    const session = this.sessions.get(sessionId)
    return session !== undefined && !session.isEnded && later(session.order.expiresAt, 0) > now
  }
}

/** What went back of a payment, in pence. */
export const returnedOf = ({ refunds }: Pick<Taken, 'refunds'>): number =>
  [...refunds.values()].reduce((total, amountPence) => total + amountPence, 0)
