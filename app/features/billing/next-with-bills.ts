import { counted, nextText } from '#app/platform/next-text.ts'
import type { ShownBill } from './bill-text.ts'

/** The most bills in one list. */
export const mostListed = 100

interface Bills {
  /** Sums that don't add up. */
  differences: readonly unknown[]
  refusedPayments: readonly unknown[]
  calls: readonly unknown[]
  toIssue: readonly unknown[]
  owing: readonly unknown[]
}

/** Returns the next thing to do with all bills, in a sentence. */
export const nextWithBills = ({ differences, refusedPayments, calls, toIssue, owing }: Bills): string =>
  nextText(
    [
      differences.length > 0 && 'ask an owner to check the sums above',
      refusedPayments.length > 0 && `sort out ${counted(refusedPayments.length, 'payment')} taken at the door`,
      calls.length > 0 && `call ${counted(calls.length, 'customer')} about money`,
      toIssue.length > 0 && `open, check and issue ${counted(toIssue.length, 'bill')}`,
    ],
    owing.length > 0
      ? 'Nothing to do now. We send reminders for unpaid bills automatically.'
      : 'Nothing to do: every visit has been billed, and every bill is paid.',
  )

/** Returns the next thing to do with a bill, for its booking's page. */
export function nextWithBill({ isIssued, isDisputed, confirming, owedPence, owed, dueOn }: ShownBill): string {
  if (!isIssued) return `Next: check this bill and issue it. The customer gets it by email${owedPence > 0 ? ', with a link to pay' : ''}.`
  if (isDisputed) return 'Nothing to do here: the bank is deciding about a payment.'
  if (confirming) return 'Nothing to do yet: a card payment is being confirmed.'
  if (owedPence > 0)
    return `${owed.figure} is unpaid, due on ${dueOn}. We send reminders. If they pay in cash or by transfer, record it with the bill.`
  return owedPence < 0
    ? `Next: give back ${owed.figure}. Card payments are refunded automatically.`
    : 'Nothing to do: nothing is left to pay.'
}
