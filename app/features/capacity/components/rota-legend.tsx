import { DayStrip } from './day-strip.tsx'

const keys = [
  ['Shift', 'shift'],
  ['On call', 'on-call'],
] as const

/** The legend of the rota's drawings; nothing if the rota is a list of words. */
export function RotaLegend({ shows }: { shows: 'week' | 'month' }) {
  return (
    <ul className={`mt-3 hidden flex-wrap gap-x-5 gap-y-1.5 text-xs ${shows === 'week' ? 'md:flex' : 'lg:flex'}`}>
      {keys.map(([text, kind]) => (
        <li key={kind} className="flex items-center gap-1.5">
          <span className="w-6.5">
            <DayStrip bars={[{ from: 0, until: 1440, kind }]} className="h-2.5" />
          </span>
          {text}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="rota-away h-4.5 w-6.5" />
        {shows === 'week' ? 'Away' : 'Away: H holiday, S sick, A other'}
      </li>
      <li>Each day runs from midnight to midnight, left to right.</li>
    </ul>
  )
}
