import { type ReactNode, useEffect, useRef } from 'react'
import { Form } from 'react-router'
import type { BookPart } from '#app/features/price-book/read-parts.server.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { failureWords } from '#app/ui/failed-submit.tsx'
import { SignaturePad } from '#app/ui/signature-pad.tsx'
import { poundsText } from '#content/money.ts'
import type { WorkView } from '../read-extra-work.server.ts'
import { ConsentFields } from './consent-fields.tsx'
import { type PriceHints, ProposalForm } from './proposal-form.tsx'
import { answerText } from './work-facts.tsx'
import { WorkTerms } from './work-terms.tsx'

/** What the server said of a press that it refused. */
export interface WorkAnswer {
  intent: string
  text: string
  typed: Readonly<Record<string, string>>
  /** By the id of a field. */
  problems: Readonly<Record<string, string>>
}

export interface WorkPageProps {
  jobId: string
  works: readonly WorkView[]
  /** Absent where nothing can be suggested: the engineer is not there, or no longer. */
  prices?: PriceHints
  book: readonly BookPart[]
  now: string
  /** Of the next suggestion. */
  actKey: string
  answer?: WorkAnswer
}

/** Extra work on an engineer's job: what waits for the customer, who may answer here; what they said; and a form for more. */
export function WorkPage({ jobId, works, prices, book, now, actKey, answer }: WorkPageProps) {
  const [open, others] = [works.filter(({ state }) => state === 'proposed'), works.filter(({ state }) => state !== 'proposed')]
  const refused = Object.entries(answer?.problems ?? {})
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer) top.current?.querySelector<HTMLElement>('[role=alert]')?.focus()
  }, [answer])
  return (
    <>
      <h1 className="mt-5 text-2xl">Extra work</h1>
      {answer && (
        <div ref={top} className="mt-4">
          <ErrorSummary
            title={refused.length > 0 ? undefined : 'Not done'}
            problems={refused.length > 0 ? refused.map(([field, text]) => ({ field, text })) : [{ text: answer.text }]}
          />
        </div>
      )}
      {open.map((work) => (
        <OpenWork key={work.id} work={work} now={now} jobId={jobId} answer={answer} />
      ))}
      {others.length > 0 && (
        <section className="mt-6 border-t border-line pt-3">
          <h2 className="text-lg">Answered</h2>
          <ul className="mt-1 grid gap-2">
            {others.map((work) => (
              <li key={work.id} className="[overflow-wrap:anywhere]">
                <b>{`${work.name}, ${poundsText(work.amountPence)}.`}</b> {answerText(work)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {prices ? (
        <ProposalForm
          key={works.length}
          jobId={jobId}
          prices={prices}
          book={book}
          actKey={actKey}
          answer={answer?.intent === 'propose' ? answer : undefined}
        />
      ) : (
        <p className="mt-6">You can suggest extra work while you’re at the job, from ‘I’ve arrived’ until you finish.</p>
      )}
    </>
  )
}

interface OpenWorkProps extends Pick<WorkPageProps, 'jobId' | 'now' | 'answer'> {
  work: WorkView
}

/** A suggestion that waits: the customer can answer it on this phone. */
function OpenWork({ work, now, jobId, answer }: OpenWorkProps) {
  const own = answer?.typed.work === work.id ? answer : undefined
  const problems = own?.problems ?? {}
  return (
    <section className="mt-5 border-2 border-ink bg-cream px-4 py-4" aria-labelledby={`work-${work.id}`}>
      <h2 id={`work-${work.id}`} className="text-xl">
        Waiting for the customer
      </h2>
      <p className="mt-1">They can answer on their own booking page, or here. Hand them the phone.</p>
      <WorkTerms work={work} now={now} />
      <WorkForm jobId={jobId} work={work}>
        <ConsentFields work={work} signer={own?.typed.signer} problems={problems} />
        <SignaturePad
          id={`signature-${work.id}`}
          name="signature"
          instead="If you can’t, agree on your own booking page."
          problem={problems[`signature-${work.id}`]}
        />
        <Button name="intent" value="agree" className="mt-4 min-h-[64px] w-full text-lg">
          {`I agree to ${poundsText(work.amountPence)}`}
        </Button>
        <Button name="intent" value="decline" look="outline" className="mt-2 min-h-[64px] w-full text-lg">
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

interface WorkFormProps {
  jobId: string
  intent?: string
  work: WorkView
  children: ReactNode
}

const WorkForm = ({ jobId, intent, work, children }: WorkFormProps) => (
  <Form
    method="post"
    action={`/engineer/jobs/${jobId}/extra-work` satisfies SitePath}
    preventScrollReset
    noValidate
    {...failureWords({ title: 'Not sent.', text: 'Nothing is lost. Check your signal, then send it again.' })}
  >
    {intent && <input type="hidden" name="intent" value={intent} />}
    <input type="hidden" name="work" value={work.id} />
    <input type="hidden" name="seenHash" value={work.contentHash} />
    {children}
  </Form>
)
