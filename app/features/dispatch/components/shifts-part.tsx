import { Form } from 'react-router'
import { RowButton } from '#app/ui/button.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import type { RefusedForm } from '#app/ui/folded-form.tsx'
import { Part } from '#app/ui/part.tsx'
import type { LondonDay } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'

interface ShiftsPartProps {
  personId: string
  /** `isOff`: they are away then. */
  shifts: readonly { id: string; text: string; isOff: boolean }[]
  /** The first day of the next page. */
  next?: LondonDay
  /** This is not the first page. */
  isLater: boolean
  today: LondonDay
  day: LondonDay
  refused?: RefusedForm
}

/** A person's future shifts, and a form for another one. */
export function ShiftsPart({ personId, shifts, next, isLater, today, day, refused }: ShiftsPartProps) {
  const of = (name: string, usual: string) => ({ name, defaultValue: refused?.typed[name] ?? usual, problem: refused?.problems[name] })
  return (
    <Part id="shifts" title="Shifts">
      <Form method="post" noValidate preventScrollReset>
        <div className="grid grid-cols-2 gap-x-3">
          <TextField {...of('day', day)} label="Day" type="date" min={today} />
          <Select {...of('kind', 'shift')} label="Type">
            <option value="shift">Shift</option>
            <option value="on-call">On call</option>
          </Select>
          <TextField {...of('from', '08:00')} label="From" type="time" />
          <TextField {...of('until', '18:00')} label="Until" type="time" />
        </div>
        <p className="mt-2 text-sm text-muted">If the end is earlier than the start, the shift ends the next day.</p>
        <RowButton name="intent" value="plan" look="ink" className="mt-3">
          Add shift
        </RowButton>
      </Form>
      {shifts.length === 0 && <p className="mt-5 text-muted">{isLater ? 'No later shifts.' : 'No shifts planned.'}</p>}
      <ul className={`mt-5 border-line ${shifts.length > 0 ? 'border-t' : ''}`}>
        {shifts.map(({ id, text, isOff }) => (
          <li key={id} className="flex items-center justify-between gap-x-4 border-b border-line py-1">
            <a
              href={`/staff/engineers/shifts/${id}` satisfies SitePath}
              className={`inline-flex min-h-11 items-center ${isOff ? 'text-muted line-through' : ''}`}
            >
              {text}
              {isOff && <span className="sr-only">, away</span>}
            </a>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="shiftId" value={id} />
              <RowButton name="intent" value="drop">
                Remove
                <span className="sr-only">, {text}</span>
              </RowButton>
            </Form>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-5">
        {isLater && (
          <a href={`/staff/engineers/${personId}#shifts` satisfies SitePath} className="inline-flex min-h-11 items-center">
            From today
          </a>
        )}
        {next && (
          <a href={`/staff/engineers/${personId}?from=${next}#shifts` satisfies SitePath} className="inline-flex min-h-11 items-center">
            Later shifts
          </a>
        )}
      </p>
    </Part>
  )
}
