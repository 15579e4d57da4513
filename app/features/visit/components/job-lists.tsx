import { Form } from 'react-router'
import { isolated } from '#app/platform/bidi-text.ts'
import { Button } from '#app/ui/button.tsx'
import { RouteLine, type Station } from '#app/ui/route-line.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { OpenJob } from '../open-jobs.server.ts'
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

/** Urgent jobs that no engineer has, for an engineer on duty; `refused`: why the last one couldn't be taken. */
export function OpenJobs({ jobs, refused }: { jobs: readonly OpenJob[]; refused?: string }) {
  if (jobs.length === 0 && !refused) return null
  return (
    <section aria-labelledby="open-title" className="mt-4 border-l-5 border-alarm bg-alarm-wash px-3 py-2">
      <h2 id="open-title" className="text-xl">
        {jobs.length > 0 ? 'No engineer yet: can you take it?' : 'Not taken'}
      </h2>
      {refused && (
        <p role="alert" className="mt-2 font-bold">
          {refused}
        </p>
      )}
      {jobs.map(({ id, seen, service, isRedLine, dangers, district, when }) => (
        <Form key={id} method="post" className="mt-3">
          <p className="text-lg">
            <b>{`${isRedLine ? 'Red Line, ' : ''}${service}, ${district}`}</b>
            <span className="block">{when}</span>
            {dangers.length > 0 && <b className="block">{dangers.join(', ')}</b>}
          </p>
          <input type="hidden" name="take" value={id} />
          <input type="hidden" name="seen" value={seen} />
          <Button look="alarm" className="mt-2 min-h-[64px] w-full text-lg">
            I’ll take it
          </Button>
        </Form>
      ))}
    </section>
  )
}
