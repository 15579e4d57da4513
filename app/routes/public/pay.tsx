import { data, redirect } from 'react-router'
import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import { NothingToPay, PaymentNotConfigured } from '#app/features/payments/refusals.ts'
import { openCheckout } from '#app/features/red-line/open-checkout.server.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { Refusal } from '#app/platform/errors.ts'
import { privateFormHeaders, privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { requireGet } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/pay'
import { trackedOr404 } from './tracked.server.ts'

export const meta = () => privateMeta('Payment')
export const headers = privateFormHeaders

/** Redirects to the payment page of a booking that waits for its fee: a plain link works without scripts, and if pop-ups are blocked. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  requireGet(visit)
  const { services } = visit
  const { booking } = await trackedOr404({ params, context })
  const link = trackingUrl(services, booking)
  try {
    const backUrl = new URL(`/book/confirmed/${params.token}` satisfies SitePath, services.config.siteUrl).href
    return redirect(await openCheckout(services, booking.id, backUrl), { status: 303, headers: privateHeaders })
  } catch (error) {
    // The linked page shows the state.
    if (error instanceof NothingToPay) return redirect(link, { status: 303, headers: privateHeaders })
    if (!(error instanceof Refusal)) throw error
    return data(
      {
        title: error.title ?? 'There is a problem',
        message: error.message,
        link,
        // Nothing that the visitor does here changes how the site is set up.
        mayTryAgain: !(error instanceof PaymentNotConfigured),
      },
      { status: error.status, headers: { ...privateHeaders, ...error.headers() } },
    )
  }
}

export default function Pay({ loaderData: { title, message, link, mayTryAgain } }: Route.ComponentProps) {
  const { emergencyPhone } = useDetails()
  return (
    <QuietPage next="call">
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-3 max-w-[36em] text-lg">{message}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {mayTryAgain && (
          <ButtonLink look="alarm" href={`${link}/pay`}>
            Try again
          </ButtonLink>
        )}
        <ButtonLink look={mayTryAgain ? 'outline' : 'alarm'} href={emergencyPhone.href}>
          Call {emergencyPhone.text}
        </ButtonLink>
      </div>
      <p className="mt-6">
        <a href={link} className="inline-flex min-h-11 items-center">
          Your booking
        </a>
      </p>
    </QuietPage>
  )
}
