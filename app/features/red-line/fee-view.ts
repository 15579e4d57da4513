import { poundsText } from '#content/money.ts'

/** The state of the priority fee of an online booking, for its private pages. */
export interface FeeView {
  /** 'due': to be paid until `dueAt`. */
  state: 'due' | 'paid' | 'expired' | 'cancelled'
  amountPence: number
  /** True if a slot is held for it, or sold to it: otherwise the first to pay gets it. */
  isHeld: boolean
  /** The deadline to pay, and the server's time of this data: ISO 8601 instants. */
  dueAt: string
  at: string
  /** Refunds: reason, sum and progress, in words. */
  returns: string[]
  /** Once the time has run out, this same booking can be paid for again. */
  mayRetry: boolean
}

/** The button that pays a booking's fee, while it may be paid; `path`: of the booking's private page. */
export const payStep = (path: string, fee: FeeView | undefined) =>
  fee?.state === 'due'
    ? { href: `${path}/pay`, label: `Pay ${poundsText(fee.amountPence)}`, hint: 'To confirm your Red Line slot', look: 'alarm' as const }
    : undefined
