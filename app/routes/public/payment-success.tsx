import PaymentStatus from '#app/features/payments/components/payment-status.island.tsx'
import { readPaymentSuccess } from '#app/features/redline/read-payment-success.server.ts'
import { Page } from '#app/features/shell/components/page.tsx'
import { pageMeta, siteUrlOf } from '#app/features/shell/page-meta.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Island } from '#app/ui/island.tsx'
import type { Route } from './+types/payment-success'

export const handle: RouteHandle = { style: 'tracking' }

/** Where the payment provider sends people back to; the redirect itself confirms nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, search, searchParams } = new URL(request.url)
  return { view: await readPaymentSuccess(context.get(visitContext).services, searchParams.get('session_id')), here: pathname + search }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    siteUrl: siteUrlOf(matches),
    path: '/payment-success' satisfies SitePath,
    title: 'Your Payment | Emergency Plumbers London',
    description: 'What became of your Red Line payment, and what happens next.',
  }),
  { name: 'robots', content: 'noindex' },
]

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  return (
    // Nobody books twice by the bar at the bottom: it is for ringing.
    <Page isBooking symbols={['van']}>
      <Island name="payment-status" of={PaymentStatus} when="idle" props={loaderData} />
    </Page>
  )
}
