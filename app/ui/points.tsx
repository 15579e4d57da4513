import type { ReactNode } from 'react'
import { Use } from './drawings/symbols.tsx'

/** Five points in a band across the page, ticked off; one with a note comes last. It needs the symbol `ck`. */
export function Points({ points, note }: { points: readonly string[] /** About the first point. */; note?: ReactNode }) {
  const [first = '', ...others] = points
  return (
    <div className="border-b-2 border-ink bg-chalk">
      <ul className="mx-auto grid max-w-[1240px] gap-x-4 gap-y-2 px-4 py-4 md:grid-cols-3 md:px-8 lg:grid-cols-5">
        {(note ? [...others, first] : points).map((point) => (
          <li key={point} className="flex gap-2.5 text-sm leading-snug">
            <Use id="ck" className="size-[22px] flex-none" />
            <span>
              {point}
              {point === first && note && <span className="block text-muted">{note}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
