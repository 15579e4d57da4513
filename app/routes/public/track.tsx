import { BookingFacts } from '#app/features/booking/components/booking-facts.tsx'
import { Receipt } from '#app/features/booking/components/receipt.tsx'
import { Timeline } from '#app/features/booking/components/timeline.tsx'
import { WhatNext } from '#app/features/booking/components/what-next.tsx'
import { statusTexts } from '#app/features/booking/rules.ts'
import { Page } from '#app/features/shell/components/page.tsx'
import { PhoneLink } from '#app/features/shell/components/phone-link.tsx'
import { visitContext } from '#app/platform/services.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Route } from './+types/track'
import { privateHeaders, shownOr404 } from './tracked.server.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Your booking | Emergency Plumbers London' },
  { name: 'robots', content: 'noindex' },
]
export const headers = () => privateHeaders

export const loader = ({ params, context }: Route.LoaderArgs) => shownOr404(context.get(visitContext).services, params.token)

/** One booking, for whoever has its private link. */
export default function Track({ loaderData: { booking, events, terms }, params }: Route.ComponentProps) {
  return (
    <Page>
      <div className="max-w-[40em]">
        <p className="text-sm">Booking {booking.reference}</p>
        <h1 className="mt-1 text-2xl">{statusTexts[booking.status]}</h1>
        <div className="mt-5 flex flex-wrap gap-3">
          <PhoneLink />
          <ButtonLink look="outline" href={`/track/${params.token}/booking.ics`}>
            Add to calendar
          </ButtonLink>
        </div>
        <p className="mt-3 text-sm text-muted">To change or cancel, ring us and name the reference.</p>
        <section className="mt-8">
          <h2 className="text-xl">What you booked</h2>
          <div className="mt-2">
            <BookingFacts booking={booking} />
          </div>
          <div className="mt-6">
            <Receipt terms={terms} />
          </div>
        </section>
        <Timeline events={events} />
        <WhatNext service={booking.service} />
      </div>
    </Page>
  )
}
