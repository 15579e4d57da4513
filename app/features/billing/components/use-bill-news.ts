import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { followAt } from '#app/features/tracking/follow-timing.ts'
import { followFeed } from '#app/platform/follow-feed.ts'

/** Reads the page's data again when a private link's feed, at `path`, says that something has changed. */
export function useBillNews(path: string | undefined): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!path) return
    let known: string | undefined
    return followFeed(followAt(path), {
      onMark(mark) {
        if (known !== undefined && mark !== known) void revalidate()
        known = mark
      },
    })
  }, [path, revalidate])
}
