import { type FrozenTerms, totalPence } from '#app/features/pricing/frozen-terms.ts'
import { exactPoundsText } from '#content/money.ts'

type Terms = Pick<FrozenTerms, 'estimate' | 'priorityFeePence' | 'offer'> & { channel: 'online' | 'phone' }

/** What the estimate of a booking made online promises. */
export function PriceCap({ terms }: { terms: Terms }) {
  if (terms.channel === 'phone') return null
  return (
    <p className="mt-3 text-sm">
      {`You’ll never pay more than ${exactPoundsText(totalPence(terms))} unless you agree to extra work first. Parking and the congestion charge are passed on at cost.`}
    </p>
  )
}
