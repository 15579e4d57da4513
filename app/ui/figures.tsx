import type { ReactNode } from 'react'

interface Figure {
  id: string
  figure: string
  text: ReactNode
}

/** Big figures in a ruled grid, each with the words that make it true. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <div className="overflow-clip border-t-2 border-ink">
      {/* The first column's rule and padding lie outside the frame. */}
      <ul className="-ml-[13px] grid grid-cols-2 md:grid-cols-3">
        {figures.map(({ id, figure, text }) => (
          <li key={id} className="border-b border-l border-line px-3 pt-1.5 pb-2 md:pt-3 md:pb-4">
            <b className="block text-[clamp(1.75rem,1.3rem+2vw,3.5rem)] leading-none tracking-tight">{figure}</b>
            <span className="mt-1 block text-sm leading-tight">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
