import { type ReactNode, useState } from 'react'
import type { Question } from '#app/features/booking/refusals.ts'
import { earlyQuestion } from '#app/features/capacity/early-step.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { ActForm } from '../act-form.tsx'
import type { WithActs } from '../job-view.ts'
import { customerPhotosText } from '../photo-text.ts'
import type { OwnJob } from '../read-own-jobs.server.ts'
import { needsAnswer } from '../return-fault.ts'
import { SecondTap } from '../second-tap.tsx'
import { actsQueue, usePhoneNow } from '../use-acts.ts'
import { AskToStart } from './ask-to-start.tsx'
import { EstimateKeys } from './estimate-keys.tsx'
import { FaultFirst } from './return-part.tsx'

/** The server's answer to the last form of a job. */
export interface JobAnswer {
  bookingId: string
  step: string
  text: string
  /** A question rather than a problem: sending it again confirms it. */
  /** It is a question: sent again with this as `confirmed`, it is done. */
  confirms?: string
  /** For the job sheet: the typed values, and the problems by field. */
  typed?: Readonly<Record<string, string>>
  problems?: Readonly<Record<string, string>>
}

type Job = WithActs<OwnJob>

/** One job, with everything the engineer needs on the way and at the door. The button for the next step stays within reach of the thumb. */
export function JobPanel({ job, answer, children }: { job: Job; answer?: JobAnswer; children?: ReactNode }) {
  const [next, ...others] = job.steps
  const now = usePhoneNow(job.now)
  return (
    <article data-state={job.state}>
      {job.isLate && <p className="mt-4 bg-alarm-wash px-3 py-2 font-bold text-alarm-text">You’re running late. Call the customer.</p>}
      <p className="mt-5 font-bold">
        {job.isRedLine ? 'Red Line' : job.status}
        {job.isRedLine && <span className="font-normal">, {job.status.toLowerCase()}</span>}
        {job.isWaiting && <span className="font-normal"> (not sent yet)</span>}
      </p>
      <h1 className="text-2xl">{job.service}</h1>
      <p className="mt-1 text-xl font-bold">{job.when}</p>
      <p className="mt-3 text-lg [overflow-wrap:anywhere]">{job.place}</p>
      <div className="mt-3 grid grid-cols-3 gap-2">
        <ButtonLink look="outline" href={job.mapHref} className="px-2">
          Map
        </ButtonLink>
        <ButtonLink look="outline" href={`tel:${job.phone}`} className="px-2">
          Call
        </ButtonLink>
        <ButtonLink look="outline" href={`sms:${job.phone}`} className="px-2">
          Text
        </ButtonLink>
      </div>
      {job.dangerSteps.map((text) => (
        <p key={text} className="mt-3 border-l-5 border-alarm bg-alarm-wash px-3 py-2 font-bold">
          {text}
        </p>
      ))}
      {job.isVulnerable && <p className="mt-3 bg-lamp px-3 py-2 font-bold">There’s a vulnerable person at the property.</p>}
      <AskToStart job={job} />
      {job.state === 'en_route' && <EstimateKeys job={job} now={now} />}
      {job.undo && Date.parse(job.undo.until) >= now && <UndoKey job={job} undo={job.undo} />}
      <dl className="mt-4 grid gap-3">
        <Fact label="Customer">
          <bdi>{job.name}</bdi>, {job.phoneText}
        </Fact>
        {job.siteContact && (
          <Fact label="Who will let you in">
            <bdi>{job.siteContact}</bdi>
            {job.sitePhone && (
              <ButtonLink look="outline" href={job.sitePhone.href} className="mt-1 min-h-12 w-full">
                Call {job.sitePhone.text}
              </ButtonLink>
            )}
          </Fact>
        )}
        {job.accessNotes && <Fact label="How to get in">{job.accessNotes}</Fact>}
        {job.description && <Fact label="What’s wrong">{job.description}</Fact>}
        {job.most && <Fact label="The most they’ll pay">{job.most}, unless they agree to extra work first</Fact>}
        {job.offer && <Fact label="Their offer">{job.offer}</Fact>}
        <Fact label="Reference">{job.reference}</Fact>
      </dl>
      {job.customerPhotos > 0 && (
        <a href={`/engineer/jobs/${job.id}#photos-title`} className="mt-3 flex min-h-12 items-center bg-lamp px-3 font-bold">
          {customerPhotosText(job.customerPhotos)}
        </a>
      )}
      <Letters job={job} />
      <EarlierVisits visits={job.earlier} />
      {children}
      {answer?.bookingId === job.id && !answer.confirms && (
        <p role="alert" className="mt-4 border-l-5 border-alarm bg-alarm-wash px-3 py-2 font-bold">
          {answer.text}
        </p>
      )}
      {job.isAtDoor && (
        <ButtonLink
          look="outline"
          href={`/engineer/jobs/${job.id}/no-access` satisfies SitePath}
          className="mt-4 min-h-[64px] w-full text-lg"
        >
          Can’t get in
        </ButtonLink>
      )}
      {others.length > 0 && (
        <div className="mt-4 grid gap-2">
          {others.map((step) => (
            <StepKey key={step.step} job={job} step={step} answer={answer} now={now} look="outline" />
          ))}
        </div>
      )}
      {next && (
        <div className="tall:sticky tall:bottom-0 -mx-4 mt-4 border-t-2 border-ink bg-paper px-4 py-3">
          <StepKey key={next.step} job={job} step={next} answer={answer} now={now} look="ink" />
        </div>
      )}
    </article>
  )
}

/** Undoes the last step: one that was never sent is removed from the phone, others are undone by the server. */
function UndoKey({ job, undo: { key } }: { job: Job; undo: NonNullable<Job['undo']> }) {
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
function StepKey({ job, step, answer, now, look }: StepKeyProps) {
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="[overflow-wrap:anywhere] whitespace-pre-line">{children}</dd>
    </div>
  )
}

/** Earlier work at this address. */
function EarlierVisits({ visits }: { visits: OwnJob['earlier'] }) {
  if (visits.length === 0) return null
  return (
    <section className="mt-5 border-t border-line pt-3">
      <h2 className="text-lg">We’ve been here before</h2>
      <ul className="mt-2 grid gap-2">
        {visits.map(({ id, title, text }) => (
          <li key={id} className="[overflow-wrap:anywhere] whitespace-pre-line">
            <b>{title}.</b> {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The customer's last message and staff's last note. */
function Letters({ job: { messages, notes } }: { job: Pick<OwnJob, 'messages' | 'notes'> }) {
  if (messages.length + notes.length === 0) return null
  return (
    <section className="mt-5 border-t border-line pt-3">
      <h2 className="text-lg">Messages and notes</h2>
      <ul className="mt-2 grid gap-2">
        {messages.map(({ id, from, at, text }) => (
          <li key={id} className="[overflow-wrap:anywhere] whitespace-pre-line">
            <b>
              {from}, {at}:
            </b>{' '}
            {text}
          </li>
        ))}
        {notes.map(({ id, by, text }) => (
          <li key={id} className="[overflow-wrap:anywhere] whitespace-pre-line">
            <b>Note, {by}:</b> {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
