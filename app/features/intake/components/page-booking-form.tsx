import { usePageArrival } from '#app/features/capacity/arrival-promise.tsx'
import { Island } from '#app/ui/island.tsx'
import { useFormStart } from '../form-start-context.ts'
import type { FormView } from '../form-view.ts'
import BookingForm from './booking-form.island.tsx'

/** The booking form of a page, with the visitor's known details and the next arrival. `view`: differences from an empty form. */
export function PageBookingForm({ view }: { view?: Partial<FormView> }) {
  const start = useFormStart()
  const { next } = usePageArrival()
  return <Island name="booking-form" of={BookingForm} when="visible" props={{ view: { ...start, next, ...view } }} />
}
