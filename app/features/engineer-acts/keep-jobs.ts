import { useEffect } from 'react'
import type { KeepRequest } from '#app/features/offline/engineer-copies.ts'
import type { SitePath } from '#app/platform/site-path.ts'

/** The pages of a job that the phone keeps for when there is no connection. A new page of a job is an entry here. */
const pagesOfJob = (id: string): SitePath[] => [
  `/engineer/jobs/${id}`,
  `/engineer/jobs/${id}/no-access`,
  `/engineer/jobs/${id}/extra-work`,
  `/engineer/jobs/${id}/gas`,
]

/** Makes the phone keep the pages of an engineer's jobs. `version`: changes whenever their content does. */
export function useKeptJobs(engineerId: string | undefined, jobs: readonly { id: string; version: string }[]): void {
  const marks = JSON.stringify(jobs.map(({ id, version }) => [id, version]))
  useEffect(() => {
    if (!engineerId) return
    const known = JSON.parse(marks) as [id: string, version: string][]
    const pages = known.flatMap(([id, version]) => pagesOfJob(id).map((path) => ({ path, mark: version })))
    const request: KeepRequest = { engineerId, pages: [{ path: '/engineer' satisfies SitePath, mark: marks }, ...pages] }
    void tellWorker({ keepForEngineer: request })
  }, [engineerId, marks])
}

/** Makes the phone delete everything it keeps of jobs. */
export const forgetKeptJobs = (): void => void tellWorker({ forgetEngineer: true })

async function tellWorker(message: { keepForEngineer: KeepRequest } | { forgetEngineer: true }) {
  const { active } = (await navigator.serviceWorker?.ready) ?? {}
  active?.postMessage(message)
}
