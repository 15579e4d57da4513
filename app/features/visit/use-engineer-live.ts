import { useEffect } from 'react'
import { useLivePage } from '#app/platform/use-live-page.ts'
import { useRefresh } from '#app/platform/use-refresh.ts'
import { forgetKeptJobs } from './keep-jobs.ts'
import { engineerFeed, readAgainMs } from './live-timing.ts'

/**
 * Keeps an engineer's page up to date, unless there is none (`mark` undefined). Once they lose access, the page and its copies are removed.
 */
export function useEngineerLive(mark: string | undefined): void {
  const { state } = useLivePage(mark, engineerFeed)
  useRefresh(mark === undefined ? undefined : readAgainMs)
  useEffect(() => {
    if (state !== 'ended') return
    forgetKeptJobs()
    location.reload()
  }, [state])
}
