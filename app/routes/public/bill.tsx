import { redirect } from 'react-router'
import { isToPay } from '#app/features/billing/bill-text.ts'
import { BillDocument } from '#app/features/billing/components/bill-document.tsx'
import { recordReturn } from '#app/features/payments/confirming.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { FollowBooking, LivePart } from '#app/features/tracking/components/live-part.tsx'
import { readEngineerOf } from '#app/features/tracking/track-view.server.ts'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/bill'
import { billOr404 } from './billed.server.ts'
export const meta = () => privateMeta('Your bill')
export const headers = () => privateHeaders

/** The bill; the provider's page returns here with its session, which is noted once. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { services, isHead } = context.get(visitContext)
  const { booking, bill, path, mark } = await billOr404(services, params.token)
  const sessionId = new URL(request.url).searchParams.get('session_id')
  if (sessionId !== null) {
    // Only a customer’s browser asks for the page itself.
    if (!isHead) await recordReturn(services, { bookingId: booking.id, sessionId })
    throw redirect(`${path}/bill`, { status: 303, headers: privateHeaders })
  }
  return { bill, path, mark, engineer: await readEngineerOf(services, booking), canPay: services.payments !== null }
}

/** The bill of a booking, for anyone who has its private link. It updates automatically when it is paid. */
export default function Bill({ loaderData: { bill, path, mark, engineer, canPay } }: Route.ComponentProps) {
  return (
    <QuietPage next={canPay && isToPay(bill) ? { href: `${path}/bill/pay`, label: `Pay ${bill.owed.figure}`, hint: 'By card' } : 'call'}>
      <LivePart id="bill" mark={mark}>
        <BillDocument bill={bill} path={path} engineer={engineer} canPay={canPay} />
      </LivePart>
      <FollowBooking />
    </QuietPage>
  )
}
