import type { ReactNode } from 'react'

/** Two halves in one frame, a tear line between them. */
export function Ticket({ stub, children }: { stub: ReactNode; children: ReactNode }) {
  return (
    <div className="grid rounded-key border-2 border-ink bg-chalk md:grid-cols-2">
      <div className="p-4 pb-6">{children}</div>
      <div className="border-t-2 border-dashed border-ink p-4 pb-6 md:border-t-0 md:border-l-2">{stub}</div>
    </div>
  )
}

/** The line that tears, across a frame of its own. */
export function TearLine({ children }: { children: ReactNode }) {
  return <div className="flex justify-between gap-2 border-b-2 border-dashed border-ink px-4 py-2.5 text-sm font-bold">{children}</div>
}
