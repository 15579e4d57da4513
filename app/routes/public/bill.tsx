import { BillDocument } from '#app/features/billing/components/bill-document.tsx'
import { Page } from '#app/features/shell/components/page.tsx'
import { FollowBooking, LivePart } from '#app/features/tracking/components/live-part.tsx'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/bill'
import { billOr404 } from './billed.server.ts'

export const handle: RouteHandle = { style: 'tracking' }
export const meta: Route.MetaFunction = () => [{ title: 'Your bill | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = () => privateHeaders

export async function loader({ params, context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const { bill, path, mark } = await billOr404(services, params.token)
  return { bill, path, mark, canPay: services.payments !== null }
}

/** The bill of a booking, for anyone who has its private link. It updates automatically when it is paid. */
export default function Bill({ loaderData: { bill, path, mark, canPay } }: Route.ComponentProps) {
  return (
    <Page isBooking>
      <LivePart id="bill" mark={mark}>
        <BillDocument bill={bill} path={path} canPay={canPay} />
      </LivePart>
      <FollowBooking />
    </Page>
  )
}
