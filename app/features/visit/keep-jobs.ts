import { useEffect } from 'react'
import type { KeepRequest } from '#app/features/offline/engineer-copies.ts'
import type { SitePath } from '#app/values/site-path.ts'

interface KeptJob {
  id: string
  /** Changes with the data of the job's pages. */
  version: string
  /** The visit has ended: only the bill is left. */
  isOver: boolean
}

/** The pages of a job that the phone keeps for use without a connection. Add new pages of a job here. */
const pagesOfJob = ({ id, isOver }: KeptJob): SitePath[] => [
  `/engineer/jobs/${id}`,
  `/engineer/jobs/${id}/bill`,
  ...(isOver
    ? []
    : ([`/engineer/jobs/${id}/no-access`, `/engineer/jobs/${id}/extra-work`, `/engineer/jobs/${id}/gas`] satisfies SitePath[])),
]

/** Has the phone keep the pages of an engineer's jobs. */
export function useKeptJobs(engineerId: string | undefined, jobs: readonly KeptJob[]): void {
  const marks = JSON.stringify(jobs.map(({ id, version, isOver }) => ({ id, version, isOver })))
  useEffect(() => {
    if (!engineerId) return
    const known = JSON.parse(marks) as KeptJob[]
    const pages = known.flatMap((job) => pagesOfJob(job).map((path) => ({ path, mark: job.version })))
    const request: KeepRequest = { engineerId, pages: [{ path: '/engineer' satisfies SitePath, mark: marks }, ...pages] }
    const keep = () => void tellWorker({ keepForEngineer: request })
    const keepAgain = () => document.hidden || keep()
    keep()
    // Retries requests that failed without a connection, or with a bad one.
    addEventListener('online', keep)
    document.addEventListener('visibilitychange', keepAgain)
    return () => {
      removeEventListener('online', keep)
      document.removeEventListener('visibilitychange', keepAgain)
    }
  }, [engineerId, marks])
}

/** Makes the phone delete all its copies of jobs. */
export const forgetKeptJobs = (): void => void tellWorker({ forgetEngineer: true })

async function tellWorker(message: { keepForEngineer: KeepRequest } | { forgetEngineer: true }) {
  const { active } = (await navigator.serviceWorker?.ready) ?? {}
  active?.postMessage(message)
}
