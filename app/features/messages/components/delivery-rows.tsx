import type { ReactNode } from 'react'
import { Table } from '#app/ui/table.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { AttemptRow, DeliveryRow, Look } from '../delivery-view.ts'

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

const looks: Record<Look, string> = {
  dead: 'border-solid border-alarm bg-alarm-wash',
  waiting: 'border-dashed border-ink bg-chalk',
  done: 'border-solid border-ok bg-ok-wash',
  unsent: 'border-dashed border-idle bg-chalk',
}

/** The state of a delivery, in words, fill and edge. */
export const StateMark = ({ state, children }: { state: Look; children: ReactNode }) => (
  <span className={`inline-block rounded-key border-2 px-2 py-0.5 text-sm font-bold ${looks[state]}`}>{children}</span>
)

/** Every attempt, the newest first: a table where there is room, on phones a list of the same. */
export function AttemptRows({ rows }: { rows: readonly AttemptRow[] }) {
  return (
    <>
      <div className="mt-3 max-md:hidden">
        <Table
          caption="Attempts"
          head={['Attempt', 'When', 'Took', 'Outcome', 'Answer']}
          align="left"
          rows={rows.map(({ number, at, took, outcome, answer }) => ({
            id: String(number),
            cells: [
              number,
              <span key="at" className="whitespace-nowrap">
                {at}
              </span>,
              <span key="took" className="whitespace-nowrap">
                {took}
              </span>,
              outcome,
              <span key="answer" className="[overflow-wrap:anywhere]">
                {answer}
              </span>,
            ],
          }))}
        />
      </div>
      <ol className="mt-3 border-t-2 border-ink md:hidden">
        {rows.map(({ number, at, took, outcome, answer }) => (
          <li key={number} className="border-b border-line py-2.5">
            <p className="font-bold">
              {number}. {outcome}
            </p>
            <p className="text-sm text-muted">
              {at}
              {took && `, took ${took}`}
            </p>
            {answer && <p className="text-sm [overflow-wrap:anywhere]">{answer}</p>}
          </li>
        ))}
      </ol>
    </>
  )
}
