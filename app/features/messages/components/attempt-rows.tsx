import { Table } from '#app/ui/table.tsx'
import type { AttemptRow } from '../delivery-view.ts'

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
