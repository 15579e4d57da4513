import { isolated } from '#app/platform/bidi-text.ts'
import { RouteLine, type Station } from '#app/ui/route-line.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { JobRow } from '../read-own-jobs.server.ts'

/** An engineer's jobs as stations of one line: today's, then tomorrow's. `current`: the one shown in full. */
export function JobList({ jobs, current }: { jobs: readonly (JobRow & { isWaiting?: boolean })[]; current?: string }) {
  const stations = jobs.map(
    ({ id, service, name, when, outcode, status, isOver, isRedLine, isWaiting }): Station => ({
      id,
      state: isOver ? 'done' : id === current ? 'live' : 'todo',
      title: (
        <a href={`/engineer/jobs/${id}` satisfies SitePath} className="inline-flex min-h-12 items-center">
          {service}
        </a>
      ),
      text: `${isolated(name)}, ${outcode}. ${when}. ${isRedLine ? 'Red Line. ' : ''}${status}${isWaiting ? ' (not sent yet)' : ''}`,
    }),
  )
  return <RouteLine stations={stations} down />
}
