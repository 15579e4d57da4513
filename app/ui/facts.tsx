import type { ReactNode } from 'react'

/** Labels and their values, a row each. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="text-sm">{children}</dl>
}

/** Rows of text. */
export const FactRows = ({ rows }: { rows: readonly { label: string; text: string }[] }) =>
  rows.map(({ label, text }) => (
    <Fact key={label} label={label}>
      {text}
    </Fact>
  ))

/**
 * A row: the label, the value (text runs in its own direction, which `dir=auto` would take from isolated text in it), and its action. The
 * label is above the value on phones, beside it from tablets on.
 */
export function Fact({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-b border-line py-2 md:grid-cols-[8em_1fr_auto]">
      <dt className="text-muted">{label}</dt>
      <dd className="col-start-1 min-w-0 font-bold whitespace-pre-line [overflow-wrap:anywhere] md:col-start-2">
        {typeof children === 'string' ? <bdi className="[unicode-bidi:plaintext]">{children}</bdi> : children}
      </dd>
      {action && <dd className="col-start-2 row-span-2 row-start-1 md:col-start-3 md:row-span-1">{action}</dd>}
    </div>
  )
}
