import type { ReactNode } from 'react'
import { RefusedActs } from '#app/features/visit/refused-acts.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { EngineerPage } from './engineer-page.tsx'

interface PartOfJobProps {
  job: { id: string; name: string }
  /** Result of the last act. */
  notice?: ReactNode
  children: ReactNode
}

/** The frame of a page for one part of a job, with the way back to the job. */
export const PartOfJob = ({ job, notice, children }: PartOfJobProps) => (
  <EngineerPage>
    <p className="mt-3">
      <a href={`/engineer/jobs/${job.id}` satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
        Back to the job
      </a>
    </p>
    {notice}
    <RefusedActs job={job} />
    {children}
  </EngineerPage>
)
