import { type ReactNode, useEffect, useState } from 'react'
import { track } from '#app/features/analytics/track.ts'
import { useDetails } from '#app/platform/published-context.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast.ts'
import { inWords, openAlways, redlineArrivalMinutes, technicianCallMinutes } from '#content/stated.ts'
import { longestWaitMs, type PaymentView, paymentViewOf, pollEveryMs, pollForMs } from '../payment-view.ts'

/**
 * What became of a payment. While it is being confirmed the page asks by itself; without
 * JavaScript by a link. Success is said only once the provider has said so.
 */
export default function PaymentStatus({ view: first, here }: { view: PaymentView; here: string }) {
  const { emergencyPhone } = useDetails()
  const [view, setView] = useState(first)
  usePolling(view.state === 'confirming', setView)

  useEffect(() => {
    if (view.state === 'paid') showToast({ title: titles.paid, text: `Your booking reference is ${view.reference}.` })
    if (view.state === 'paid' && view.purchase) track('purchase', view.purchase)
  }, [view])

  // Where something else was said before.
  const former = view.state === first.state ? undefined : first.state
  return (
    <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_400px]">
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
          <ButtonLink look="alarm" href={emergencyPhone.href}>
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
      {(view.state === 'confirming' || view.state === 'paid') && <WhatHappens isPaid={view.state === 'paid'} />}
    </div>
  )
}

const titles: Record<PaymentView['state'], string> = {
  absent: 'There is no payment to show',
  confirming: 'Your payment is being confirmed',
  paid: 'Payment Successful!',
  returned: 'Your payment goes back to you',
}

/** Asks every few seconds while the page is seen, and at once when it is seen again. */
function usePolling(isWanted: boolean, onView: (view: PaymentView) => void) {
  useEffect(() => {
    if (!isWanted) return
    const until = Date.now() + pollForMs
    let timer = setTimeout(ask, pollEveryMs)
    let isAsking = false
    let hasEnded = false
    async function ask() {
      if (isAsking || document.visibilityState !== 'visible') return
      clearTimeout(timer)
      isAsking = true
      const view = await askForPayment()
      isAsking = false
      if (hasEnded) return
      if (view) onView(view)
      if (Date.now() < until) timer = setTimeout(ask, pollEveryMs)
    }
    document.addEventListener('visibilitychange', ask)
    return () => {
      hasEnded = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isWanted])
}

/** How the payment stands; nothing, where that cannot be had. */
async function askForPayment(): Promise<PaymentView | undefined> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), longestWaitMs)
  try {
    const sessionId = new URLSearchParams(location.search).get('session_id') ?? ''
    const answer = await fetch(`/functions/v1/payment-status?session_id=${encodeURIComponent(sessionId)}`, { signal: limit.signal })
    return answer.ok ? paymentViewOf(await answer.json()) : undefined
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Words in the room of those that stood there before: nothing moves under a finger. */
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

/** What people read out. */
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
        <p className="mt-4">The payment provider has told us that you have paid, and our staff have your booking. Keep the reference.</p>
        <p className="mt-3">{`Nobody has rung after ${inWords(technicianCallMinutes)} minutes? Ring us and say the reference.`}</p>
        {view.text && <p className="mt-3 font-bold">{view.text}</p>}
      </>
    )
  if (state === 'confirming')
    return (
      <>
        <p className="mt-4">
          You are back from paying. The payment counts once the payment provider has told us so, mostly within a minute. This page asks
          again by itself.
        </p>
        <p className="mt-3">{`Nothing after ${inWords(technicianCallMinutes)} minutes? Ring us and say this reference. Do not pay twice.`}</p>
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
          How your booking stands is on its own page: the link is in our email. Do you need somebody? Ring us, or{' '}
          <a href={'/book' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
            book again
          </a>
          .
        </p>
      </>
    )
  return (
    <>
      <p className="mt-4">
        This page follows a Red Line payment, and its address names none. If you have just paid, ring us and say your name: we find the
        payment.
      </p>
      <p>
        If you want somebody to come,{' '}
        <a href={'/book' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
          book here
        </a>
        .
      </p>
    </>
  )
}

const arrival = `${redlineArrivalMinutes.from}-${redlineArrivalMinutes.until} minutes`

/** The confirmations, which hold only once it is paid, and what comes next. */
function WhatHappens({ isPaid }: { isPaid: boolean }) {
  const confirmations = isPaid
    ? ['Priority response activated', 'Technician dispatched', `Expected arrival within ${arrival}`]
    : ['Your priority response is activated', 'A technician is dispatched', `Expected arrival is within ${arrival}`]
  return (
    <div className="max-w-[40em]">
      <h2 className="mt-8 text-xl">{isPaid ? 'Confirmed' : 'Once it is confirmed'}</h2>
      <ul className="mt-2 border-t-2 border-ink">
        {confirmations.map((text) => (
          <li key={text} className={`border-b border-line py-2.5 ${isPaid ? 'font-bold' : ''}`}>
            {text}
          </li>
        ))}
      </ul>
      <h2 className="mt-8 text-xl">What happens next?</h2>
      <ol className="mt-2 list-decimal pl-6">
        {[
          `A technician calls you within ${technicianCallMinutes} minutes.`,
          'They confirm where you are.',
          'They confirm when they arrive.',
          'Keep your phone near you.',
        ].map((text) => (
          <li key={text} className="mt-1.5">
            {text}
          </li>
        ))}
      </ol>
    </div>
  )
}
