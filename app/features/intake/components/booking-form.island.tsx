import { RedLineSlotsProvider } from '#app/features/capacity/slots-context.ts'
import { emptyForm, type FormView } from '../form-view.ts'
import { BookingForm } from './booking-form.tsx'
import { SentPanel } from './sent-panel.tsx'
import { useBookingForm } from './use-booking-form.ts'

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
