import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { londonDayHour, londonTimeText } from '#app/platform/london-intl.ts'
import type { Pause } from '#app/platform/online-pause.ts'
import { RowButton } from '#app/ui/button.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { hours, minutes } from '#app/values/clock.ts'
import type { RefusedForm } from '../refused-form.ts'
import { typedIn } from './typed-in.ts'

/** Preset of the two visible buttons, for two hours; other times and reasons have a form. */
const usual = { pauseFor: '2', reason: 'All our engineers are out on jobs.' } as const
const usualMs = hours(Number(usual.pauseFor))
/** A free time is rounded up to a quarter of an hour, as the server does it. */
const roundedUp = (atMs: number) => Math.ceil(atMs / minutes(15)) * minutes(15)

/**
 * The text that visitors read while online booking is paused or no one is free yet, with a button that ends it. `hasJustBegun`: set by a
 * button on this page that has since disappeared; focus moves to the button that undoes it, for keyboard users. Works without JavaScript.
 */
export function OnlineLimit({ limit, hasJustBegun }: { limit: { kind: Pause['kind']; text: string }; hasJustBegun: boolean }) {
  const end = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasJustBegun && document.activeElement === document.body) end.current?.focus({ preventScroll: true })
  }, [hasJustBegun])
  return (
    <Form
      method="post"
      preventScrollReset
      className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-5 border-ink bg-lamp px-3 py-2"
    >
      <p className="grow">
        On the website: <b>{limit.text}</b> You can still take bookings by phone.
      </p>
      <RowButton ref={end} look="ink" name="intent" value="resume-online">
        {limit.kind === 'paused' ? 'Resume online booking' : 'We’re free now'}
      </RowButton>
    </Form>
  )
}

/**
 * Unfolds to pausing online booking, or setting that an engineer is free in two hours, by one button each; below them are forms for other
 * times and reasons. `refused`: the last form of this page, if refused. Works without JavaScript.
 */
export function LimitForms({ nowMs, refused }: { nowMs: number; refused?: RefusedForm }) {
  const [pause, free] = [typedIn(refused, 'pause-online'), typedIn(refused, 'next-free')]
  return (
    <details open={pause !== undefined || free !== undefined} className="open:order-2 open:basis-full">
      <summary className="key key-outline key-row cursor-pointer list-none">Pause online booking</summary>
      <div className="mt-2 flex flex-wrap gap-2">
        <UsualLimit
          intent="pause-online"
          title={`Pause online booking until ${londonTimeText(nowMs + usualMs)}`}
          detail={`“${usual.reason}”`}
        />
        <UsualLimit
          intent="next-free"
          title={`Next engineer free at ${londonTimeText(roundedUp(nowMs + usualMs))}`}
          detail="Customers can’t book a visit any earlier."
        />
      </div>
      <div className="grid gap-x-8 md:grid-cols-2">
        <LimitForm intent="pause-online" title="Pause online booking" label="Until" nowMs={nowMs} refused={pause} hasReason />
        <LimitForm intent="next-free" title="Set the next free time" label="From" nowMs={nowMs} refused={free} />
      </div>
    </details>
  )
}

function UsualLimit({ intent, title, detail }: { intent: string; title: string; detail: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="pauseFor" value={usual.pauseFor} />
      <input type="hidden" name="reason" value={usual.reason} />
      <RowButton name="intent" value={intent} className="text-left leading-tight">
        <span>
          {title}
          <span className="block text-xs font-normal">{detail}</span>
        </span>
      </RowButton>
    </Form>
  )
}

interface LimitFormProps {
  intent: string
  title: string
  label: string
  refused?: RefusedForm
  nowMs: number
  hasReason?: boolean
}

function LimitForm({ intent, title, label, refused, nowMs, hasReason }: LimitFormProps) {
  const typed = refused?.typed ?? {}
  const atOf = (ms: number) => londonTimeText(hasReason ? ms : roundedUp(ms))
  return (
    <Form method="post" preventScrollReset noValidate className="mt-2 border-l-4 border-ink pb-3 pl-4">
      <input type="hidden" name="intent" value={intent} />
      <h2 className="text-base font-bold">{title}</h2>
      {hasReason && (
        <TextField
          id={`${intent}-reason`}
          name="reason"
          label="Reason (shown on the website)"
          maxLength={100}
          defaultValue={typed.reason ?? usual.reason}
          problem={refused?.problems.reason}
        />
      )}
      <div className="grid grid-cols-2 gap-x-4">
        <TextField id={`${intent}-time`} name="time" type="time" label={label} defaultValue={typed.time} problem={refused?.problems.time} />
        <Select id={`${intent}-for`} name="pauseFor" label="Day" defaultValue={typed.pauseFor ?? 'today'}>
          <option value="today">Today</option>
          <option value="tomorrow">Tomorrow</option>
        </Select>
      </div>
      {/* Enter submits with the first button, which uses the time that was typed. */}
      <div className="mt-4 flex flex-wrap gap-2">
        <RowButton look="ink">{title}</RowButton>
        {quickHours.map((count) => (
          <RowButton key={count} name="quick" value={count}>
            {label} {atOf(nowMs + hours(count))}
          </RowButton>
        ))}
        <RowButton name="quick" value="morning">
          {label} 8am{isBeforeEight(nowMs) ? '' : ' tomorrow'}
        </RowButton>
      </div>
    </Form>
  )
}

/** Other times by one press each, beside the usual one. */
const quickHours = [1, 4] as const
const isBeforeEight = (nowMs: number) => londonDayHour(nowMs).hour < 8
