import { addDays, mondayOf } from '#app/values/day.ts'

/** A pattern as its form has it: every field a text. */
export type PatternTexts = Record<'firstDay' | 'lastDay' | 'daysOn' | 'daysOff' | 'daysApart' | 'from' | 'until' | 'kind', string>

interface Preset {
  id: string
  label: string
  /** The values for a number of people, from a first day on. */
  of: (people: number, firstDay: string) => Partial<PatternTexts>
}

const day = { from: '08:00', until: '18:00', kind: 'shift' }
const night = { from: '22:00', until: '06:00', kind: 'shift' }

/** The usual patterns of the trade. */
export const patternPresets: readonly Preset[] = [
  { id: 'four-three', label: 'Days, four on, three off', of: () => ({ ...day, daysOn: '4', daysOff: '3', daysApart: '1' }) },
  {
    id: 'weekdays',
    label: 'Monday to Friday',
    of: (_, firstDay) => ({ ...day, firstDay: mondayOf(addDays(firstDay, 6)), daysOn: '5', daysOff: '2', daysApart: '0' }),
  },
  { id: 'nights', label: 'Nights, four on, four off', of: () => ({ ...night, daysOn: '4', daysOff: '4', daysApart: '2' }) },
  {
    id: 'on-call',
    label: 'On call, a week each in turn',
    of: (people) => ({
      ...{ from: '18:00', until: '08:00', kind: 'on-call' },
      ...{ daysOn: '7', daysOff: String(7 * Math.max(0, people - 1)), daysApart: '7' },
    }),
  },
]
