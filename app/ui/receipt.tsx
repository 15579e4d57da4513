import type { ReactNode } from 'react'

interface ReceiptProps {
  /** Its heading's id. */
  id: string
  title: string
  lines: readonly { label: string; figure: string }[]
  /** Label and figure under the ink rule; without it there is no sum. */
  total?: { label: string; figure: string }
  /** Shown until there are lines. */
  children?: ReactNode
}

/** Cream, square, torn below: a sum, line by line. */
export function ReceiptSlip({ id, title, lines, total, children }: ReceiptProps) {
  return (
    <section aria-labelledby={id} className="receipt text-sm">
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      {children}
      {(total || lines.length > 0) && (
        <dl className="mt-2">
          {lines.map(({ label, figure }, at) => (
            <div key={at} className="flex justify-between gap-4 border-b border-line py-1.5">
              <dt className="[overflow-wrap:anywhere]">{label}</dt>
              <dd className="whitespace-nowrap">{figure}</dd>
            </div>
          ))}
          {total && (
            <div className="-mt-px flex items-baseline justify-between gap-[16px] border-t-2 border-ink pt-2 text-lg font-bold">
              <dt className="[overflow-wrap:anywhere]">{total.label}</dt>
              <dd className="whitespace-nowrap">{total.figure}</dd>
            </div>
          )}
        </dl>
      )}
    </section>
  )
}
