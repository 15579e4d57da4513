import { Form } from 'react-router'
import { RowButton } from '#app/ui/button.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import type { RefusedForm } from '#app/ui/folded-form.tsx'
import { Part } from '#app/ui/part.tsx'
import type { LondonDay } from '#app/values/day.ts'

/** Someone's absences, and a form for more. */
export function AbsencesPart({
  absences,
  day,
  refused,
}: {
  absences: readonly { id: string; text: string }[]
  day: LondonDay
  refused?: RefusedForm
}) {
  const of = (name: string, usual: string) => ({ name, defaultValue: refused?.typed[name] ?? usual, problem: refused?.problems[name] })
  return (
    <Part id="absences" title="Holidays and sickness">
      <Form method="post" noValidate preventScrollReset>
        <Select {...of('kind', 'holiday')} id="absence-kind" label="Reason">
          <option value="holiday">Holiday</option>
          <option value="sickness">Off sick</option>
          <option value="other">Another reason</option>
        </Select>
        <div className="grid grid-cols-[1.4fr_1fr] gap-x-3">
          <TextField {...of('firstDay', day)} label="First day" type="date" />
          <TextField {...of('fromTime', '')} label="From" type="time" optional />
          <TextField {...of('lastDay', day)} label="Last day" type="date" />
          <TextField {...of('untilTime', '')} label="Until" type="time" optional />
        </div>
        <p className="mt-2 text-sm text-muted">If you leave the times blank, they’ll be off for every shift that starts on these days.</p>
        <RowButton name="intent" value="absence" look="ink" className="mt-3">
          Save absence
        </RowButton>
      </Form>
      <ul className={`mt-5 border-line ${absences.length > 0 ? 'border-t' : ''}`}>
        {absences.map(({ id, text }) => (
          <li key={id} className="flex items-center justify-between gap-x-4 border-b border-line py-1">
            {text}
            <Form method="post" preventScrollReset>
              <input type="hidden" name="absenceId" value={id} />
              <RowButton name="intent" value="end-absence">
                Remove
                <span className="sr-only">, {text}</span>
              </RowButton>
            </Form>
          </li>
        ))}
      </ul>
    </Part>
  )
}
