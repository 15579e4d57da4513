import { redirect } from 'react-router'
import { PayBill } from '#app/features/billing/components/pay-bill.tsx'
import { Page } from '#app/features/shell/components/page.tsx'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/bill-pay'
import { billOr404 } from './billed.server.ts'
export const meta: Route.MetaFunction = () => [
  { title: 'Pay your bill | Emergency Plumbers London' },
  { name: 'robots', content: 'noindex' },
]
export const headers = () => privateHeaders

/** What is paid, and who is paid; back to the bill if nothing is to be paid, or a payment is being confirmed. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const { bill, view, path } = await billOr404(services, params.token)
  if (!bill.isIssued || bill.owedPence <= 0 || bill.confirming) throw redirect(`${path}/bill`, { status: 303, headers: privateHeaders })
  const part = new URL(request.url).searchParams.get('amount')?.slice(0, 20)
  return {
    ...{ reference: bill.reference, owed: bill.owed.figure, path },
    business: view.supplier.legalName ?? view.supplier.name,
    ...(part !== undefined && { typed: part, problem: `Enter an amount up to ${bill.owed.figure}, like 50` }),
  }
}

/** Names bill, sum and business before the way to the payment company. */
export default function BillPay({ loaderData }: Route.ComponentProps) {
  return (
    <Page isBooking>
      <PayBill {...loaderData} />
    </Page>
  )
}
