import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import type { RefusedForm } from '../refused-form.ts'

const lengths = [
  ['1', '1 hour'],
  ['2', '2 hours'],
  ['4', '4 hours'],
  ['today', 'Until a time today'],
  ['tomorrow', 'Until a time tomorrow'],
] as const

interface OnlinePauseProps {
  /** What visitors read while online booking is paused; undefined while it is open. */
  pausedText?: string
  refused?: RefusedForm
}

/** Pauses online booking, or ends the pause. Works without JavaScript. */
export function OnlinePause({ pausedText, refused }: OnlinePauseProps) {
  if (pausedText)
    return (
      <Form
        method="post"
        preventScrollReset
        className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-5 border-ink bg-lamp px-3 py-2"
      >
        <p className="grow">
          <b>{pausedText}</b> You can still take bookings by phone.
        </p>
        <Button name="intent" value="resume-online" className="key-row">
          Resume online booking
        </Button>
      </Form>
    )
  const typed = refused?.typed ?? {}
  return (
    <details open={refused !== undefined} className="mt-3 mb-6">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-bold underline">Pause online booking</summary>
      <Form method="post" preventScrollReset noValidate className="max-w-[52em] border-l-4 border-ink pb-3 pl-4">
        <input type="hidden" name="intent" value="pause-online" />
        <div className="grid gap-x-4 md:grid-cols-2">
          <Select id="pause-for" name="pauseFor" label="For how long" defaultValue={typed.pauseFor ?? '2'}>
            {lengths.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
          <TextField
            id="pause-time"
            name="time"
            type="time"
            label="Until, today or tomorrow"
            defaultValue={typed.time}
            problem={refused?.problems.time}
          />
        </div>
        <TextField
          id="pause-reason"
          name="reason"
          label="Reason, shown on the website"
          maxLength={100}
          defaultValue={typed.reason ?? 'All our engineers are out on jobs.'}
          problem={refused?.problems.reason}
        />
        <Button className="key-row mt-4">Pause online booking</Button>
      </Form>
    </details>
  )
}
