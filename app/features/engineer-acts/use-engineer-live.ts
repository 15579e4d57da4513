import { useEffect } from 'react'
import { type LiveFeed, useLivePage } from '#app/platform/use-live-page.ts'
import { useRefresh } from '#app/platform/use-refresh.ts'
import { forgetKeptJobs } from './keep-jobs.ts'
import {
  engineerLiveEnded,
  engineerLiveEvent,
  engineerLivePath,
  engineerSilenceMs,
  readWhileLiveMs,
  readWithoutFeedMs,
} from './live-timing.ts'

const feed: LiveFeed = { path: engineerLivePath, event: engineerLiveEvent, ended: engineerLiveEnded, silenceMs: engineerSilenceMs }

/** Keeps an engineer's page up to date, by the feed or else by polling. Once they lose access, the page and its copies are removed. */
export function useEngineerLive(mark: string | undefined): void {
  const { state } = useLivePage(mark, feed)
  useRefresh(state === 'live' ? readWhileLiveMs : readWithoutFeedMs)
  useEffect(() => {
    if (state !== 'ended') return
    forgetKeptJobs()
    location.reload()
  }, [state])
}
