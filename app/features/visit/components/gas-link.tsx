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
