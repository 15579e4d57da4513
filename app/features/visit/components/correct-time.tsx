import { useState } from 'react'
import { spokenTimeAt, timeText } from '#app/platform/london.ts'
import { Button } from '#app/ui/button.tsx'
import { Options, Select, TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { ActForm } from '../act-form.tsx'
import { type CorrectableTime, correctableTimes, readCorrection, type VisitTimes } from '../sheet/visit-times.ts'
import type { JobAnswer } from './job-panel.tsx'

/** Corrects when an engineer arrived or left. Absent before they have arrived. */
export function CorrectTime({ job: { id, times }, answer }: { job: { id: string; times: VisitTimes }; answer?: JobAnswer }) {
  const [checked, setChecked] = useState<Readonly<Record<string, string>>>()
  const known = (Object.keys(correctableTimes) as CorrectableTime[]).filter((what) => times[what] !== undefined)
  const problems = checked ?? answer?.problems ?? {}
  if (known.length === 0) return null
  return (
    <details className="mt-8 border-t-2 border-ink pt-2" open={answer !== undefined || undefined}>
      <summary className="min-h-12 cursor-pointer py-2.5 text-xl font-bold">Correct a time</summary>
      <p className="mt-1">
        {known.map((what) => `You ${what} at ${spokenTimeAt(times[what] ?? '')}.`).join(' ')} The office will see what you change, and why.
      </p>
      <ActForm
        key={JSON.stringify(times)}
        kind="correct-time"
        bookingId={id}
        action={`/engineer/jobs/${id}` satisfies SitePath}
        check={(name) => {
          const read = readCorrection(name)
          return 'problems' in read ? read.problems : undefined
        }}
        onChecked={setChecked}
      >
        <input type="hidden" name="step" value="correct-time" />
        <Select name="what" label="Which time" defaultValue={known.at(-1)}>
          <Options of={known.map((what) => [what, correctableTimes[what]])} />
        </Select>
        <TextField
          name="time"
          label="Correct time"
          type="time"
          defaultValue={timeText(times[known.at(-1) ?? 'arrived'] ?? '')}
          problem={problems.time}
        />
        <TextField name="reason" label="What happened" hint="For example: I tapped it late." maxLength={200} problem={problems.reason} />
        <Button look="outline" className="mt-4 min-h-12 w-full">
          Save the correct time
        </Button>
      </ActForm>
    </details>
  )
}
