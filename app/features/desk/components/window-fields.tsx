import { TextField } from '#app/ui/field.tsx'
import type { BookingView } from '../board-booking.server.ts'
import type { RefusedForm } from '../refused-form.ts'
import { Tick } from './visit-fields.tsx'

/** The fields of another arrival window, and whether the customer asked for it. */
export const PromiseFields = (props: WindowFieldsProps) => (
  <>
    <WindowFields {...props} />
    <Tick className="mt-3" name="askedByCustomer" isTicked={props.refused?.typed.askedByCustomer === 'yes'}>
      The customer asked for another time
    </Tick>
  </>
)

interface WindowFieldsProps {
  /** The form, for the fields' ids. */
  of: string
  window: BookingView['window']
  refused?: RefusedForm
}

/** Day, beginning and end of an arrival window. */
export function WindowFields({ of, window, refused }: WindowFieldsProps) {
  const field = (name: 'day' | 'from' | 'until') => ({
    name,
    id: `${of}-${name}`,
    defaultValue: refused?.typed[name] ?? window[name],
    problem: refused?.problems[name],
  })
  return (
    <div className="grid gap-x-3 md:grid-cols-3">
      <TextField {...field('day')} label="Day" type="date" min={window.today} />
      <TextField {...field('from')} label="From" type="time" />
      <TextField {...field('until')} label="Until" type="time" />
    </div>
  )
}
