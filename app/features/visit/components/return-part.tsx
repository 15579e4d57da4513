import { useState } from 'react'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { ActForm } from '../act-form.tsx'
import type { OwnJob } from '../read-own-jobs.server.ts'
import { faultDuty, faultKind, faultText, readFault } from '../return-fault.ts'
import type { JobAnswer } from './job-panel.tsx'

type Job = Pick<OwnJob, 'id' | 'returnVisit' | 'isAtDoor'>

/** On the day's page: marks a free return visit, and has the question that its engineer has yet to answer. */
export function ReturnLink({ job: { id, returnVisit, isAtDoor } }: { job: Job }) {
  if (!returnVisit) return null
  return (
    <>
      <p className="mt-4 bg-lamp px-3 py-2 font-bold">{`Free return visit for ${returnVisit.first}`}</p>
      {returnVisit.parts.length > 0 && <p className="bg-lamp px-3 pb-2">{`To fit: ${returnVisit.parts.join('; ')}`}</p>}
      {isAtDoor && returnVisit.parts.length === 0 && (
        <ButtonLink look="outline" href={`/engineer/jobs/${id}#fault` satisfies SitePath} className="mt-2 min-h-12 w-full">
          {returnVisit.answer ? faultText(returnVisit.answer) : 'Was it the same fault?'}
        </ButtonLink>
      )}
    </>
  )
}

/** On the job's page: the reason for a free return visit, and the question about the same fault. */
export function ReturnPart({ job: { id, returnVisit, isAtDoor }, answer }: { job: Job; answer?: JobAnswer }) {
  const [checked, setChecked] = useState<Readonly<Record<string, string>>>()
  if (!returnVisit) return null
  if (returnVisit.parts.length > 0) return <ReturnLink job={{ id, returnVisit, isAtDoor }} />
  const problems = checked ?? answer?.problems ?? {}
  const wrong = problems.sameFault ?? (problems.faultReason ? undefined : answer?.text)
  return (
    <section id="fault" aria-labelledby="fault-title" className="mt-8 scroll-mt-4 border-t-2 border-ink pt-4">
      <h2 id="fault-title" className="text-xl">
        Was it the same fault?
      </h2>
      <p className="mt-1">
        {`Free return visit for ${returnVisit.first}. The visit is free either way. Agree anything new as extra work first.`}
      </p>
      {returnVisit.answer && <p className="mt-2 font-bold">{faultText(returnVisit.answer)}</p>}
      {isAtDoor && (
        <ActForm
          key={JSON.stringify(returnVisit.answer)}
          kind={faultKind}
          bookingId={id}
          action={`/engineer/jobs/${id}` satisfies SitePath}
          check={(name) => {
            const read = readFault(name)
            return 'problems' in read ? read.problems : undefined
          }}
          onChecked={setChecked}
        >
          <input type="hidden" name="step" value={faultKind} />
          {wrong && (
            <p role="alert" className="mt-2 font-bold text-alarm-text">
              {wrong}
            </p>
          )}
          <Button name="sameFault" value="yes" look="outline" className="mt-3 min-h-12 w-full">
            Yes, the same fault
          </Button>
          <TextField
            name="faultReason"
            label="If not, what was it?"
            maxLength={200}
            defaultValue={answer?.typed?.faultReason ?? returnVisit.answer?.reason}
            problem={problems.faultReason}
          />
          <Button name="sameFault" value="no" look="outline" className="mt-3 min-h-12 w-full">
            No, another fault
          </Button>
        </ActForm>
      )}
    </section>
  )
}

/** In place of the button that ends the visit, until the question is answered. */
export const FaultFirst = ({ id }: { id: string }) => (
  <ButtonLink href={`/engineer/jobs/${id}#fault` satisfies SitePath} className="min-h-[64px] w-full text-lg">
    {faultDuty}
  </ButtonLink>
)
