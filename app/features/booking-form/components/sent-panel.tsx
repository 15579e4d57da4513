import FeeStatus from '#app/features/priority-fee/fee-status.island.tsx'
import type { FeeView } from '#app/features/priority-fee/fee-view.ts'
import { useDetails, usePrices } from '#app/platform/published-context.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { contactMinutes } from '#content/stated.ts'
import type { Acknowledgement, Kept } from '../outbox.ts'
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

/** What became of the bookings of this device: on their way, refused after all, or the reference. Nothing, where there is none. */
export function SentPanel({ started, sent, onAgain }: Props) {
  const { emergencyPhone } = useDetails()
  const { kept, delivered, durable } = useOutbox(started && sent !== undefined)
  if (!sent) return null
  const waiting = kept.find(({ key }) => key === sent.key)
  const acknowledgement = sent.acknowledgement ?? delivered.find(({ key }) => key === sent.key)?.acknowledgement
  const payment = acknowledgement?.payment
  if (acknowledgement && payment) return <Unpaid {...{ sent, acknowledgement, dueAt: payment.dueAt, onAgain }} />
  return (
    <div data-sent="" tabIndex={-1} role="status" className="mb-6 scroll-mt-20 rounded-key border-2 border-ink bg-lamp p-4 md:p-6">
      {acknowledgement ? (
        <>
          <h2 className="text-xl">We have your booking. Keep your phone near.</h2>
          <Reference {...acknowledgement} />
          <p className="mt-3 text-sm">What to do until the engineer comes stands there, and is on its way to you by email.</p>
        </>
      ) : waiting?.state === 'refused' ? (
        <Refused booking={waiting} />
      ) : (
        <>
          <h2 className="text-xl">Still sending</h2>
          <p className="mt-1">
            {`Your booking has been submitted. If you don’t hear from us within ${contactMinutes} minutes, please call `}
            <a href={emergencyPhone.href} className="inline-flex min-h-11 items-center font-bold whitespace-nowrap">
              {emergencyPhone.text}
            </a>
          </p>
          <p className="mt-2 text-sm">
            {durable
              ? 'It is kept on this device. We try again every few seconds until the desk has it; if you close this page, it goes on when you come back.'
              : 'Your browser keeps nothing: leave this page open until a reference stands here.'}
          </p>
        </>
      )}
    </div>
  )
}

/** A Red Line booking: the fee, as it stands, and the reference. */
function Unpaid({
  sent,
  acknowledgement,
  dueAt,
  onAgain,
}: Pick<Props, 'onAgain'> & { sent: Sent; acknowledgement: Acknowledgement; dueAt: string }) {
  const { priorityFeePence } = usePrices()
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
    <div data-sent="" tabIndex={-1} className="mb-6 scroll-mt-20">
      <FeeStatus
        key={acknowledgement.reference}
        fee={fee}
        path={new URL(acknowledgement.trackingUrl).pathname}
        service={sent.answers.service ?? ''}
        heading="h2"
        form={{ onAgain, onSettled }}
      >
        <div className="mt-4 border-t border-line">
          <Reference {...acknowledgement} />
        </div>
      </FeeStatus>
    </div>
  )
}

/** Nothing is waited for any more: nothing is kept for it, and nobody is being led anywhere. */
function onSettled() {
  void forgetSent()
  unsayOutcome()
}

function Reference({ reference, trackingUrl }: Acknowledgement) {
  return (
    <>
      <p className="mt-3 text-sm">Your reference</p>
      <p className="text-2xl leading-tight font-bold">{reference}</p>
      <div className="mt-4">
        <ButtonLink look="outline" href={trackingUrl}>
          Follow this booking
        </ButtonLink>
      </div>
    </>
  )
}

function Refused({ booking }: { booking: Kept }) {
  const { emergencyPhone } = useDetails()
  return (
    <>
      <h2 className="text-xl">{booking.refusal?.title ?? 'Your booking could not be taken'}</h2>
      <p className="mt-1">
        {booking.refusal?.message} Please call{' '}
        <a href={emergencyPhone.href} className="inline-flex min-h-11 items-center font-bold whitespace-nowrap">
          {emergencyPhone.text}
        </a>
      </p>
      <Button type="button" look="outline" className="mt-3" onClick={() => void bookingOutbox().discard(booking.key)}>
        Forget this booking
      </Button>
    </>
  )
}
