import type { RotaCell } from '../rota-view.ts'

/** A day from midnight to midnight: solid for working hours, hollow for on-call hours. The words beside it say the same. */
export function DayStrip({ bars, className }: Pick<RotaCell, 'bars'> & { className: string }) {
  return (
    <svg viewBox="0 0 1440 12" preserveAspectRatio="none" aria-hidden="true" className={`block w-full ${className}`}>
      {bars.map(({ from, until, kind }) =>
        kind === 'shift' ? (
          <rect key={from} x={from} width={until - from} height="12" className="fill-ink" />
        ) : (
          <rect
            key={from}
            x={from}
            y="1"
            width={until - from}
            height="10"
            className="fill-white stroke-ink"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        ),
      )}
    </svg>
  )
}
