import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast.ts'
import { business } from '#content/business.ts'
import { type PaymentView, pollEveryMs, pollForMs } from '../schema.ts'

/**
 * What became of a payment (specification 2 section 2, payment success). While it is being confirmed the page asks by itself; without
 * JavaScript by a link. Success is said only once the provider has said so (DESIGN 6).
 */
export default function PaymentStatus({ view: first, here }: { view: PaymentView; here: string }) {
  const [view, setView] = useState(first)
  const said = useRef(false)
  usePolling(view.state === 'confirming', setView)

  useEffect(() => {
    if (view.state !== 'paid' || said.current) return
    said.current = true
    showToast({ title: 'Payment Successful!', text: `Your booking reference is ${view.reference}.` })
  }, [view])

  return (
    <div className="max-w-[40em]">
      <div role="status">
        <h1 className="text-2xl">{titles[view.state]}</h1>
        {view.state !== 'absent' && (
          <Reference label={view.state === 'paid' ? 'Booking reference' : 'Enquiry reference'} code={view.reference} />
        )}
        <Explained view={view} here={here} />
      </div>
      {view.state !== 'absent' && <WhatHappens isPaid={view.state === 'paid'} />}
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink look="alarm" href={business.emergencyPhone.href}>
          Call Us
        </ButtonLink>
        <ButtonLink look="outline" href="/">
          Back to Home
        </ButtonLink>
      </div>
      <p className="mt-4">
        Emergency hotline 24/7:{' '}
        <a href={business.emergencyPhone.href} className="inline-flex min-h-11 items-center font-bold whitespace-nowrap">
          {business.emergencyPhone.text}
        </a>
      </p>
    </div>
  )
}

const titles: Record<PaymentView['state'], string> = {
  absent: 'There is no payment to show',
  confirming: 'Your payment is being confirmed',
  paid: 'Payment Successful!',
}

/** Asks until the answer is another one; a page that is not seen does not ask. */
function usePolling(isWanted: boolean, onView: (view: PaymentView) => void) {
  useEffect(() => {
    if (!isWanted) return
    const until = Date.now() + pollForMs
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return
      if (Date.now() > until) return clearInterval(timer)
      const sessionId = new URLSearchParams(location.search).get('session_id') ?? ''
      const answer = await fetch(`/functions/v1/payment-status?session_id=${encodeURIComponent(sessionId)}`).catch(() => undefined)
      if (answer?.ok) onView((await answer.json()) as PaymentView)
    }, pollEveryMs)
    return () => clearInterval(timer)
  }, [isWanted])
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
  if (view.state === 'paid') return null
  if (view.state === 'confirming')
    return (
      <>
        <p className="mt-4">
          You are back from paying. The payment counts once the payment provider has told us so, mostly within a minute. This page asks
          again by itself.
        </p>
        <p className="mt-3">
          Nothing after five minutes? Ring us and say this reference. Do not pay twice.{' '}
          <a href={here} className="inline-flex min-h-11 items-center font-bold">
            Check again
          </a>
        </p>
      </>
    )
  return (
    <p className="mt-4">
      This page follows a Red Line payment, and its address names none. If you have just paid, ring us and say your name: we find the
      payment. If you want somebody to come,{' '}
      <a href="/book" className="inline-flex min-h-11 items-center font-bold">
        book here
      </a>
      .
    </p>
  )
}

/** The confirmations, which hold only once it is paid, and what comes next. */
function WhatHappens({ isPaid }: { isPaid: boolean }) {
  const confirmations = isPaid
    ? ['Priority response activated', 'Technician dispatched', 'Expected arrival within 15-30 minutes']
    : ['Your priority response is activated', 'A technician is dispatched', 'Expected arrival is within 15-30 minutes']
  return (
    <>
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
          'A technician calls you within 5 minutes.',
          'They confirm where you are.',
          'They confirm when they arrive.',
          'Keep your phone near you.',
        ].map((text) => (
          <li key={text} className="mt-1.5">
            {text}
          </li>
        ))}
      </ol>
    </>
  )
}
