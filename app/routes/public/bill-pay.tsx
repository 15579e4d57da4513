import { redirect } from 'react-router'
import { isToPay } from '#app/features/billing/bill-text.ts'
import { NothingToPayNow, PayBill } from '#app/features/billing/components/pay-bill.tsx'
import { recordReturn } from '#app/features/payments/confirming.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/bill-pay'
import { payableOr404 } from './billed.server.ts'

export const meta = () => privateMeta('Pay your bill')
export const headers = () => privateHeaders

/**
 * Returns the amount and the recipient. If nothing is due, or a payment is being confirmed: redirects to the bill, or shows it here to
 * someone who has only the payment link.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { services, isHead } = context.get(visitContext)
  const { bookingId, bill, view, billPath, payPath, checkoutPath } = await payableOr404(services, params)
  const to = (path: string) => redirect(path, { status: 303, headers: privateHeaders })
  const typed = new URL(request.url).searchParams
  const sessionId = typed.get('session_id')
  if (sessionId !== null && billPath === undefined) {
    if (!isHead) await recordReturn(services, { bookingId, sessionId })
    throw to(payPath)
  }
  if (!isToPay(bill) && billPath !== undefined) throw to(billPath)
  const part = typed.get('amount')?.slice(0, 20)
  const owed = bill.owed.figure
  return {
    ...{ reference: bill.reference, owed, billPath, payPath, checkoutPath, confirming: bill.confirming },
    ...{ isPayable: isToPay(bill), business: view.supplier.legalName ?? view.supplier.name },
    ...(part !== undefined && { typed: part, problem: `Enter an amount up to ${owed}, like 50` }),
  }
}

/** Names bill, sum and business before the payment company's page. */
export default function BillPay({ loaderData: { isPayable, ...bill } }: Route.ComponentProps) {
  if (!isPayable)
    return (
      <QuietPage next="call">
        <NothingToPayNow {...bill} />
      </QuietPage>
    )
  return (
    <QuietPage next={{ href: bill.checkoutPath, label: `Pay ${bill.owed}`, hint: 'On Stripe’s secure page' }}>
      <PayBill {...bill} />
    </QuietPage>
  )
}
