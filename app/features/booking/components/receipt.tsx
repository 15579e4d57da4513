import type { ReactNode } from 'react'
import { type FrozenTerms, poundsText } from '#app/features/pricing/rules.ts'
import { priorityFeePence } from '#content/rates.ts'

/** The estimate, line by line, as it is frozen with the booking. */
export function Receipt({ terms }: { terms: Pick<FrozenTerms, 'estimate' | 'priorityFeePence'> }) {
  const { estimate, priorityFeePence: feePence } = terms
  const differencePence = estimate.estimatePence - estimate.basePence
  return (
    <section aria-labelledby="estimate" className="mt-6 border-2 border-ink bg-cream p-4 text-sm">
      <h2 id="estimate" className="text-lg">
        Your estimate
      </h2>
      <dl className="mt-2">
        <Line label={`${estimate.service}, base price`}>{exact(estimate.basePence)}</Line>
        {differencePence !== 0 && (
          <Line label={`${estimate.borough} × ${(estimate.multiplierPercent / 100).toFixed(2)}`}>{exact(differencePence)}</Line>
        )}
        {feePence > 0 && <Line label={`Priority fee online (${poundsText(priorityFeePence.phone)} by phone)`}>{exact(feePence)}</Line>}
        <div className="flex items-baseline justify-between gap-4 border-t-2 border-ink pt-2 text-lg font-bold">
          <dt>Estimate, VAT included</dt>
          <dd className="whitespace-nowrap">{exact(estimate.estimatePence + feePence)}</dd>
        </div>
      </dl>
    </section>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-b border-line py-1.5">
      <dt>{label}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  )
}

const exact = (pence: number) => `${pence < 0 ? '−' : ''}£${(Math.abs(pence) / 100).toFixed(2)}`
