import { penceOf } from '#app/platform/fields.ts'
import { poundsText } from '#content/money.ts'

/** Payment methods that no provider reports: someone records them. */
export const handMethods = { cash: 'Cash', transfer: 'Bank transfer' } as const
export type HandMethod = keyof typeof handMethods

/** A method's name within a sentence: 'in cash', 'by bank transfer', 'by card'. */
export const paidInWords = (method: string): string => (method === handMethods.cash ? 'in cash' : `by ${method.toLowerCase()}`)

/** Returns true if a payment was recorded by hand, by its `provider`: it is refunded by hand too. */
export const isHandMethod = (provider: string): provider is HandMethod => Object.hasOwn(handMethods, provider)

/** £100,000: a comma in the wrong place. */
const mostPence = 10_000_000

const tooMuch = {
  cash: 'Enter that or less, and give change for the rest.',
  transfer: 'Enter that or less. If they sent more, tell the office.',
  /** For staff. */
  untold: 'If they transferred more, tick the box below.',
} as const

/**
 * Returns cash or a bank transfer as typed, or the problems by field. `owedPence`: the amount due, if known: a larger amount is only
 * accepted for a transfer, by staff, once they have confirmed it (`isMore`; undefined: by an engineer).
 */
export function readHandPayment(
  { method, amount, isMore }: { method: string; amount: string; isMore?: boolean },
  owedPence?: number,
): { payment: { method: HandMethod; amountPence: number } } | { problems: Record<string, string> } {
  if (!isHandMethod(method)) return { problems: { method: 'Choose how they paid' } }
  const amountPence = penceOf(amount)
  if (!amountPence || amountPence > mostPence) return { problems: { paidAmount: 'Enter an amount in pounds, like 142.50' } }
  if (owedPence !== undefined && owedPence <= 0) return { problems: { paidAmount: 'This bill has already been paid.' } }
  if (owedPence !== undefined && amountPence > owedPence && !(isMore && method === 'transfer'))
    return {
      problems: {
        paidAmount: `They owe ${poundsText(owedPence)}. ${tooMuch[isMore === false && method === 'transfer' ? 'untold' : method]}`,
      },
    }
  return { payment: { method, amountPence } }
}
