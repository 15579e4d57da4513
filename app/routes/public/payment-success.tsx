import { DangerAdvice } from '#app/features/booking/danger-advice.tsx'
import PaymentStatus from '#app/features/payments/components/payment-status.island.tsx'
import { readDangersOfPayment, readPaymentSuccess } from '#app/features/red-line/read-payment-success.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { visitContext } from '#app/platform/services.ts'
import { Island } from '#app/ui/island.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/payment-success'

/** The page to which the payment provider redirects; the redirect itself confirms nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, search, searchParams } = new URL(request.url)
  const { services } = context.get(visitContext)
  const sessionId = searchParams.get('session_id')
  return {
    view: await readPaymentSuccess(services, sessionId),
    dangers: await readDangersOfPayment(services, sessionId),
    here: pathname + search,
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    siteUrl: siteUrlOf(matches),
    path: '/payment-success' satisfies SitePath,
    title: 'Your Payment | Emergency Plumbers London',
    description: 'Your Red Line payment, and what happens next.',
  }),
  { name: 'robots', content: 'noindex' },
]

export default function PaymentSuccess({ loaderData: { view, dangers, here } }: Route.ComponentProps) {
  const trackingPath = view.state === 'paid' ? view.trackingPath : undefined
  return (
    <QuietPage
      symbols={['van']}
      scene={view.state === 'absent' ? 'apart' : undefined}
      next={trackingPath ? { href: trackingPath, label: 'Track your booking', hint: 'Or cancel it' } : 'call'}
    >
      <DangerAdvice dangers={dangers} />
      <Island name="payment-status" of={PaymentStatus} when="idle" props={{ view, here }} />
    </QuietPage>
  )
}
