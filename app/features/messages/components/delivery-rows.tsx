import type { SitePath } from '#app/values/site-path.ts'
import type { DeliveryRow } from '../delivery-view.ts'
import { StateMark } from './state-mark.tsx'

/** Deliveries, a row each, with a link to the delivery's page. */
export function DeliveryRows({ rows }: { rows: readonly DeliveryRow[] }) {
  return (
    <ul className="mt-3 border-t-2 border-ink">
      {rows.map(({ id, label, channel, to, reference, at, state, stateText, answer }) => (
        <li key={id} className="grid gap-x-6 border-b border-line py-2 md:grid-cols-[1fr_18em]">
          <div className="min-w-0">
            <a href={`/staff/deliveries/${id}` satisfies SitePath} className="flex min-h-11 items-center font-bold">
              {label}
              {reference && `, ${reference}`}
            </a>
            <p className="text-sm text-muted [overflow-wrap:anywhere]">
              {channel} to {to}
            </p>
            <p className="text-sm text-muted">{at}</p>
          </div>
          <div className="min-w-0 py-2">
            <StateMark state={state}>{stateText}</StateMark>
            {answer && <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">{answer}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
