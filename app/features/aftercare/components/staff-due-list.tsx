import { longDayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { DueRequest } from '../read-due.server.ts'

/** For the board: how many steps that we owe customers are overdue, in one line. */
export function OverdueLine({ due }: { due: readonly DueRequest[] }) {
  const count = due.filter(({ isOverdue }) => isOverdue).length
  if (count === 0) return null
  return (
    <p className="mt-4 max-w-[52em] border-4 border-alarm px-4 py-2 font-bold">
      {count === 1 ? 'Something we owe a customer is overdue. ' : `${count} things we owe customers are overdue. `}
      <a href={'/staff/inbox' satisfies SitePath} className="inline-flex min-h-11 items-center">
        Open the inbox
      </a>
    </p>
  )
}

/** The steps that we owe customers after their visit, what is due first at the top. */
export function DueList({ due }: { due: readonly DueRequest[] }) {
  const parts = (
    <a href={'/staff/awaited-parts' satisfies SitePath} className="inline-flex min-h-11 items-center">
      All parts on order
    </a>
  )
  if (due.length === 0) return <p className="mt-2">{parts}</p>
  return (
    <section aria-labelledby="due" className="mt-6 max-w-[60em]">
      <h2 id="due" className="border-b-2 border-ink pb-2 text-xl">
        Complaints, requests and parts <span className="font-normal text-muted">{due.length}</span>
      </h2>
      <ul>
        {due.map(({ id, bookingId, reference, at, what, dueOn, isOverdue }) => (
          <li
            key={id}
            className={`flex flex-wrap items-center gap-x-4 border-b border-line py-2 ${isOverdue ? 'border-l-5 border-l-alarm pl-3' : ''}`}
          >
            <a
              href={`/staff/bookings/${bookingId}#${at ?? 'complaints'}` satisfies SitePath}
              className="inline-flex min-h-11 items-center font-bold"
            >
              {reference}
            </a>
            <span>{what}</span>
            {isOverdue && <b className="bg-alarm-wash px-1.5 text-alarm-text">Overdue</b>}
            {dueOn && <span className="text-muted">{`by ${longDayText(dueOn)}`}</span>}
          </li>
        ))}
      </ul>
      {parts}
    </section>
  )
}
