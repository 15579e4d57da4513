import { notHeldText } from '#app/features/booking/answers.ts'
import { RedLineSlotsProvider } from '#app/features/capacity/slots-context.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { poundsText } from '#content/money.ts'
import { contactMinutes } from '#content/stated.ts'
import type { Kept } from '../booking-form/kept-booking.ts'
import { emptyForm, type FormView } from '../form-view.ts'
import { BookingForm } from './booking-form.tsx'
import { bookingOutbox, useOutbox } from './booking-outbox.ts'
import { type Booked, type Sent, useBookingForm } from './use-booking-form.ts'

interface Props {
  /** Differences from an empty form. */
  view: Partial<FormView>
  ids?: string
  place?: 'page' | 'dialog'
}

/** The booking form, continued in the browser. */
export default function BookingFormIsland(props: Props) {
  return (
    <RedLineSlotsProvider>
      <Form {...props} />
    </RedLineSlotsProvider>
  )
}

function Form({ view, ids = '', place = 'page' }: Props) {
  const { form, state, bookAnother, handlers } = useBookingForm({ ...emptyForm, ...view }, place)
  return (
    <div data-booking="">
      <SentPanel started={state.started} sent={state.sent} onAnother={bookAnother} />
      {/* Empty again: hidden, so that it doesn't invite a second booking. */}
      <div hidden={state.sent !== undefined}>
        <BookingForm
          view={state}
          ids={ids}
          place={place}
          live={{ ref: form, started: state.started, sending: state.sending, ...handlers }}
        />
      </div>
    </div>
  )
}

interface SentPanelProps {
  started: boolean
  sent?: Sent
  /** Shows the empty form again. */
  onAnother(): void
}

/** The outcome of a booking, in place of its form: not sent yet, refused, or the reference; for Red Line, a link to pay. */
function SentPanel({ started, sent, onAnother }: SentPanelProps) {
  const { emergencyPhone } = useDetails()
  const key = sent && 'key' in sent ? sent.key : undefined
  const { kept, delivered, durable } = useOutbox(started && key !== undefined)
  if (!sent) return null
  const waiting = kept.find((each) => each.key === key)
  const booked = 'booked' in sent ? sent.booked : delivered.find((each) => each.key === key)?.acknowledgement
  return (
    <div data-sent="" tabIndex={-1} role="status" className="mb-6 rounded-key border-2 border-ink bg-lamp p-4 md:p-6">
      {booked ? (
        <BookedPart booked={booked} onAnother={onAnother} />
      ) : waiting?.state === 'refused' ? (
        <Refused booking={waiting} onDeleted={onAnother} />
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

/** A booking that the server has: what is next, and its reference. */
function BookedPart({ booked: { reference, trackingUrl, advice, payment }, onAnother }: { booked: Booked; onAnother: () => void }) {
  return (
    <>
      <h2 className="text-xl">{payment ? 'One more step: payment' : 'Thank you, we’ve got your booking. Please keep your phone handy.'}</h2>
      {payment && (
        <>
          {!payment.isHeld && <p className="mt-1">{notHeldText}</p>}
          <ButtonLink look="alarm" href={payment.url} className="mt-3">
            {`Pay ${poundsText(payment.amountPence)}`}
          </ButtonLink>
        </>
      )}
      {advice?.map((text) => (
        <p key={text} className="mt-3 font-bold">
          {text}
        </p>
      ))}
      <p className="mt-3 text-sm">Your reference</p>
      <p className="text-2xl leading-tight font-bold">{reference}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <ButtonLink look={payment ? 'outline' : 'ink'} href={trackingUrl}>
          Track your booking
        </ButtonLink>
        <Button type="button" look="outline" onClick={onAnother}>
          Book another visit
        </Button>
      </div>
    </>
  )
}

function Refused({ booking, onDeleted }: { booking: Kept; onDeleted: () => void }) {
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
      <Button type="button" look="outline" className="mt-3" onClick={() => void bookingOutbox().discard(booking.key).then(onDeleted)}>
        Delete this booking
      </Button>
    </>
  )
}
