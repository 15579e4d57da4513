/** How the priority fee of a booking made online stands, as its private pages show it. */
export interface FeeView {
  /** 'due': to be paid until `dueAt`. */
  state: 'due' | 'paid' | 'expired' | 'cancelled'
  amountPence: number
  /** Whether a slot is held for it, or sold to it: else the first to pay has it. */
  isHeld: boolean
  /** Until when it can be paid, and when all this was so by the server's clock: ISO 8601 instants. */
  dueAt: string
  at: string
  /** Money that came and goes back: why, how much and how far it is, in words. */
  returns: string[]
  /** Once the time to pay has run out, this very booking can be paid for again. */
  mayRetry: boolean
}
