import { type ReactNode, useState } from 'react'
import { isolated } from '#app/platform/bidi-text.ts'
import { readWindow } from '#app/platform/fields-of-window.ts'
import { spokenTimeAt } from '#app/platform/london.ts'
import { counted } from '#app/platform/next-text.ts'
import { spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { minutes } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { poundsText } from '#content/money.ts'
import { ActForm } from '../act-form.tsx'
import { callAttempt, type DoorWait, hasTried } from '../door-wait.ts'

/** The server's refusal of a form. */
export interface DoorAnswer {
  intent: string
  text: string
  /** Set for a question: sent again with this as `confirmed`, the act is done. */
  confirms?: string
  typed: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
}

interface DoorPageProps {
  job: {
    id: string
    name: string
    phone: string
    phoneText: string
    siteContact: string
    sitePhone?: { href: string; text: string }
    version: string
  }
  /** Undefined if the engineer is not at the door, or no longer. */
  wait?: DoorWait
  /** The server's time, an instant. */
  now: string
  /** Some acts have not reached the server yet. */
  isWaiting?: boolean
  /** The key of the next try's act. */
  tryKey: string
  /** The initial values of the new window's fields. */
  window: { day: string; from: string; until: string; today: string }
  answer?: DoorAnswer
  /** Photos of the door. */
  photos?: ReactNode
}

/** Steps at a door that no one opens: try to call, wait, and then close the visit or agree another time. */
export function DoorPage({ wait, ...props }: DoorPageProps) {
  if (wait) return <AtDoor wait={wait} {...props} />
  return (
    <>
      <h1 className="mt-5 text-2xl">Can’t get in</h1>
      {props.answer && (
        <div className="mt-4">
          <ErrorSummary title="That didn’t work" problems={[{ text: props.answer.text }]} />
        </div>
      )}
      <p className="mt-3">You haven’t arrived at this job. If you’re there now, go back to the job and tap ‘I’ve arrived’.</p>
    </>
  )
}

function AtDoor({ job, wait, now, isWaiting, tryKey, window, answer, photos }: DoorPageProps & { wait: DoorWait }) {
  const { attempts, feePence } = wait
  const waited = Math.max(0, Math.floor((Date.parse(now) - Date.parse(wait.countsFrom)) / minutes(1)))
  const isOver = now >= wait.feeFrom
  const isEarly = wait.arrivedAt < wait.countsFrom
  const feeFrom = spokenTimeSeen(wait.feeFrom, now)
  const refused = answer && Object.entries(answer.problems)
  return (
    <>
      <h1 className="mt-5 text-2xl">Can’t get in</h1>
      <p className="mt-1 [overflow-wrap:anywhere]">
        <bdi>{job.name}</bdi>
        {job.siteContact && `. Who will let you in: ${isolated(job.siteContact)}`}
      </p>
      {answer && !answer.confirms && (
        <div className="mt-4">
          <ErrorSummary
            title={refused?.length ? undefined : 'That didn’t work'}
            problems={
              refused?.length
                ? refused.map(([field, text]) => ({ field: answer.intent === 'called' ? field : `window-${field}`, text }))
                : [{ text: answer.text }]
            }
          />
        </div>
      )}
      <section aria-label="How long you’ve waited" className="mt-4 border-2 border-ink bg-chalk px-4 py-3">
        <p className="text-xl font-bold">{`You’ve waited ${counted(waited, 'minute')}`}</p>
        <p className="mt-1">
          {`You arrived at ${spokenTimeAt(wait.arrivedAt)}. `}
          {isEarly && `Waiting only counts from the start of the visit’s window, ${spokenTimeSeen(wait.countsFrom, now)}. `}
          {feePence === 0
            ? 'This visit is free: there’s no no-access fee.'
            : isOver
              ? `The ${poundsText(feePence)} no-access fee can now be charged.`
              : `The ${poundsText(feePence)} no-access fee can be charged from ${feeFrom}.`}
        </p>
      </section>
      <ButtonLink look="outline" href={`tel:${job.phone}`} className="mt-4 min-h-[64px] w-full text-lg">
        Call {job.phoneText}
      </ButtonLink>
      {job.sitePhone && (
        <ButtonLink look="outline" href={job.sitePhone.href} className="mt-2 min-h-[64px] w-full text-lg">
          Call the person letting you in: <span className="whitespace-nowrap">{job.sitePhone.text}</span>
        </ButtonLink>
      )}
      <ActForm
        key={attempts.length}
        kind={callAttempt}
        bookingId={job.id}
        action={`/engineer/jobs/${job.id}/no-access` satisfies SitePath}
        className="mt-2"
      >
        <input type="hidden" name="intent" value="called" />
        <input type="hidden" name="key" value={tryKey} />
        <TextField
          name="note"
          label="What you tried"
          hint="A note for the office, such as: called twice, knocked, no answer."
          optional
          maxLength={300}
          autoComplete="off"
          defaultValue={answer?.intent === 'called' ? answer.typed.note : undefined}
          problem={answer?.intent === 'called' ? answer.problems.note : undefined}
        />
        <Button className="mt-3 min-h-[64px] w-full text-lg">I tried, no answer</Button>
      </ActForm>
      {attempts.length > 0 && (
        <section className="mt-5 border-t border-line pt-3">
          <h2 className="text-lg">
            {`${counted(attempts.length, 'try', 'tries')} so far`}
            {isWaiting && ' (not sent yet)'}
          </h2>
          <ol className="mt-1 grid gap-1">
            {attempts.map(({ id, at, note }) => (
              <li key={id} className="[overflow-wrap:anywhere]">
                <b>{spokenTimeAt(at)}</b>
                {note && `: ${note}`}
              </li>
            ))}
          </ol>
        </section>
      )}
      {photos}
      <AnotherTime job={job} window={window} answer={answer?.intent === 'another_time' ? answer : undefined} />
      <section className="mt-8 border-t-2 border-ink pt-4">
        <h2 className="text-xl">Close the visit</h2>
        {isOver && hasTried(wait) ? (
          <>
            <p className="mt-1">
              {feePence === 0
                ? 'We’ll tell the customer, without a fee. You can undo this for five minutes.'
                : isWaiting
                  ? `We’ll tell the customer. We haven’t heard from this phone yet, so the office decides about the ${poundsText(feePence)} fee. You can undo this for five minutes.`
                  : `We’ll tell the customer and charge them ${poundsText(feePence)}. You can undo this for five minutes.`}
            </p>
            <ActForm
              kind="no_access"
              bookingId={job.id}
              onChecked={() => location.assign('/engineer' satisfies SitePath)}
              action={`/engineer/jobs/${job.id}/no-access` satisfies SitePath}
              className="mt-3"
            >
              <input type="hidden" name="intent" value="close" />
              <input type="hidden" name="seen" value={job.version} />
              <Button look="ink" className="min-h-[64px] w-full text-lg">
                Close: no access
              </Button>
            </ActForm>
          </>
        ) : (
          <p className="mt-1">
            {isOver
              ? isEarly && attempts.length > 0
                ? 'The visit’s window has started since you tried. Call the customer again, and record that you tried.'
                : 'Call the customer first, and record that you tried.'
              : `You can close the visit from ${feeFrom}, once you’ve tried to reach them. Until then, wait or agree another time.`}
          </p>
        )}
      </section>
    </>
  )
}

/** A new window instead of the fee. */
function AnotherTime({ job, window, answer }: Pick<DoorPageProps, 'job' | 'window' | 'answer'>) {
  const [checked, setChecked] = useState<Readonly<Record<string, string>>>()
  const field = (name: 'day' | 'from' | 'until') => ({
    name,
    id: `window-${name}`,
    defaultValue: answer?.typed[name] ?? window[name],
    problem: (checked ?? answer?.problems)?.[name],
  })
  return (
    <details className="mt-8 border-t-2 border-ink pt-2" open={answer !== undefined || undefined}>
      <summary className="min-h-12 cursor-pointer py-2.5 text-xl font-bold">Agree another time</summary>
      <p className="mt-1">You’ll visit again, and there’s no fee. We’ll email the customer the new time.</p>
      <ActForm
        kind="another_time"
        bookingId={job.id}
        action={`/engineer/jobs/${job.id}/no-access` satisfies SitePath}
        check={(typed) => {
          const read = readWindow(typed)
          return 'problems' in read ? read.problems : undefined
        }}
        onChecked={(problems) => {
          setChecked(problems)
          if (!problems) location.assign('/engineer' satisfies SitePath)
        }}
      >
        <input type="hidden" name="intent" value="another_time" />
        <input type="hidden" name="seen" value={job.version} />
        <TextField {...field('day')} label="Day" type="date" min={window.today} />
        <div className="pair">
          <TextField {...field('from')} label="From" type="time" />
          <TextField {...field('until')} label="Until" type="time" />
        </div>
        {answer?.confirms && (
          <p role="alert" className="mt-3 border-l-5 border-alarm bg-alarm-wash px-3 py-2 font-bold">
            {answer.text}
            <input type="hidden" name="confirmed" value={answer.confirms} />
          </p>
        )}
        <Button look="outline" className="mt-4 min-h-[64px] w-full text-lg">
          {answer?.confirms ? 'Save it anyway' : 'Save the new time'}
        </Button>
      </ActForm>
    </details>
  )
}
