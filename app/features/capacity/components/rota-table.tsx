import { phoneText } from '#app/platform/uk.ts'
import { ExampleMark } from '#app/ui/example-mark.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { RotaCell, RotaDay, RotaPerson, RotaView } from '../rota-view.ts'
import { DayStrip } from './day-strip.tsx'

/** On wide screens: people in rows, the days of a week or a month in columns. */
export function RotaTable({ rota: { rota, days, people }, shows }: { rota: RotaView; shows: 'week' | 'month' }) {
  const isWeek = shows === 'week'
  const isDesk = rota === 'desk'
  return (
    <table className={`hidden w-full table-fixed border-y-2 border-ink text-left ${isWeek ? 'md:table' : 'lg:table'}`}>
      <caption className="sr-only">{isDesk ? 'Which dispatchers work when' : 'Who works when'}</caption>
      <thead>
        <tr className="border-b-2 border-ink">
          <th scope="col" className={`py-2 pr-2 ${isWeek ? 'w-36 lg:w-56' : 'w-40'}`}>
            {isDesk ? 'Dispatcher' : 'Engineer'}
          </th>
          {days.map((day) => (
            <th
              key={day.day}
              scope="col"
              aria-current={day.isToday ? 'date' : undefined}
              className={`border-l border-line leading-tight aria-[current]:[box-shadow:inset_0_-4px_var(--color-ink)] ${isWeek ? 'p-2' : 'py-2 text-center text-xs'} ${ground(day)}`}
            >
              {isWeek ? day.text : <MonthDay day={day} />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id} className="border-b border-line">
            <th scope="row" className="py-1.5 pr-2 align-top font-normal">
              <Person person={person} isWeek={isWeek} isDesk={isDesk} />
            </th>
            {person.cells.map((cell, column) => {
              const day = days[column]
              return (
                <td key={day?.day} className={`border-l border-line p-0 align-top ${cell.away ? 'rota-away' : day && ground(day)}`}>
                  {isWeek ? <WeekCell cell={cell} personId={person.id} /> : <MonthCell cell={cell} />}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
      <tfoot className={isWeek ? 'text-sm' : 'text-xs'}>
        {totals
          .filter(({ isGas }) => !(isDesk && isGas))
          .map(({ label, of }) => (
            <tr key={label} className="border-b border-line last:border-0">
              <th scope="row" className="py-1 pr-2 text-sm font-normal">
                {label}
              </th>
              {days.map((day) => (
                <td key={day.day} className={`border-l border-line py-1 font-bold ${isWeek ? 'px-2' : 'text-center'} ${ground(day)}`}>
                  {of(day)}
                </td>
              ))}
            </tr>
          ))}
        <tr>
          <th scope="row" className="py-1 pr-2 align-top text-sm font-normal">
            {isWeek ? 'No one' : 'Hours with no one on shift'}
          </th>
          {days.map((day) => (
            <td key={day.day} className={`border-l border-line py-1 align-top ${isWeek ? 'px-2' : 'text-center'} ${ground(day)}`}>
              {isWeek ? <Gaps gaps={day.gaps} /> : day.gapHours}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

const totals: readonly { label: string; of: (day: RotaDay) => number; isGas?: true }[] = [
  { label: 'On shift', of: ({ onShift }) => onShift },
  { label: 'Gas Safe on shift', of: ({ gasSafe }) => gasSafe, isGas: true },
  { label: 'On call', of: ({ onCall }) => onCall },
]

const ground = ({ isWeekend }: RotaDay) => (isWeekend ? 'bg-stone' : '')

/** 'M 1', a link to its week. */
function MonthDay({ day: { day, text } }: { day: RotaDay }) {
  return (
    <a href={`/staff/engineers?week=${day}` satisfies SitePath} className="block min-h-9 no-underline hover:underline">
      <span aria-hidden="true">
        {text.slice(0, 1)}
        <br />
        {Number(day.slice(8))}
      </span>
      <span className="sr-only">{text}: see the week</span>
    </a>
  )
}

function Person({
  person: { id, name, phone, base, isGasSafe, isSample },
  isWeek,
  isDesk,
}: {
  person: RotaPerson
  isWeek: boolean
  isDesk: boolean
}) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-1">
        <a
          href={`/staff/engineers/${id}` satisfies SitePath}
          className="inline-flex min-h-6 items-center font-bold no-underline [overflow-wrap:anywhere] hover:underline"
        >
          {name}
        </a>
        {isSample && <ExampleMark>Sample</ExampleMark>}
      </div>
      {isWeek && (
        <>
          {/* Lines of their own: as parts of a line of text, the two links would cover each other's edges. */}
          {phone ? (
            <p className="flex">
              <a href={`tel:${phone}`} className="inline-flex min-h-6 items-center text-sm whitespace-nowrap">
                {phoneText(phone)}
              </a>
            </p>
          ) : (
            <p className="text-xs text-muted">No phone number</p>
          )}
          {!isDesk && (
            <p className="text-xs text-muted [overflow-wrap:anywhere]">
              {[isGasSafe ? 'Gas Safe' : 'No gas', base].filter(Boolean).join(', ')}
            </p>
          )}
        </>
      )}
    </>
  )
}

function WeekCell({ cell: { bars, shifts, away }, personId }: { cell: RotaCell; personId: string }) {
  return (
    <>
      <DayStrip bars={bars} className="h-2.5" />
      <div className="px-2 pt-0.5 pb-2 text-xs leading-tight lg:text-sm">
        {shifts.map(({ id, kind, text, isOff }) => (
          <a
            key={id}
            href={`/staff/engineers/shifts/${id}` satisfies SitePath}
            className={`flex min-h-6 flex-wrap items-center gap-x-1 ${isOff ? 'text-muted line-through' : 'no-underline hover:underline'}`}
          >
            {kind === 'on-call' && <span>On call</span>} {text}
          </a>
        ))}
        {away && (
          <a href={`/staff/engineers/${personId}#absences` satisfies SitePath} className="flex min-h-6 items-center font-bold no-underline">
            {away.text}
          </a>
        )}
      </div>
    </>
  )
}

const Gaps = ({ gaps }: Pick<RotaDay, 'gaps'>) => (gaps.length === 0 ? '–' : gaps.map((gap) => <p key={gap}>{gap}</p>))

const awayLetters = { holiday: 'H', sickness: 'S', other: 'A' } as const

function MonthCell({ cell: { bars, shifts, away } }: { cell: RotaCell }) {
  const words = [
    ...shifts.filter(({ isOff }) => !isOff).map(({ kind, text }) => (kind === 'on-call' ? `On call ${text}` : text)),
    away?.text,
  ]
  return (
    <div className="relative h-8">
      <DayStrip bars={bars} className="absolute inset-x-0 top-2 h-4" />
      {away && bars.length === 0 && (
        <span aria-hidden="true" className="absolute inset-0 flex items-center justify-center text-xs font-bold">
          {awayLetters[away.kind]}
        </span>
      )}
      <span className="sr-only">{words.filter(Boolean).join(', ')}</span>
    </div>
  )
}
