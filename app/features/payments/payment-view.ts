import type { Purchase } from '#app/features/analytics/track.ts'

/** What a visitor who comes back from paying is told. */
export type PaymentView =
  /** Nobody paid here: the address has no session. */
  | { state: 'absent' }
  /** The provider has not told us yet; an enquiry reference to ring with. */
  | { state: 'confirming'; reference: string }
  /**
   * Paid: the booking's own reference; for visitors who agreed to analytics, what was bought; `text`: what came on top of it and goes
   * back, in words.
   */
  | { state: 'paid'; reference: string; purchase?: Purchase; text?: string }
  /** It came, and goes back: why, and how much, in words. */
  | { state: 'returned'; reference: string; text: string }

/** What the endpoint says of a payment that somebody waits for; nothing, where the answer is something else. */
export function paymentViewOf(answer: unknown): PaymentView | undefined {
  const { state, reference, purchase, text } = Object(answer) as Record<string, unknown>
  if (typeof reference !== 'string' || !reference) return undefined
  if (state === 'returned') return typeof text === 'string' ? { state, reference, text } : undefined
  if (state !== 'confirming' && state !== 'paid') return undefined
  if (state === 'confirming') return { state, reference }
  return { state, reference, ...(isPurchase(purchase) && { purchase }), ...(typeof text === 'string' && { text }) }
}

/** Whether a purchase record is whole, and of its place has the outward code alone. */
function isPurchase(given: unknown): given is Purchase {
  const { currency, value, serviceType, urgency, transactionId, location } = Object(given) as Record<string, unknown>
  return (
    currency === 'GBP' &&
    typeof value === 'number' &&
    value > 0 &&
    typeof serviceType === 'string' &&
    (urgency === 'standard' || urgency === 'redline') &&
    /^[\w-]{6,40}$/.test(String(transactionId)) &&
    /^([A-Z]{1,2}\d[A-Z\d]?)?$/.test(String(location))
  )
}

/** How often the page asks, and how long. */
export const pollEveryMs = 5_000

export const pollForMs = 10 * 60_000

/** An answer that takes longer has failed. */
export const longestWaitMs = 10_000
