/** What a visitor who comes back from paying is told (specification 2 section 2, payment success; DESIGN 6). */
export type PaymentView =
  /** Nobody paid here: the address has no session. */
  | { state: 'absent' }
  /** The provider has not told us yet; an enquiry reference to ring with. */
  | { state: 'confirming'; reference: string }
  /** Paid: the booking's own reference. */
  | { state: 'paid'; reference: string }

/** What the endpoint says of a payment that somebody waits for; nothing, where the answer is something else. */
export function paymentViewOf(answer: unknown): PaymentView | undefined {
  const { state, reference } = Object(answer) as Record<string, unknown>
  return (state === 'confirming' || state === 'paid') && typeof reference === 'string' && reference ? { state, reference } : undefined
}

/** How often the page asks, and how long. */
export const pollEveryMs = 5_000
export const pollForMs = 10 * 60_000

/** An answer that takes longer has failed. */
export const longestWaitMs = 10_000
