import { windowText } from '#app/platform/london.ts'
import type { SortedPlan, WantedShift } from './shift-patterns.ts'

/** The effect of a plan, in words, before it is carried out. */
export interface PlanPreview {
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
