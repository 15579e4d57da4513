import { type ReactNode, useEffect, useState } from 'react'
import { useDetails } from '#app/platform/published-context.ts'
import { track } from '#app/platform/track.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { pollWhileSeen } from '#app/ui/question.ts'
import { showToast } from '#app/ui/toast.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { inWords, openAlways, redlineArrivalMinutes, technicianCallMinutes } from '#content/stated.ts'
import { forgetUnpaid } from '../kept-unpaid.ts'
import { type PaymentView, type ProgressStep, paymentViewOf } from '../payment-view.ts'
import { ProgressLine } from '../progress-line.tsx'

const pollEveryMs = 5_000
const pollForMs = 10 * 60_000

/**
 * The state of a payment. While it is being confirmed the page polls; without JavaScript there is a link. Success is shown only once the
 * provider has confirmed it.
 */
export default function PaymentStatus({ view: first, here }: { view: PaymentView; here: string }) {
  const { emergencyPhone } = useDetails()
  const [view, setView] = useState(first)
  const paid = view.state === 'paid' ? view : undefined
  const isOnTheWay = paid?.steps?.some(({ state }) => state === 'now')
  usePolling(view.state === 'confirming' || isOnTheWay === true, setView)

  useEffect(() => {
    if (paid?.reference) showToast({ title: titles.paid, text: `Your booking reference is ${paid.reference}.` })
    if (paid?.purchase) track('purchase', paid.purchase)
    if (paid) void forgetUnpaid()
    // Once, however often the visit's progress is polled.
  }, [paid?.reference])

  // If another state was shown before.
  const former = view.state === first.state ? undefined : first.state
  const hasNext = view.state === 'confirming' || paid !== undefined
  return (
    <div className={hasNext ? 'gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_400px]' : undefined}>
      <div>
        <div role="status" className="max-w-[40em]">
          <InPlaceOf former={former && <h2 className="text-2xl">{titles[former]}</h2>}>
            <h1 className="text-2xl">{titles[view.state]}</h1>
          </InPlaceOf>
          {view.state !== 'absent' && (
            <Reference label={view.state === 'confirming' ? 'Enquiry reference' : 'Booking reference'} code={view.reference} />
          )}
          <InPlaceOf former={former && <Explained view={first} here={here} />}>
            <Explained view={view} here={here} />
          </InPlaceOf>
        </div>
        <div className="mt-4 flex flex-wrap gap-3">
          {paid?.trackingPath && <ButtonLink href={paid.trackingPath}>Track your booking</ButtonLink>}
          {/* The red button is the header’s or the bar’s. */}
          <ButtonLink look="outline" href={emergencyPhone.href}>
            Call Us
          </ButtonLink>
          <ButtonLink look="outline" href={'/' satisfies SitePath}>
            Back to Home
          </ButtonLink>
        </div>
        <p className="mt-4">
          {`Emergency hotline ${openAlways}: `}
          <a href={emergencyPhone.href} className="inline-flex min-h-11 items-center font-bold whitespace-nowrap">
            {emergencyPhone.text}
          </a>
        </p>
      </div>
      {hasNext && <WhatHappens isPaid={paid !== undefined} steps={paid?.steps ?? []} />}
    </div>
  )
}

const titles: Record<PaymentView['state'], string> = {
  absent: 'We couldn’t find a payment',
  confirming: 'Your payment is being confirmed',
  paid: 'Payment Successful!',
  returned: 'We’re refunding your payment',
}

/** Asks for the state of the payment every few seconds, for ten minutes. */
function usePolling(isWanted: boolean, onView: (view: PaymentView) => void) {
  useEffect(() => {
    if (!isWanted) return
    const until = Date.now() + pollForMs
    const sessionId = new URLSearchParams(location.search).get('session_id') ?? ''
    return pollWhileSeen(`/functions/v1/payment-status?session_id=${encodeURIComponent(sessionId)}`, {
      ...{ afterMs: pollEveryMs, everyMs: pollEveryMs },
      read: async (response) => paymentViewOf(await response.json()),
      take: (view) => view && onView(view),
      mayChange: () => Date.now() < until,
    })
  }, [isWanted])
}

