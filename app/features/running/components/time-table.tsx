import { withUnit } from '#app/ui/plot.tsx'
import type { AnswerTimes } from '../read-speed.server.ts'
import { WideTable } from './wide-table.tsx'

const head = ['Request', 'Count', 'Failed', 'p50', 'p95', 'p99']

/** Times by request; scrolls sideways on phones. */
export function TimeTable({ caption, rows }: { caption: string; rows: readonly AnswerTimes[] }) {
  return (
    <WideTable
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
  )
}
