import type { ReactNode } from 'react'
import { isOwedShown, type ShownBill } from '../bill-text.ts'

/** A bill's lines, payments and remainder: the same on every page. */
export function BillSlip({ bill, children }: { bill: ShownBill; children?: ReactNode }) {
  const { lines, total, sums, owed } = bill
  return (
    <section aria-labelledby="bill-lines" className="receipt text-sm">
      <h2 id="bill-lines" className="text-lg">
        What it’s for
      </h2>
      <dl className="mt-2">
        {lines.map(({ label, detail, figure }, at) => (
          <div key={`${label} ${at}`} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5">
            <dt className="flex-1 basis-32">
              {label}
              {detail && <span className="block text-muted [overflow-wrap:anywhere]">{detail}</span>}
            </dt>
            <dd className="ml-auto whitespace-nowrap">{figure}</dd>
          </div>
        ))}
        <Sum {...total} />
        {sums.map(({ label, figure }, at) => (
          <div key={`${label} ${at}`} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5">
            <dt className="flex-1 basis-32 [overflow-wrap:anywhere]">{label}</dt>
            <dd className="ml-auto whitespace-nowrap">{figure}</dd>
          </div>
        ))}
        {isOwedShown(bill) && <Sum {...owed} />}
      </dl>
      {children}
    </section>
  )
}

const Sum = ({ label, figure }: { label: string; figure: string }) => (
  <div className="-mt-px flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-ink py-2 text-lg font-bold">
    <dt>{label}</dt>
    <dd className="ml-auto whitespace-nowrap">{figure}</dd>
  </div>
)
