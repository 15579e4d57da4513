import type { ReactNode } from 'react'
import { windowText } from '#app/platform/london.ts'
import { counted } from '#app/platform/next-text.ts'
import { Table } from '#app/ui/table.tsx'
import type { RotaView } from '../rota-view.ts'
import type { SortedPlan, WantedShift } from '../shift-patterns.ts'
import { RotaLegend } from './rota-legend.tsx'
import { RotaTable } from './rota-table.tsx'

/** The shifts that a plan would add or remove, its obstacles, and the resulting rota. `children`: the button that carries it out. */
export function PlanPreviewPart({
  preview: { count, people, same, over, leftOut },
  verb,
  months,
  children,
}: {
  preview: PlanPreview
  verb: 'plan' | 'remove'
  months: readonly RotaView[]
  children: ReactNode
}) {
  const notes = [
    same > 0 && `${same} of these ${same === 1 ? 'is' : 'are'} already on the rota.`,
    over > 0 && `${over} ${over === 1 ? 'is' : 'are'} in the past.`,
  ].filter(Boolean)
  return (
    <section id="preview" aria-labelledby="preview-title" className="min-w-0 scroll-mt-4">
      <h2 id="preview-title" className="mt-5 text-xl">
        {count === 0 ? `There’s nothing${verb === 'plan' ? ' new' : ''} to ${verb}` : `This will ${verb} ${counted(count, 'shift')}`}
      </h2>
      {notes.length > 0 && <p className="mt-1">{notes.join(' ')}</p>}
      {count > 0 && <div className="mt-3">{children}</div>}
      {leftOut.length > 0 && (
        <details className="folded mt-5 border-y-2 border-ink bg-chalk px-3" open={leftOut.length <= 8}>
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-bold">
            {`${counted(leftOut.length, 'shift')} will be left out`}
          </summary>
          <ul className="pb-2">
            {leftOut.map((text) => (
              <li key={text} className="border-t border-line py-1.5">
                {text}
              </li>
            ))}
          </ul>
        </details>
      )}
      {count > 0 && (
        <>
          <div className="mt-6">
            {months.map((month) => (
              <div key={month.days[0]?.day} className="mb-6">
                <RotaTable rota={month} shows="month" />
              </div>
            ))}
            {months.length > 0 && <RotaLegend shows="month" />}
          </div>
          <h3 className="mt-6 text-lg">Each person</h3>
          <div className="max-w-[36em]">
            <Table
              caption="Each person’s shifts"
              head={['Name', verb === 'plan' ? 'New shifts' : 'Shifts removed', 'Hours']}
              rows={people.map(({ id, name, shifts, hours }) => ({ id, cells: [name, shifts, hours] }))}
            />
          </div>
        </>
      )}
    </section>
  )
}

/** The effect of a plan, in words, before it is carried out. */
interface PlanPreview {
  /** The number of shifts that it adds. */
  count: number
  people: { id: string; name: string; shifts: number; hours: number }[]
  /** The number that exist already, and the number that are over. */
  same: number
  over: number
  /** Other shifts that are left out, each with the reason. */
  leftOut: string[]
}

/** `names`: of the plan's engineers, in their order. */
export function planPreview({ planned, leftOut }: SortedPlan, names: ReadonlyMap<string, string>): PlanPreview {
  const left = (why: string) => leftOut.filter(({ obstacle }) => obstacle.why === why).length
  return {
    count: planned.length,
    people: [...names].map(([id, name]) => {
      const own = planned.filter(({ personId }) => personId === id)
      return { id, name, shifts: own.length, hours: own.reduce((sum, shift) => sum + hoursOf(shift), 0) }
    }),
    same: left('same'),
    over: left('over'),
    leftOut: leftOut.flatMap(({ shift, obstacle }) => {
      const text = `${names.get(shift.personId)}, ${windowText(shift.startsAt, shift.endsAt)}`
      if (obstacle.why === 'away') return [`${text}: away`]
      if (obstacle.why !== 'overlap') return []
      const { kind, startsAt, endsAt } = obstacle.with
      return [`${text}: ${kind === 'on-call' ? 'on call' : 'has a shift'} ${windowText(startsAt, endsAt)}`]
    }),
  }
}

const hoursOf = ({ startsAt, endsAt }: WantedShift) => (Date.parse(endsAt) - Date.parse(startsAt)) / 3_600_000
