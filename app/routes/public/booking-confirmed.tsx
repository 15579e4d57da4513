import { DangerAdvice } from '#app/features/booking/danger-advice.tsx'
import { advisedDangers, speaksOfGas } from '#app/features/booking/find-dangers.ts'
import { ProgressLine } from '#app/features/payments/progress-line.tsx'
import { mostPence, workCapPence } from '#app/features/pricing/frozen-terms.ts'
import { PriceCap, Receipt } from '#app/features/pricing/receipt.tsx'
import FeeStatus from '#app/features/red-line/fee-status.island.tsx'
import { payStep } from '#app/features/red-line/fee-view.ts'
import { QuietPage } from '#app/features/site/components/quiet-page.tsx'
import { ArrivalFigures } from '#app/features/tracking/components/arrival-figures.tsx'
import { BookingFacts } from '#app/features/tracking/components/booking-facts.tsx'
import { OutsideNote } from '#app/features/tracking/components/outside-note.tsx'
import { WhatNext } from '#app/features/tracking/components/what-next.tsx'
import { EngineerFace, firstNameOf } from '#app/features/tracking/engineer-face.tsx'
import { CustomerPhotos } from '#app/features/visit/components/customer-photos.tsx'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { visitContext } from '#app/platform/services.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Island } from '#app/ui/island.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { contactMinutes, unprovenMinutes } from '#content/stated.ts'
import type { Route } from './+types/booking-confirmed'
import { shownOr404 } from './tracked.server.ts'

export const meta = () => privateMeta('Booking submitted')
export const headers = () => privateHeaders

export const loader = ({ params, context }: Route.LoaderArgs) => shownOr404(context.get(visitContext).services, params.token)

const mailedText = ({ email, asksProof, isToAgree }: Route.ComponentProps['loaderData']['booking']) =>
  asksProof
    ? `We’re emailing ${email}. Please confirm your booking with the link in it${isToAgree ? '' : ', so that we keep your time'}.`
    : `We’re emailing these details to ${email}.`

/** A sentence about the arrival time below: the window is promised before we call. */
const timeText = ({ asksProof, isToAgree, isOutside }: Route.ComponentProps['loaderData']['booking']) => {
  if (isToAgree || isOutside) return ''
  return asksProof
    ? `We’re keeping the time below for you. Please confirm it within ${unprovenMinutes} minutes with the link in our email: after that we may have to give it to someone else.`
    : 'Your arrival time below is already booked, so you don’t need to wait for our call.'
}

const confirmedText = (engineer: Route.ComponentProps['loaderData']['engineer']) =>
  engineer ? `Your engineer is ${firstNameOf(engineer)}` : 'We’ve got your booking'

/** The page at the end of a booking. It can be reloaded and kept: it sends nothing. */
export default function BookingConfirmed({ loaderData, params }: Route.ComponentProps) {
  const { booking, terms, fee, isMailed, steps, isNew, now, photos, engineer } = loaderData
  const path = `/track/${params.token}` satisfies SitePath
  const { emergencyPhone } = useDetails()
  const isToPay = fee?.state === 'due' || fee?.state === 'expired'
  // No visit: nothing to pay, track or add to a calendar.
  const isOff = fee?.state === 'expired'
  const trackLabel = engineer ? 'Track your engineer' : 'Track your booking'
  const hint = booking.serviceLevel === 'redline' ? 'Or cancel your booking' : 'Or change the time, or cancel'
  return (
    <QuietPage next={isOff ? 'call' : { href: path, label: trackLabel, hint }} whileDue={payStep(path, fee)}>
      <DangerAdvice dangers={advisedDangers(booking)} />
      {/* The fee has a frame of its own. */}
      <section className={fee ? undefined : 'border-2 border-ink bg-chalk px-4 py-5 md:px-8 md:py-7'}>
        {fee ? (
          <Island
            name="fee-status"
            of={FeeStatus}
            when="visible"
            props={{ fee, path, service: booking.service, restPence: workCapPence(terms), heading: 'h1' as const }}
          />
        ) : (
          <>
            {isNew && (
              <p role="status" className="font-bold">
                Booking Submitted Successfully! ✅
              </p>
            )}
            <div className="mt-2 flex flex-wrap items-center gap-4">
              {engineer && <EngineerFace engineer={engineer} />}
              <h1 className="flex-1 basis-32 text-2xl">
                {isNew ? 'Thank you, we’ve got your booking. Please keep your phone handy.' : confirmedText(engineer)}
              </h1>
            </div>
            {isNew && (
              <p className="mt-3 max-w-[36em] text-lg">
                {`We'll contact you within ${contactMinutes} minutes to confirm your emergency service appointment.`}{' '}
                {booking.asksProof ? <strong>{timeText(booking)}</strong> : timeText(booking)}
              </p>
            )}
          </>
        )}
        {booking.isOutside && <OutsideNote postcode={booking.postcode} isToPay={fee?.state === 'due'} />}
        <div className="mt-6 gap-12 lg:flex">
          <div>
            <p className="text-sm">Your reference</p>
            <p className="text-2xl leading-tight font-bold">{booking.reference}</p>
            {!isOff && (
              <div className="unless-expired">
                <ArrivalFigures booking={booking} now={now} />
              </div>
            )}
          </div>
          {steps.length > 1 && (
            <div className="mt-7 max-w-[30em] grow lg:mt-1">
              <ProgressLine steps={steps} now={now} />
            </div>
          )}
        </div>
        {!isOff && (
          <div className="mt-6 flex flex-wrap gap-3">
            {/* Small screens have it in the bar, unless that is for paying. */}
            <ButtonLink look={isToPay ? 'outline' : 'ink'} href={path} className={isToPay ? '' : 'tall:max-lg:hidden'}>
              {trackLabel}
            </ButtonLink>
            {!booking.isToAgree && !isToPay && (
              <ButtonLink look="outline" href={`${path}/booking.ics`}>
                Add to calendar
              </ButtonLink>
            )}
          </div>
        )}
      </section>
      <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_400px]">
        <div className="max-w-[40em]">
          {!speaksOfGas(booking) && <WhatNext service={booking.service} isComing={!isToPay} />}
          {photos && <CustomerPhotos photos={photos} />}
          {isMailed && <p className="mt-5">{mailedText(booking)}</p>}
          <p className="mt-3">
            If anything has changed, call{' '}
            <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
              {emergencyPhone.text}
            </a>
            , day or night.
          </p>
        </div>
        <div>
          {!isOff && (
            <div className="unless-expired mt-8">
              <Receipt terms={terms} />
              <PriceCap pence={mostPence(terms)} />
            </div>
          )}
          <h2 className="mt-8 text-xl">What you booked</h2>
          <div className="mt-2">
            <BookingFacts booking={booking} now={now} />
          </div>
        </div>
      </div>
    </QuietPage>
  )
}
