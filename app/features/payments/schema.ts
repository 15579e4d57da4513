/** What a visitor who comes back from paying is told (specification 2 section 2, payment success; DESIGN 6). */
export type PaymentView =
  /** Nobody paid here: the address has no session. */
  | { state: 'absent' }
  /** The provider has not told us yet; an enquiry reference to ring with. */
  | { state: 'confirming'; reference: string }
  /** Paid: the booking's own reference. */
  | { state: 'paid'; reference: string }

/** How often the page asks, and how long. */
export const pollEveryMs = 5_000
export const pollForMs = 10 * 60_000
