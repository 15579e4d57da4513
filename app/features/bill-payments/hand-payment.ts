import { type HandMethod, isHandMethod } from '#app/features/payments/hand-payments.ts'
import { penceOf } from '#app/platform/fields.ts'
import { poundsText } from '#content/money.ts'

/** £100,000: a comma in the wrong place. */
const mostPence = 10_000_000

/**
 * Cash or a bank transfer as it was typed, or what is wrong with it, by field. `owedPence`: what is still to be paid, where that is known:
 * cash is never more, since change is given at the door.
 */
export function readHandPayment(
  { method, amount }: { method: string; amount: string },
  owedPence?: number,
): { payment: { method: HandMethod; amountPence: number } } | { problems: Record<string, string> } {
  if (!isHandMethod(method)) return { problems: { method: 'Choose how they paid' } }
  const amountPence = penceOf(amount)
  if (!amountPence || amountPence > mostPence) return { problems: { paidAmount: 'Enter an amount in pounds, like 142.50' } }
  if (owedPence !== undefined && owedPence <= 0) return { problems: { paidAmount: 'This bill has already been paid.' } }
  if (owedPence !== undefined && method === 'cash' && amountPence > owedPence)
    return { problems: { paidAmount: `They owe ${poundsText(owedPence)}. Enter that or less, and give change for the rest.` } }
  return { payment: { method, amountPence } }
}
