import { redirect } from 'react-router'
import { trackingTokenOf } from '#app/features/booking/private-link.server.ts'
import { readBookingOfShortLink } from '#app/features/booking/read-booking.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/short-link'
import { or404 } from './tracked.server.ts'

export const headers = () => privateHeaders

/** Leads from a text's short link to the booking's private page, bill or review. An unknown one is refused like an unknown private link. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const booking = await or404(readBookingOfShortLink(services, params.code))
  const token = trackingTokenOf(services.secrets, booking)
  const pages = { bill: `/track/${token}/bill` satisfies SitePath, review: `/review/${token}` satisfies SitePath }
  const page = pages[url.pathname.split('/')[3] as keyof typeof pages] ?? (`/track/${token}` satisfies SitePath)
  return redirect(page, { status: 303, headers: privateHeaders })
}

/** Never shown: it makes a refusal a page. */
export default function ShortLink() {
  return null
}
