import type { ReactNode } from 'react'

/** Labels and their values, a row each. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="text-sm">{children}</dl>
}

/** A row: the label left, the value right, and what can be done about it. */
export function Fact({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="flex min-w-0 items-center gap-3 text-right">
        <span className="min-w-0 font-bold whitespace-pre-line [overflow-wrap:anywhere]">{children}</span>
        {action}
      </dd>
    </div>
  )
}
