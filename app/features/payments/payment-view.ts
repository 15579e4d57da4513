import type { Purchase } from '#app/platform/track.ts'

/** A step of a visit's progress, as pages show it. */
export interface ProgressStep {
  id: 'booked' | 'paid' | 'engineer' | 'on_the_way' | 'arrived' | 'done' | 'no_access' | 'cancelled' | 'expired'
  /**
   * 'done': it has happened. 'now': the visit is at this step; at 'paid' and 'engineer' without `at`, that is still awaited. 'missed': it
   * has not happened by the time that we promised.
   */
  state: 'done' | 'now' | 'to_come' | 'missed'
  /** The ISO 8601 instant it happened or began. Absent if it hasn't, or wasn't recorded. */
  at?: string
}

/** The page after a payment. */
export type PaymentView =
  /** No payment: the address has no session. */
  | { state: 'absent' }
  /** The provider has not confirmed it yet; with an enquiry reference for calling us. */
  | { state: 'confirming'; reference: string }
  /**
   * Paid: the booking's own reference; for visitors who agreed to analytics, the purchase; `text`: any overpayment and its refund, in
   * words; `steps`: the visit's progress; `trackingPath`: of the booking's own page.
   */
  | {
      state: 'paid'
      reference: string
      purchase?: Purchase
      text?: string
      steps?: readonly ProgressStep[]
      trackingPath?: string
    }
  /** A received payment that is refunded: the reason and the sum, in words. */
  | { state: 'returned'; reference: string; text: string }

/** Parses the endpoint's answer about a pending payment; undefined if it is something else. */
export function paymentViewOf(answer: unknown): PaymentView | undefined {
  const { state, reference, purchase, text, steps, trackingPath } = Object(answer) as Record<string, unknown>
  if (typeof reference !== 'string' || !reference) return undefined
  if (state === 'returned') return typeof text === 'string' ? { state, reference, text } : undefined
  if (state !== 'confirming' && state !== 'paid') return undefined
  if (state === 'confirming') return { state, reference }
  return {
    ...{ state, reference },
    ...(isPurchase(purchase) && { purchase }),
    ...(typeof text === 'string' && { text }),
    ...(Array.isArray(steps) && steps.every(isProgressStep) && { steps }),
    ...(typeof trackingPath === 'string' && /^\/track\/[\w-]+$/.test(trackingPath) && { trackingPath }),
  }
}

const stepIds: ReadonlySet<unknown> = new Set([
  'booked',
  'paid',
  'engineer',
  'on_the_way',
  'arrived',
  'done',
  'no_access',
  'cancelled',
  'expired',
] satisfies ProgressStep['id'][])
const stepStates: ReadonlySet<unknown> = new Set(['done', 'now', 'to_come', 'missed'] satisfies ProgressStep['state'][])

function isProgressStep(given: unknown): given is ProgressStep {
  const { id, state, at } = Object(given) as Record<string, unknown>
  return stepIds.has(id) && stepStates.has(state) && (at === undefined || !Number.isNaN(Date.parse(String(at))))
}

/** Returns true if a purchase record is complete and has only the outward code of its place. */
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
