import type { ReactNode } from 'react'

/** The line that tears, across a frame of its own. */
export function TearLine({ children }: { children: ReactNode }) {
  return <div className="flex justify-between gap-2 border-b-2 border-dashed border-ink px-4 py-2.5 text-sm font-bold">{children}</div>
}
