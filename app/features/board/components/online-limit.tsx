import { Form } from 'react-router'
import type { Pause } from '#app/platform/online-pause.ts'
import { Button } from '#app/ui/button.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import type { RefusedForm } from '../refused-form.ts'

const lengths = [
  ['1', '1 hour'],
  ['2', '2 hours'],
  ['4', '4 hours'],
  ['today', 'a time today'],
  ['tomorrow', 'a time tomorrow'],
] as const

/** What visitors read while online booking is paused or no one is free yet, with a button that ends it. Works without JavaScript. */
export function OnlineLimit({ limit }: { limit: { kind: Pause['kind']; text: string } }) {
  return (
    <Form
      method="post"
      preventScrollReset
      className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-5 border-ink bg-lamp px-3 py-2"
    >
      <p className="grow">
        On the website: <b>{limit.text}</b> You can still take bookings by phone.
      </p>
      <Button name="intent" value="resume-online" className="key-row">
        {limit.kind === 'paused' ? 'Resume online booking' : 'We’re free now'}
      </Button>
    </Form>
  )
}

/**
 * Pauses online booking or says from when an engineer is free. `refused`: the last form of this page, if refused. Works without JavaScript.
 */
export function LimitForms({ refused }: { refused?: RefusedForm & { intent: string } }) {
  const of = (intent: string) => (refused?.intent === intent ? refused : undefined)
  return (
    <>
      <LimitForm intent="next-free" title="Set the next free time" label="Our next engineer is free in" refused={of('next-free')} />
      <LimitForm intent="pause-online" title="Pause online booking" label="For" refused={of('pause-online')} hasReason />
    </>
  )
}

interface LimitFormProps {
  intent: string
  title: string
  label: string
  refused?: RefusedForm
  hasReason?: boolean
}

function LimitForm({ intent, title, label, refused, hasReason }: LimitFormProps) {
  const typed = refused?.typed ?? {}
  return (
    <details open={refused !== undefined} className="open:order-2 open:basis-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-bold underline">{title}</summary>
      <Form method="post" preventScrollReset noValidate className="max-w-[52em] border-l-4 border-ink pb-3 pl-4">
        <input type="hidden" name="intent" value={intent} />
        <div className="grid gap-x-4 md:grid-cols-2">
          <Select id={`${intent}-for`} name="pauseFor" label={label} defaultValue={typed.pauseFor ?? '2'}>
            {lengths.map(([value, text]) => (
              <option key={value} value={value}>
                {value.startsWith('to') ? `${hasReason ? 'Until' : 'At'} ${text}` : text}
              </option>
            ))}
          </Select>
          <TextField
            id={`${intent}-time`}
            name="time"
            type="time"
            label="Time, today or tomorrow"
            defaultValue={typed.time}
            problem={refused?.problems.time}
          />
        </div>
        {hasReason && (
          <TextField
            id={`${intent}-reason`}
            name="reason"
            label="Reason, shown on the website"
            maxLength={100}
            defaultValue={typed.reason ?? 'All our engineers are out on jobs.'}
            problem={refused?.problems.reason}
          />
        )}
        <Button className="key-row mt-4">{title}</Button>
      </Form>
    </details>
  )
}
