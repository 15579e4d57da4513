import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { WithActs } from '../job-view.ts'
import { customerPhotosText } from '../photo-text.ts'
import type { OwnJob } from '../read-own-jobs.server.ts'
import { needsAnswer } from '../return-fault.ts'
import { usePhoneNow } from '../use-acts.ts'
import { AskToStart, EstimateKeys, StepKey, UndoKey } from './step-keys.tsx'

/** The server's answer to the last form of a job. */
export interface JobAnswer {
  bookingId: string
  step: string
  text: string
  /** Set for a question: sent again with this as `confirmed`, the act is done. */
  confirms?: string
  /** For the job sheet: the typed values, and the problems by field. */
  typed?: Readonly<Record<string, string>>
  problems?: Readonly<Record<string, string>>
}

type Job = WithActs<OwnJob>

/** A job, with everything the engineer needs on the way and at the door. The button for the next step stays within reach of the thumb. */
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
        <div className="bottom-0 tall:sticky -mx-4 mt-4 border-t-2 border-ink bg-paper px-4 py-3">
          <BeforeEnd job={job} />
          <StepKey key={next.step} job={job} step={next} answer={answer} now={now} look="ink" />
        </div>
      )}
    </article>
  )
}

/** At the door, above the button that ends the job: the tasks before it. Nothing if the button itself leads there. */
function BeforeEnd({ job }: { job: Job }) {
  if (!job.isAtDoor || !job.sheet || job.gas.duty || needsAnswer(job.returnVisit)) return null
  const link = (href: SitePath, text: string) => (
    <a href={href} className="inline-flex min-h-11 items-center font-bold">
      {text}
    </a>
  )
  return (
    <p className="mb-1.5 flex flex-wrap items-center gap-x-2 text-sm">
      {job.extraWork.some(({ state }) => state === 'proposed') ? (
        <>
          <span>
            <b>The customer hasn’t answered the extra work.</b> Don’t start it: do the rest of the job, or ask them. It can’t be billed once
            you’ve finished.
          </span>
          {link(`/engineer/jobs/${job.id}/extra-work`, 'Ask them now')}
        </>
      ) : job.sheet.revision === 0 ? (
        <>
          <span>Fill in the job sheet before you finish: the bill is made from it.</span>
          {link(`/engineer/jobs/${job.id}#sheet`, 'Job sheet')}
        </>
      ) : (
        'The job sheet is saved. When you finish, the bill is made from it.'
      )}
    </p>
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
