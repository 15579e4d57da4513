import { useEffect, useState } from 'react'
import type FeeStatusIsland from '#app/features/red-line/fee-status.island.tsx'
import type { FeeView } from '#app/features/red-line/fee-view.ts'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { poundsText } from '#content/money.ts'
import { contactMinutes } from '#content/stated.ts'
import type { Acknowledgement, Kept } from '../booking-form/kept-booking.ts'
import { bookingOutbox, useOutbox } from './booking-outbox.ts'
import { forgetSent } from './kept-sent.ts'
import { unsayOutcome } from './say-outcome.ts'
import type { Sent } from './use-booking-form.ts'

interface Props {
  started: boolean
  sent?: Sent
  /** Sends the same answers again, as another booking. */
  onAgain(level: 'redline' | 'standard'): void
}

/** The outcome of a booking: not sent yet, refused, or the reference; for Red Line, a link to pay. Nothing before one is sent. */
export function SentPanel({ started, sent, onAgain }: Props) {
  const { emergencyPhone } = useDetails()
  const { kept, delivered, durable } = useOutbox(started && sent !== undefined)
  if (!sent) return null
  const waiting = kept.find(({ key }) => key === sent.key)
  const acknowledgement = sent.acknowledgement ?? delivered.find(({ key }) => key === sent.key)?.acknowledgement
  const payment = acknowledgement?.payment
  if (acknowledgement && payment) return <Unpaid {...{ sent, acknowledgement, dueAt: payment.dueAt, onAgain }} />
  return (
    <div data-sent="" tabIndex={-1} role="status" className="mb-6 rounded-key border-2 border-ink bg-lamp p-4 md:p-6">
      {acknowledgement ? (
        <>
          <h2 className="text-xl">Thank you, we’ve got your booking. Please keep your phone handy.</h2>
          <Reference {...acknowledgement} />
        </>
      ) : waiting?.state === 'refused' ? (
        <Refused booking={waiting} />
      ) : (
        <>
          <h2 className="text-xl">Not sent yet</h2>
          <ButtonLink look="alarm" href={emergencyPhone.href} className="mt-3">
            {`Call ${emergencyPhone.text}`}
          </ButtonLink>
          <p className="mt-3">
            {durable
              ? 'Your booking is saved on this device, and we’ll keep trying to send it. If you close this page, we’ll try again when you come back.'
              : 'We’ll keep trying to send it. Your browser can’t save it, so leave this page open until you see a reference here.'}
          </p>
          <p className="mt-2 text-sm">
            {`Booking Submitted! ✅ Your booking has been submitted. If you don't hear from us within ${contactMinutes} minutes, please call ${emergencyPhone.text}.`}
          </p>
        </>
      )}
    </div>
  )
}

/** A Red Line booking: its reference and the state of its fee. */
function Unpaid({
  sent,
  acknowledgement,
  dueAt,
  onAgain,
}: Pick<Props, 'onAgain'> & { sent: Sent; acknowledgement: Acknowledgement; dueAt: string }) {
  const { priorityFeePence } = usePrices()
  const FeeStatus = useFeeStatus()
  const path = new URL(acknowledgement.trackingUrl).pathname
  const fee: FeeView = {
    state: 'due',
    isHeld: acknowledgement.payment?.isHeld ?? false,
    amountPence: acknowledgement.payment?.amountPence ?? priorityFeePence.online,
    dueAt,
    at: dueAt,
    returns: [],
    mayRetry: true,
  }
  return (
    <div data-sent="" tabIndex={-1} className="mb-6">
      {FeeStatus ? (
        <FeeStatus
          key={acknowledgement.reference}
          fee={fee}
          path={path}
          service={sent.answers.service ?? ''}
          heading="h2"
          form={{ onAgain, onSettled }}
        >
          <Reference {...acknowledgement} />
        </FeeStatus>
      ) : (
        <div className="rounded-key border-2 border-alarm bg-alarm-wash p-4 md:p-6">
          <ButtonLink look="alarm" href={`${path}/pay`} target="_blank" rel="noopener">
            {`Pay ${poundsText(fee.amountPence)}`}
          </ButtonLink>
          <Reference {...acknowledgement} />
        </div>
      )}
    </div>
  )
}

/** The fee panel, whose code is loaded only for a booking with a fee; until then a link to pay. */
function useFeeStatus(): typeof FeeStatusIsland | undefined {
  const [FeeStatus, setFeeStatus] = useState<typeof FeeStatusIsland>()
  useEffect(() => {
    // Without a connection the link is enough.
    import('#app/features/red-line/fee-status.island.tsx').then(({ default: loaded }) => setFeeStatus(() => loaded)).catch(() => undefined)
  }, [])
  return FeeStatus
}

/** Nothing is pending any more: nothing is kept for it, and no one is redirected. */
function onSettled() {
  void forgetSent()
  unsayOutcome()
}

function Reference({ reference, trackingUrl, advice }: Acknowledgement) {
  return (
    <>
      {advice?.map((text) => (
        <p key={text} className="mt-3 font-bold">
          {text}
        </p>
      ))}
      <p className="mt-3 text-sm">Your reference</p>
      <p className="text-2xl leading-tight font-bold">{reference}</p>
      <p>
        <a href={trackingUrl} className="inline-flex min-h-11 items-center font-bold">
          Track your booking
        </a>
      </p>
    </>
  )
}

function Refused({ booking }: { booking: Kept }) {
  const { emergencyPhone } = useDetails()
  return (
    <>
      <h2 className="text-xl">{booking.refusal?.title ?? 'We couldn’t take your booking'}</h2>
      <p className="mt-1">
        {booking.refusal?.message} Please call{' '}
        <a href={emergencyPhone.href} className="inline-flex min-h-11 items-center font-bold whitespace-nowrap">
          {emergencyPhone.text}
        </a>
      </p>
      <Button type="button" look="outline" className="mt-3" onClick={() => void bookingOutbox().discard(booking.key)}>
        Delete this booking
      </Button>
    </>
  )
}
