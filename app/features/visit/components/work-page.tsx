import { type ComponentProps, type ReactNode, useState } from 'react'
import type { BookPart } from '#app/features/pricing/read-parts.server.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckedProblems } from '#app/ui/error-summary.tsx'
import { SignaturePad } from '#app/ui/signature-pad.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { poundsText } from '#content/money.ts'
import { ActForm } from '../act-form.tsx'
import { consentOnPhone, consentProblems } from '../consent.ts'
import type { PhoneWork } from '../works-with-acts.ts'
import { AnswerProblems } from './answer-problems.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { type PriceHints, ProposalForm } from './proposal-form.tsx'
import { answerText } from './work-facts.tsx'
import { WorkTerms } from './work-terms.tsx'

/** The server's refusal of a form. */
export interface WorkAnswer {
  intent: string
  text: string
  typed: Readonly<Record<string, string>>
  /** By the id of a field. */
  problems: Readonly<Record<string, string>>
}

interface WorkPageProps {
  jobId: string
  works: readonly PhoneWork[]
  /** True if the engineer is on site: otherwise nothing can be suggested. */
  isOpen: boolean
  forBusiness: boolean
  prices: PriceHints
  book: readonly BookPart[]
  now: string
  /** For the next suggestion. */
  actKey: string
  answer?: WorkAnswer
}

/** Extra work on an engineer's job: suggestions that wait, which the customer may answer here; their answers; and a form for more. */
export function WorkPage({ jobId, works, isOpen, forBusiness, prices, book, now, actKey, answer }: WorkPageProps) {
  const [open, others] = [works.filter(({ state }) => state === 'proposed'), works.filter(({ state }) => state !== 'proposed')]
  return (
    <>
      <h1 className="mt-5 text-2xl">Extra work</h1>
      <AnswerProblems answer={answer} title="That didn’t work" />
      {open.map((work) => (
        <OpenWork key={work.id} work={work} now={now} jobId={jobId} answer={answer} />
      ))}
      {others.length > 0 && (
        <section className="mt-6 border-t border-line pt-3">
          <h2 className="text-lg">Answered</h2>
          <ul className="mt-1 grid gap-2">
            {others.map((work) => (
              <li key={work.id} className="[overflow-wrap:anywhere]">
                <b>{`${isolated(work.name)}, up to ${poundsText(work.amountPence)}.`}</b> {answerText(work)}
                {work.isWaiting && ' Not sent yet.'}
              </li>
            ))}
          </ul>
        </section>
      )}
      {isOpen ? (
        <Folded isFolded={open.length > 0}>
          <ProposalForm
            key={works.length}
            jobId={jobId}
            forBusiness={forBusiness}
            prices={prices}
            book={book}
            actKey={actKey}
            answer={answer?.intent === 'propose' ? answer : undefined}
          />
        </Folded>
      ) : (
        <p className="mt-6">
          You can only suggest extra work while you’re at the job, after you’ve tapped ‘I’ve arrived’ and before you finish.
        </p>
      )}
    </>
  )
}

/** While the customer has the phone to answer, the form is folded. */
function Folded({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  if (!isFolded) return children
  return (
    <details className="mt-6">
      <summary className="min-h-12 cursor-pointer py-3 font-bold">Suggest something else</summary>
      {children}
    </details>
  )
}

interface OpenWorkProps extends Pick<WorkPageProps, 'jobId' | 'now' | 'answer'> {
  work: PhoneWork
}

/** A waiting suggestion: the customer can answer it on this phone, even without a connection. */
function OpenWork({ work, now, jobId, answer }: OpenWorkProps) {
  const own = answer?.typed.work === work.id ? answer : undefined
  const [checked, setChecked] = useState<Readonly<Record<string, string>>>()
  const problems = checked ?? own?.problems ?? {}
  return (
    <section className="mt-5 border-2 border-ink bg-cream px-4 py-4" aria-labelledby={`work-${work.id}`}>
      <h2 id={`work-${work.id}`} className="text-xl">
        Waiting for the customer
      </h2>
      <p className="mt-1">
        {work.isWaiting
          ? 'This hasn’t reached the customer yet. Hand them your phone so they can answer here.'
          : 'They can answer on their own booking page, or you can hand them your phone.'}
      </p>
      <WorkTerms work={work} now={now} />
      <WorkForm
        jobId={jobId}
        work={work}
        intent="agree"
        check={(typed) => {
          const found = consentProblems(work, consentOnPhone(typed))
          return Object.keys(found).length > 0 ? found : undefined
        }}
        onChecked={setChecked}
      >
        {checked && <CheckedProblems problems={checked} />}
        <ConsentFields work={work} signer={own?.typed.signer} problems={problems} />
        <SignaturePad
          id={`signature-${work.id}`}
          name="signature"
          instead="If you can’t, you can agree to the work on your own booking page."
          problem={problems[`signature-${work.id}`]}
        />
        <Button className="mt-4 min-h-[64px] w-full text-lg">{`I agree, up to ${poundsText(work.amountPence)}`}</Button>
      </WorkForm>
      <WorkForm jobId={jobId} work={work} intent="decline">
        <Button look="outline" className="mt-2 min-h-[64px] w-full text-lg">
          No, thanks
        </Button>
      </WorkForm>
      <WorkForm jobId={jobId} work={work} intent="withdraw">
        <Button look="outline" className="mt-6 min-h-12 w-full">
          Withdraw this suggestion
        </Button>
      </WorkForm>
    </section>
  )
}

interface WorkFormProps extends Pick<ComponentProps<typeof ActForm>, 'check' | 'onChecked' | 'children'> {
  jobId: string
  intent: 'agree' | 'decline' | 'withdraw'
  work: PhoneWork
}

const WorkForm = ({ jobId, intent, work, children, ...checks }: WorkFormProps) => (
  <ActForm kind={`${intent}-work`} bookingId={jobId} action={`/engineer/jobs/${jobId}/extra-work` satisfies SitePath} {...checks}>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="work" value={work.id} />
    <input type="hidden" name="seenHash" value={work.contentHash} />
    {work.seenText && <input type="hidden" name="seenText" value={work.seenText} />}
    {children}
  </ActForm>
)
