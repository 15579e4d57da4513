import type { ReactNode } from 'react'

export interface DayBarStretch {
  id: string
  /** Its share of the bar. */
  parts: keyof typeof widths
  figure: string
  /** Classes of the figure, if its usual size doesn't fit. */
  figureLook?: string
  name?: string
  /** The ground: a class. */
  ground: string
  /** For screen readers: the bar's hours, with the first in one word, as written below the stretch. */
  hours: string
  /** Marks the present value. */
  now?: ReactNode
}

/** Shares of the bar, as classes: a document has no style attributes. */
const widths = {
  2: 'grow-[2]',
  3: 'grow-[3]',
  4: 'grow-[4]',
  5: 'grow-[5]',
  8: 'grow-[8]',
  10: 'grow-[10]',
  14: 'grow-[14]',
  24: 'grow-[24]',
} as const

/** The 24 hours of a day in proportion, each stretch with its figure. */
export function DayBar({ stretches }: { stretches: readonly DayBarStretch[] }) {
  return (
    <>
      <ol className="flex overflow-clip rounded-key border-2 border-ink">
        {stretches.map(({ id, parts, figure, figureLook = usualFigure, name, ground, hours, now }, at) => (
          // The figure has the padding: on the stretch it would make a narrow one wider than its hours.
          <li
            key={id}
            className={`min-w-0 basis-0 pt-2.5 pb-3 leading-tight ${widths[parts]} ${ground} ${at > 0 ? 'border-l-2 border-ink' : ''}`}
          >
            <span className="sr-only">{`${hours}: `}</span>
            <b className={`block px-1.5 tracking-tight ${figureLook}`}>{figure}</b>
            {name && <span className="px-1.5 text-xs">{name}</span>}
            {now}
          </li>
        ))}
      </ol>
      <div aria-hidden="true" className="flex text-xs text-muted">
        {stretches.map(({ id, parts, hours }) => (
          <span key={id} className={`min-w-0 basis-0 whitespace-nowrap ${widths[parts]}`}>
            {hours.split(' ')[0]}
          </span>
        ))}
      </div>
    </>
  )
}

const usualFigure = 'text-[clamp(.95rem,.5rem+2vw,1.75rem)]'
