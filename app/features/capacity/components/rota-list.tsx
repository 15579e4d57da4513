import type { SitePath } from '#app/values/site-path.ts'
import type { Rota, RotaDay, RotaView } from '../rota-view.ts'

/** On a phone: the days in a column, each with who works; the days of a month folded, and those of this month before today in one. */
export function RotaList({ rota, shows }: { rota: RotaView; shows: 'week' | 'month' }) {
  const earlier =
    shows === 'month'
      ? Math.max(
          0,
          rota.days.findIndex(({ isToday }) => isToday),
        )
      : 0
  const days = rota.days.map((day, column) =>
    shows === 'week' ? (
      <section key={day.day} aria-labelledby={`${rota.rota}-${day.day}`} className="border-b border-line py-3">
        <h3 id={`${rota.rota}-${day.day}`} className="text-lg">
          {day.text}
          {day.isToday && ', today'}
        </h3>
        <p className="text-sm text-muted">{coverText(day, rota.rota)}</p>
        <Entries rota={rota} column={column} />
      </section>
    ) : (
      <details key={day.day} className="folded border-b border-line" open={day.isToday}>
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 py-1">
          <span>
            <b>{day.text}</b>: {coverText(day, rota.rota)}
          </span>
        </summary>
        <Entries rota={rota} column={column} />
      </details>
    ),
  )
  return (
    <div className={`border-t-2 border-ink ${shows === 'week' ? 'md:hidden' : 'lg:hidden'}`}>
      {earlier > 0 && (
        <details className="folded border-b border-line">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 py-1 font-bold">Earlier this month</summary>
          <div className="border-t border-line pl-4">{days.slice(0, earlier)}</div>
        </details>
      )}
      {days.slice(earlier)}
    </div>
  )
}

/** '5 on shift, 2 of them Gas Safe, 1 on call. No one 02:00 to 06:00.' */
function coverText({ onShift, gasSafe, onCall, gaps }: RotaDay, rota: Rota): string {
  const gas = onShift > 0 && rota === 'engineers' && (gasSafe > 0 ? `${gasSafe} of them Gas Safe` : 'none of them Gas Safe')
  const cover = [onShift > 0 ? `${onShift} on shift` : 'no one on shift', gas, onCall > 0 && `${onCall} on call`].filter(Boolean)
  return `${cover.join(', ')}${onShift + onCall > 0 && gaps.length > 0 ? `. No one ${gaps.join(', ')}` : ''}`
}

function Entries({ rota: { people }, column }: { rota: RotaView; column: number }) {
  const present = people.flatMap(({ id, name, cells }) => {
    const { shifts, away } = cells[column] ?? { shifts: [] }
    return shifts.length > 0 || away ? [{ id, name, shifts, away }] : []
  })
  return (
    <ul className="mt-1">
      {present.map(({ id, name, shifts, away }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3">
          <a
            href={`/staff/engineers/${id}` satisfies SitePath}
            className="inline-flex min-h-11 items-center font-bold no-underline [overflow-wrap:anywhere]"
          >
            {name}
          </a>
          {shifts.map((shift) => (
            <a
              key={shift.id}
              href={`/staff/engineers/shifts/${shift.id}` satisfies SitePath}
              className={`inline-flex min-h-11 items-center ${shift.isOff ? 'text-muted line-through' : ''}`}
            >
              {shift.kind === 'on-call' ? `On call ${shift.text}` : shift.text}
            </a>
          ))}
          {away && <span>{away.text}</span>}
        </li>
      ))}
    </ul>
  )
}
