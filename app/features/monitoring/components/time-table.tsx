import { withUnit } from '#app/ui/plot.tsx'
import { Table } from '#app/ui/table.tsx'
import type { AnswerTimes } from '../read-speed.server.ts'

const head = ['Asked for', 'Times', 'Failed', 'p50', 'p95', 'p99']

/** Times by what was asked for; on phones it is moved sideways. */
export function TimeTable({ caption, rows }: { caption: string; rows: readonly AnswerTimes[] }) {
  return (
    <div className="mt-3 overflow-x-auto whitespace-nowrap">
      <Table
        caption={caption}
        head={head}
        rows={rows.map(({ page, answers, failures, p50, p95, p99 }) => ({
          id: page,
          cells: [
            page,
            answers.toLocaleString('en-GB'),
            failures.toLocaleString('en-GB'),
            ...[p50, p95, p99].map((value) => withUnit(value, 'ms')),
          ],
        }))}
      />
    </div>
  )
}
