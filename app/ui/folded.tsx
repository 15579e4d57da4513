import type { ReactNode } from 'react'

/** What few need of a page: folded until it is opened, and open if something in it was refused. */
export function Folded({ label, isOpen, children }: { label: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className="folded mt-2 border-b border-line" open={isOpen || undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-bold">{label}</summary>
      <div className="max-w-[34em] pb-5">{children}</div>
    </details>
  )
}
