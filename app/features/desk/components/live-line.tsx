import { useLocation } from 'react-router'
import { askEveryMs } from '#app/platform/follow-feed.ts'
import type { Line } from '#app/platform/use-live-page.ts'

/** Shows if the page updates itself, in a space of fixed size. */
export function LiveLine({ line }: { line: Line }) {
  const { pathname, search } = useLocation()
  const here = pathname + search
  return (
    <p role="status" className="flex min-h-6 items-center text-sm min-w-40 max-md:text-xs md:min-h-11 md:min-w-50">
      {line.state === 'live' && 'Live: updates automatically.'}
      {line.state === 'asking' && `Updates every ${askEveryMs / 1_000} seconds.`}
      {line.state === 'lost' && (
        <span className="flex min-h-11 items-center rounded-key border-2 border-alarm bg-alarm-wash px-3 font-bold text-alarm-text">
          No updates since {line.since}.&nbsp;<a href={here}>Reload</a>.
        </span>
      )}
      {line.state === 'ended' && (
        <span className="flex min-h-11 items-center rounded-key border-2 border-alarm bg-alarm-wash px-3 font-bold text-alarm-text">
          You’ve been signed out.&nbsp;<a href={here}>Sign in again</a>.
        </span>
      )}
      <noscript>This page doesn’t update automatically, so reload it from time to time.</noscript>
    </p>
  )
}
