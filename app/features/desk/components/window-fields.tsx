import { TextField } from '#app/ui/field.tsx'
import type { BookingView } from '../board-booking.server.ts'
import type { Refused } from './booking-parts.tsx'

/** Day, beginning and end of an arrival window. `of`: the form, for the fields' ids. */
export function WindowFields({ of, window, refused }: { of: string; window: BookingView['window']; refused?: Refused }) {
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
