import { type ReactNode, useState } from 'react'
import type { Question } from '#app/features/booking/refusals.ts'
import { earlyQuestion } from '#app/features/capacity/early-step.ts'
import { spokenTimeAt } from '#app/platform/london.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { startToReadOut } from '#content/cancelling.ts'
import { ActForm } from '../act-form.tsx'
import type { WithActs } from '../job-view.ts'
import { askedToStart } from '../queued-act.ts'
import type { OwnJob } from '../read-own-jobs.server.ts'
import { needsAnswer } from '../return-fault.ts'
import { SecondTap } from '../second-tap.tsx'
import { estimateMinutes } from '../sheet/visit-times.ts'
import { actsQueue } from '../use-acts.ts'
import type { JobAnswer } from './job-panel.tsx'
import { FaultFirst } from './return-part.tsx'

type Job = WithActs<OwnJob>

/** Undoes the last step: one that was never sent is removed from the phone, others are undone by the server. */
export function UndoKey({ job, undo: { key } }: { job: Job; undo: NonNullable<Job['undo']> }) {
  return (
    <ActForm
      rests
      kind="undo"
      bookingId={job.id}
      action={`/engineer/jobs/${job.id}` satisfies SitePath}
      instead={async () => key !== undefined && (await actsQueue().withdraw(key))}
      className="mt-4"
    >
      <StepFields job={job} step="undo" />
      <Button look="outline" className="min-h-12 w-full">
        Undo the last step
      </Button>
    </ActForm>
  )
}

interface StepKeyProps {
  job: Job
  step: Job['steps'][number]
  answer?: JobAnswer
  /** The server's time as far as the phone knows it, in ms. */
  now: number
  look: 'ink' | 'outline'
}

/** The button for a step; one that ends the visit, or has a question, takes a second tap. */
export function StepKey({ job, step, answer, now, look }: StepKeyProps) {
  const [asked, setAsked] = useState<Question>()
  // The server would refuse it, perhaps when they have left.
  if (step.isFinal && job.gas.duty)
    return look === 'ink' ? (
      <ButtonLink look={look} href={`/engineer/jobs/${job.id}/gas` satisfies SitePath} className="min-h-[64px] w-full text-lg">
        Gas record first
      </ButtonLink>
    ) : null
  if (step.isFinal && needsAnswer(job.returnVisit)) return look === 'ink' ? <FaultFirst id={job.id} /> : null
  const early = earlyQuestion(step.step, job, toInstant(new Date(now)))
  const answered =
    answer?.confirms && answer.bookingId === job.id && answer.step === step.step ? { code: answer.confirms, text: answer.text } : undefined
  const question = answered ?? asked
  if (question)
    return (
      <StepForm job={job} step={step.step} confirmed={question.code}>
        <p role="alert" className="mb-2 font-bold">
          {question.text}
        </p>
        <Button className="min-h-[64px] w-full">Yes, {step.button}</Button>
      </StepForm>
    )
  if (!step.isFinal)
    return (
      <StepForm job={job} step={step.step} ask={early ? () => setAsked(early) : undefined}>
        <Button look={look} className="min-h-[64px] w-full text-lg">
          {step.button}
        </Button>
      </StepForm>
    )
  return (
    <SecondTap label={step.button} look={look} isAtBottom={look === 'ink'}>
      <StepForm job={job} step={step.step}>
        <Button className="min-h-[64px] w-full text-lg">Yes, {step.button.toLowerCase()}</Button>
      </StepForm>
    </SecondTap>
  )
}

interface StepFormProps {
  job: Job
  step: string
  confirmed?: string
  /** Requires a confirmation before it is recorded. */
  ask?: () => void
  children: ReactNode
}

function StepForm({ job, step, confirmed, ask, children }: StepFormProps) {
  return (
    <ActForm
      rests
      kind={step}
      bookingId={job.id}
      action={`/engineer/jobs/${job.id}` satisfies SitePath}
      instead={async () => {
        ask?.()
        return ask !== undefined
      }}
    >
      <StepFields job={job} step={step} confirmed={confirmed} />
      {children}
    </ActForm>
  )
}

/** The fields needed without scripts. */
function StepFields({ job, step, confirmed }: { job: Job; step: string; confirmed?: string }) {
  return (
    <>
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="seen" value={job.version} />
      <input type="hidden" name="key" value={job.key} />
      {confirmed && <input type="hidden" name="confirmed" value={confirmed} />}
    </>
  )
}

/** At the door of a visit that was booked ahead: the question to a customer who hasn't asked us yet to start. */
export function AskToStart({ job: { id, isAtDoor, mayAskToStart } }: { job: Pick<OwnJob, 'id' | 'isAtDoor' | 'mayAskToStart'> }) {
  if (!isAtDoor || !mayAskToStart) return null
  return (
    <section aria-labelledby="ask-to-start" className="mt-5 border-2 border-ink bg-cream px-3 py-3">
      <h2 id="ask-to-start" className="text-lg">
        Ask before you start
      </h2>
      <p className="mt-1">{startToReadOut}</p>
      <ActForm kind={askedToStart} bookingId={id} action={`/engineer/jobs/${id}` satisfies SitePath}>
        <input type="hidden" name="step" value={askedToStart} />
        <Button look="outline" className="mt-3 min-h-12 w-full">
          Yes, they asked us to start
        </Button>
      </ActForm>
    </section>
  )
}

/** Buttons for an engineer on the way to give an estimate. `now`: the server's time, in ms. */
export function EstimateKeys({ job: { id, expectedAt }, now }: { job: { id: string; expectedAt: string | null }; now: number }) {
  const isPast = expectedAt !== null && Date.parse(expectedAt) < now
  return (
    <section aria-labelledby="estimate" className="mt-5 border-2 border-ink bg-chalk px-3 py-3">
      <h2 id="estimate" className="text-lg">
        How long will you be?
      </h2>
      <p className="mt-1">
        {expectedAt === null
          ? 'The customer will see this on their booking page.'
          : isPast
            ? `You said ${spokenTimeAt(expectedAt)}, but it’s past that now. How much longer?`
            : `The customer expects you at about ${spokenTimeAt(expectedAt)}.`}
      </p>
      <ul className="mt-2 short-keys gap-2">
        {estimateMinutes.map((count) => (
          <li key={count}>
            <ActForm kind="estimate" bookingId={id} action={`/engineer/jobs/${id}` satisfies SitePath}>
              <input type="hidden" name="step" value="estimate" />
              <input type="hidden" name="minutes" value={count} />
              <Button look="outline" className="min-h-12 w-full gap-1 px-1 whitespace-nowrap">
                {count} <span className="text-sm">min</span>
              </Button>
            </ActForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
