import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import { calendarFile } from '#app/features/tracking/calendar.server.ts'
import { privateFile } from '#app/platform/public-page.ts'
import type { Route } from './+types/booking-calendar'
import { trackedOr404 } from './tracked.server.ts'

/** The promised window as a calendar file. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, booking } = await trackedOr404({ params, context })
  const { config, published } = services
  const { contentType, content } = calendarFile(booking, trackingUrl(services, booking), { config, details: published.current().details })
  return privateFile(content, contentType, `${booking.reference}.ics`)
}
