import { Receipt } from '#app/features/booking-form/receipt.tsx'
import FeeStatus from '#app/features/priority-fee/fee-status.island.tsx'
import { Page } from '#app/features/shell/components/page.tsx'
import { PhoneLink } from '#app/features/shell/components/phone-link.tsx'
import { BookingFacts } from '#app/features/tracking/components/booking-facts.tsx'
import { WhatNext } from '#app/features/tracking/components/what-next.tsx'
import { privateHeaders } from '#app/platform/public-page.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Island } from '#app/ui/island.tsx'
import { contactMinutes } from '#content/stated.ts'
import type { Route } from './+types/booking-confirmed'
import { shownOr404 } from './tracked.server.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Booking submitted | Emergency Plumbers London' },
  { name: 'robots', content: 'noindex' },
]
export const headers = () => privateHeaders

export const loader = ({ params, context }: Route.LoaderArgs) => shownOr404(context.get(visitContext).services, params.token)

/** What a booking ends in. It can be reloaded and kept: it sends nothing. */
export default function BookingConfirmed({ loaderData: { booking, terms, fee, isMailed }, params }: Route.ComponentProps) {
  const path = `/track/${params.token}` satisfies SitePath
  const { emergencyPhone } = useDetails()
  return (
    <Page>
      <div className="max-w-[40em]">
        {fee ? (
          <Island name="fee-status" of={FeeStatus} when="visible" props={{ fee, path, service: booking.service, heading: 'h1' as const }} />
        ) : (
          <>
            <p role="status" className="font-bold text-ok">
              Booking Submitted Successfully! ✅
            </p>
            <h1 className="mt-2 text-2xl">We have your booking. Keep your phone near.</h1>
            <p className="mt-3 text-lg">{`We'll contact you within ${contactMinutes} minutes to confirm your emergency service appointment.`}</p>
          </>
        )}
        {booking.isOutside && (
          <p className="mt-3 rounded-key border-2 border-ink bg-lamp px-4 py-3">
            {`${booking.postcode} is outside the boroughs we cover. ${fee?.state === 'due' ? `Please ring ${emergencyPhone.text} before you pay: we say at once whether we can come.` : 'When we ring, we will say whether we can come.'}`}
          </p>
        )}
        <p className="mt-5 border-t-2 border-ink pt-3 text-sm">Your reference</p>
        <p className="text-2xl leading-tight font-bold">{booking.reference}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <PhoneLink />
          <ButtonLink look="outline" href={path}>
            Follow this booking
          </ButtonLink>
          <ButtonLink look="outline" href={`${path}/booking.ics`}>
            Add to calendar
          </ButtonLink>
        </div>
        <h2 className="mt-8 text-xl">What you booked</h2>
        <div className="mt-2">
          <BookingFacts booking={booking} />
        </div>
        <div className="mt-6">
          <Receipt terms={terms} />
        </div>
        {isMailed && <p className="mt-5">All of this is on its way to {booking.email}.</p>}
        <WhatNext service={booking.service} />
      </div>
    </Page>
  )
}
