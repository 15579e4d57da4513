import { Button, RowButton } from '#app/ui/button.tsx'
import { ChoiceGroup, Select, TextField } from '#app/ui/field.tsx'
import { addDays, mondayOf } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Rota } from '../rota-view.ts'

interface PlanFormProps {
  mode: 'pattern' | 'copy' | 'remove'
  rota: Rota
  people: readonly { id: string; name: string; isGasSafe: boolean }[]
  who: readonly string[]
  typed: PatternTexts & Record<'week' | 'weeks', string>
  problems: Readonly<Record<string, string>>
}

/** A form for planning many shifts. It changes nothing: it requests the same page with a preview. */
export function PlanForm({ mode, rota, people, who, typed, problems }: PlanFormProps) {
  const of = (name: keyof typeof typed) => ({ name, defaultValue: typed[name], problem: problems[name] })
  return (
    <form method="get" action={'/staff/engineers/plan#preview' satisfies SitePath} noValidate>
      <input type="hidden" name="by" value={mode} />
      {rota === 'desk' && <input type="hidden" name="rota" value={rota} />}
      <input type="hidden" name="sent" value="yes" />
      {mode === 'pattern' && (
        <>
          <fieldset className="mt-5">
            <legend className="font-bold">Common patterns</legend>
            <div className="mt-1 flex flex-wrap gap-2">
              {patternPresets.map(({ id, label }) => (
                <RowButton key={id} name="preset" value={id}>
                  {label}
                </RowButton>
              ))}
            </div>
          </fieldset>
          <div className="grid grid-cols-2 gap-x-3">
            <TextField {...of('firstDay')} label="First day" type="date" />
            <TextField {...of('lastDay')} label="Last day" type="date" />
            <TextField {...of('daysOn')} label="Days on" inputMode="numeric" maxLength={4} autoComplete="off" />
            <TextField {...of('daysOff')} label="Days off" inputMode="numeric" maxLength={4} autoComplete="off" />
            <TextField {...of('from')} label="From" type="time" />
            <TextField {...of('until')} label="Until" type="time" />
            <Select {...of('kind')} label="Type">
              <option value="shift">Shifts</option>
              <option value="on-call">On call</option>
            </Select>
            <TextField {...of('daysApart')} label="Days apart" inputMode="numeric" maxLength={4} autoComplete="off" />
          </div>
          <p className="mt-2 text-sm text-muted">
            Days apart: the number of days between one person’s start and the next. With 0, everyone has the same days off; with 1, every
            day is covered. If the end is earlier than the start, the shift ends the next day.
          </p>
        </>
      )}
      {mode === 'copy' && (
        <>
          <TextField {...of('week')} label="Week to copy" hint="Choose any day in that week, Monday to Sunday." type="date" />
          <TextField {...of('weeks')} label="How many weeks to copy it to" inputMode="numeric" maxLength={4} autoComplete="off" />
        </>
      )}
      {mode === 'remove' && (
        <div className="grid grid-cols-2 gap-x-3">
          <TextField {...of('firstDay')} label="First day" type="date" />
          <TextField {...of('lastDay')} label="Last day" type="date" />
        </div>
      )}
      <ChoiceGroup name="who" label={rota === 'desk' ? 'Dispatchers' : 'Engineers'} problem={problems.who}>
        <div className="mt-1 grid grid-cols-2 gap-x-3">
          {people.map(({ id, name, isGasSafe }) => (
            <label key={id} className="flex min-h-11 min-w-0 items-center gap-2.5 leading-tight [overflow-wrap:anywhere]">
              <input type="checkbox" name="who" value={id} defaultChecked={who.includes(id)} className="size-6 flex-none accent-ink" />
              <span className="min-w-0">
                {name}
                {isGasSafe && <span className="block text-xs text-muted">Gas Safe</span>}
              </span>
            </label>
          ))}
        </div>
      </ChoiceGroup>
      <Button className="mt-5">Preview</Button>
    </form>
  )
}

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
