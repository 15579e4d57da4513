import { withUnit } from '#app/ui/plot.tsx'
import { deviceWords, vitalWords } from '../monitoring-view.ts'
import type { AnswerTimes, PageSpeed } from '../read-speed.server.ts'
import { type Device, goodUpTo, type Vital, vitals } from '../vitals-and-errors.ts'
import { WideTable } from './wide-table.tsx'

/** The vitals of each page and device, with those marked that aren't good. Scrolls sideways on phones. */
export function PageSpeeds({ rows }: { rows: readonly PageSpeed[] }) {
  return (
    <WideTable
      caption="Vitals by page and device, 75th percentile"
      head={['Page', 'Screens', 'Visits', ...vitals.map((vital) => vitalWords[vital].short)]}
      rows={rows.map(({ page, device, visits, p75 }) => ({
        id: `${page} ${device}`,
        cells: [
          page,
          deviceWords[device as Device] ?? device,
          visits.toLocaleString('en-GB'),
          ...vitals.map((vital) => <Figure key={vital} vital={vital} value={p75[vital]} />),
        ],
      }))}
    />
  )
}

function Figure({ vital, value }: { vital: Vital; value: number | null }) {
  const text = withUnit(value, vitalWords[vital].unit)
  if (value === null || value <= goodUpTo[vital]) return text
  return (
    <>
      <b>{text}</b> slow
    </>
  )
}

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
