import { RedLineSlotsProvider } from '#app/features/capacity/slots-context.ts'
import type { FormView } from '../form-view.ts'
import { BookingForm } from './booking-form.tsx'
import { SentPanel } from './sent-panel.tsx'
import { useBookingForm } from './use-booking-form.ts'

interface Props {
  view: FormView
  ids?: string
  place?: 'page' | 'dialog'
}

/** The booking form as it goes on in the browser. */
export default function BookingFormIsland(props: Props) {
  return (
    <RedLineSlotsProvider>
      <Form {...props} />
    </RedLineSlotsProvider>
  )
}

function Form({ view, ids = '', place = 'page' }: Props) {
  const { form, state, bookAgain, handlers } = useBookingForm(view, place)
  return (
    <>
      <SentPanel started={state.started} sent={state.sent} onAgain={bookAgain} />
      <BookingForm view={state} ids={ids} place={place} live={{ ref: form, started: state.started, sending: state.sending, ...handlers }} />
    </>
  )
}
