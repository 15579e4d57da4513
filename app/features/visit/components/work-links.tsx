import { counted } from '#app/platform/next-text.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { OwnJob } from '../read-own-jobs.server.ts'

/** The link to a job's gas record, with the steps that the law still requires. */
export function GasLink({ job: { id, gas, isAtDoor } }: { job: Pick<OwnJob, 'id' | 'gas' | 'isAtDoor'> }) {
  if (!isAtDoor && gas.count === 0) return null
  return (
    <>
      {isAtDoor && gas.duty && <p className="mt-4 bg-lamp px-3 py-2 font-bold">{gas.duty}</p>}
      <ButtonLink look="outline" href={`/engineer/jobs/${id}/gas` satisfies SitePath} className="mt-4 min-h-12 w-full">
        {gas.count === 0 ? 'Gas record' : `Gas record: ${counted(gas.count, 'appliance')}`}
      </ButtonLink>
    </>
  )
}

const stateTexts = {
  proposed: 'Waiting for the customer',
  agreed: 'Agreed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Not answered',
} as const

/** Suggested extra work, and a link to suggest more. */
export function ExtraWorkLink({ job }: { job: Pick<OwnJob, 'id' | 'extraWork' | 'isAtDoor'> }) {
  return (
    <>
      {job.extraWork.length > 0 && (
        <ul className="mt-4 grid gap-1 border-2 border-ink bg-cream px-3 py-2">
          {job.extraWork.map(({ id, text, state }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              <b>{stateTexts[state]}:</b> {text}
            </li>
          ))}
        </ul>
      )}
      {(job.isAtDoor || job.extraWork.length > 0) && (
        <ButtonLink look="outline" href={`/engineer/jobs/${job.id}/extra-work` satisfies SitePath} className="mt-4 min-h-12 w-full">
          Extra work
        </ButtonLink>
      )}
    </>
  )
}
