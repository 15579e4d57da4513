import type { ReactNode } from 'react'
import { RefusedActs } from '#app/features/engineer-acts/refused-acts.tsx'
import type { SitePath } from '#app/platform/site-path.ts'
import { EngineerPage } from './engineer-page.tsx'

/** The frame of a page for one part of a job, with the way back to the job. `notice`: what the last act did. */
export const PartOfJob = ({ jobId, notice, children }: { jobId: string; notice?: ReactNode; children: ReactNode }) => (
  <EngineerPage>
    <p className="mt-3">
      <a href={`/engineer/jobs/${jobId}` satisfies SitePath} className="inline-flex min-h-12 items-center font-bold">
        Back to the job
      </a>
    </p>
    {notice}
    <RefusedActs />
    {children}
  </EngineerPage>
)