/** Replaces words within their space, so that nothing moves. */
function InPlaceOf({ former, children }: { former: ReactNode; children: ReactNode }) {
  return (
    <div className="grid">
      {former && (
        <div className="invisible col-start-1 row-start-1" aria-hidden="true">
          {former}
        </div>
      )}
      <div className="col-start-1 row-start-1">{children}</div>
    </div>
  )
}

/** A code to read out. */
function Reference({ label, code }: { label: string; code: string }) {
  return (
    <dl className="mt-5 inline-block border-2 border-ink bg-cream px-4 py-3">
      <dt className="text-sm">{label}</dt>
      <dd className="text-[1.75rem] leading-tight font-bold">{code}</dd>
    </dl>
  )
}

function Explained({ view, here }: { view: PaymentView; here: string }) {
  const { state } = view
  if (state === 'paid')
    return (
      <>
        <p className="mt-4">We’ve received your payment and booking. Please make a note of your reference.</p>
        <p className="mt-3">{`If you haven’t heard from us after ${inWords(technicianCallMinutes)} minutes, call us and quote your reference.`}</p>
        {view.text && <p className="mt-3 font-bold">{view.text}</p>}
      </>
    )
  if (state === 'confirming')
    return (
      <>
        <p className="mt-4">
          Thank you. We’re waiting for the payment provider to confirm your payment, which usually takes less than a minute. This page
          updates automatically.
        </p>
        <p className="mt-3">{`If nothing has changed in ${inWords(technicianCallMinutes)} minutes, call us and quote this reference. Please don’t pay again.`}</p>
        <p>
          <a href={here} className="inline-flex min-h-11 items-center font-bold">
            Check again
          </a>
        </p>
      </>
    )
  if (state === 'returned')
    return (
      <>
        <p className="mt-4 text-lg">{view.text}</p>
        <p className="mt-3">
          To see your booking, use the link in our email. If you still need an engineer, call us or{' '}
          <a href={'/book' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
            book again
          </a>
          .
        </p>
      </>
    )
  return (
    <>
      <p className="mt-4">If you’ve just paid, call us and we’ll look up your payment by name.</p>
      <p>
        If you need an engineer,{' '}
        <a href={'/book' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
          book here
        </a>
        .
      </p>
    </>
  )
}

const arrival = `${redlineArrivalMinutes.from}-${redlineArrivalMinutes.until} minutes`

/** The visit's progress once it is paid, and the next steps. Only finished steps are shown as done. */
function WhatHappens({ isPaid, steps }: { isPaid: boolean; steps: readonly ProgressStep[] }) {
  const isOnTheWay = steps.some(({ id, state }) => id === 'on_the_way' && (state === 'now' || state === 'done'))
  const isAwaited = !steps.some(({ id, state }) => id === 'arrived' && (state === 'now' || state === 'done'))
  return (
    <div className="max-w-[40em]">
      <h2 className="mt-8 text-xl lg:mt-0">What happens next?</h2>
      <ol className="mt-2 list-decimal pl-6">
        {[
          `A technician calls you within ${technicianCallMinutes} minutes.`,
          'They’ll confirm your location.',
          'They’ll confirm the arrival time.',
          'Keep your phone nearby.',
        ].map((text) => (
          <li key={text} className="mt-1.5">
            {text}
          </li>
        ))}
      </ol>
      {/* The growing part is last, so that nothing moves. */}
      <h2 className="mt-8 text-xl">{isPaid ? 'Track your visit' : 'Once your payment is confirmed'}</h2>
      {isPaid ? (
        <div className="mt-3 border-t-2 border-ink pt-4">
          <p className="mb-4 font-bold">Priority response activated</p>
          <ProgressLine steps={steps} down />
          {isOnTheWay && <p className="mt-4 font-bold">Technician dispatched</p>}
          {isAwaited && <p className="mt-4">{`Expected arrival within ${arrival} of your payment`}</p>}
        </div>
      ) : (
        <ul className="mt-2 border-t-2 border-ink">
          {['Your priority response is activated', 'A technician is dispatched', `Expected arrival is within ${arrival}`].map((text) => (
            <li key={text} className="border-b border-line py-2.5">
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
