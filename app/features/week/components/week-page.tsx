import { statuses, statusFacts } from '#app/features/booking/lifecycle.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import type { WeekJob, WeekView } from '../week-view.ts'

/** Seven days of visits: engineers one below the other, days side by side, and on a narrow screen day by day. */
export function WeekPage({ week }: { week: WeekView }) {
  const { monday, title, previous, next, days, rows } = week
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
        <h1 className="text-xl">{title}</h1>
        <nav aria-label="Weeks" className="flex flex-wrap items-center gap-x-5 text-sm">
          <a className="inline-flex min-h-11 items-center" href={`/staff/week?day=${previous}` satisfies SitePath}>
            Week before
          </a>
          <a className="inline-flex min-h-11 items-center" href={'/staff/week' satisfies SitePath}>
            This week
          </a>
          <a className="inline-flex min-h-11 items-center" href={`/staff/week?day=${next}` satisfies SitePath}>
            Week after
          </a>
          <form action={'/staff/week' satisfies SitePath} className="flex items-center gap-2">
            <label htmlFor="week-day" className="font-bold">
              Day
            </label>
            <input
              id="week-day"
              name="day"
              type="date"
              defaultValue={monday}
              key={monday}
              className="min-h-11 rounded-key border-2 border-ink bg-white px-2"
            />
            <button type="submit" className="key key-outline key-row">
              Show
            </button>
          </form>
        </nav>
      </div>
      <table className="hidden w-full table-fixed border-y-2 border-ink text-left lg:table">
        <caption className="sr-only">Jobs of the week, by engineer and day</caption>
        <thead>
          <tr className="border-b-2 border-ink">
            <th scope="col" className="w-40 py-2 pr-2">
              Engineer
            </th>
            {days.map(({ day, text, isToday, count }) => (
              <th
                key={day}
                scope="col"
                aria-current={isToday ? 'date' : undefined}
                className="border-l border-line p-2 leading-tight aria-[current]:[box-shadow:inset_0_-4px_var(--color-ink)]"
              >
                {text} <span className="font-normal text-muted">{count}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, days: jobsOfDays }) => (
            <tr key={id} className="border-b border-line">
              <th scope="row" className="py-2 pr-2 align-top text-sm leading-tight [overflow-wrap:anywhere]">
                {name}
              </th>
              {jobsOfDays.map((jobs, index) => (
                <td key={days[index]?.day} className="border-l border-line p-1 align-top">
                  <Jobs jobs={jobs} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ol className="border-t-2 border-ink lg:hidden">
        {days.map(({ day, text, isToday, count }, index) => (
          <li key={day} className="border-b border-line py-3">
            <h2 aria-current={isToday ? 'date' : undefined} className="text-lg">
              {text} <span className="font-normal text-muted">{count === 0 ? 'No jobs' : count}</span>
              {isToday && <span className="ml-2 bg-lamp px-1.5 text-sm">Today</span>}
            </h2>
            {rows.map(({ id, name, days: jobsOfDays }) => {
              const jobs = jobsOfDays[index] ?? []
              return (
                jobs.length > 0 && (
                  <div key={id} className="mt-2">
                    <h3 className="mb-1 text-sm">{name}</h3>
                    <Jobs jobs={jobs} />
                  </div>
                )
              )
            })}
          </li>
        ))}
      </ol>
    </>
  )
}

function Jobs({ jobs }: { jobs: readonly WeekJob[] }) {
  if (jobs.length === 0) return null
  return (
    <ul className="grid gap-1">
      {jobs.map(({ id, time, service, postcode, status, isRedLine }) => (
        <li key={id}>
          <a
            href={`/staff/bookings/${id}` satisfies SitePath}
            className={`job job-${statusFacts(status).look ?? 'planned'} ${isRedLine ? 'job-red pt-2.5' : 'pt-1.5'} block min-h-11 px-2 pb-1.5 text-xs leading-tight no-underline [overflow-wrap:anywhere]`}
          >
            <b>{time}</b> {service}, {postcode || 'no postcode'} <span className="block">{statuses[status].label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
