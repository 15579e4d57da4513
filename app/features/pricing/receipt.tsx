import { usePrices } from '#app/platform/published-context.ts'
import { ReceiptSlip } from '#app/ui/receipt.tsx'
import { exactPoundsText } from '#content/money.ts'
import { rateCardOf } from './bill.ts'
import { priceRules } from './bill-rules-text.ts'
import { mostPence } from './frozen-terms.ts'
import { capText, mostLabel, type PricedTerms, priceLines } from './price-words.ts'

interface ReceiptProps {
  terms?: PricedTerms
  id?: string
  /** False while the hour, which changes the sum, isn't known. */
  isSummed?: boolean
}

/** The most that the customer pays, line by line; a placeholder until there is an emergency type. */
export function Receipt({ terms, id = 'estimate', isSummed = true }: ReceiptProps) {
  const total = terms && isSummed && { label: mostLabel.customer, figure: exactPoundsText(mostPence(terms)) }
  return (
    <ReceiptSlip id={id} title="Your price" lines={terms ? priceLines(terms) : []} total={total || undefined}>
      {!terms && <p className="mt-2 border-t border-line pt-2">It updates as you answer, and it includes VAT.</p>}
    </ReceiptSlip>
  )
}

interface PriceCapProps {
  /** The most that the customer pays as things are now. */
  pence: number
  /** False: parking and the Congestion Charge aren't added. */
  isAtCost?: boolean
  className?: string
}

/** The promise in a sentence, beside the receipt. */
export function PriceCap({ pence, isAtCost, className = 'mt-3 text-sm' }: PriceCapProps) {
  return <p className={className}>{capText(pence, isAtCost)}</p>
}

/** How the final bill is worked out, folded. */
export function BillRules() {
  const prices = usePrices()
  return (
    <details className="mt-3">
      <summary className="min-h-11 cursor-pointer py-2.5 font-bold">How we work out your bill</summary>
      <ul className="list-disc pl-6 text-sm">
        {priceRules(rateCardOf(prices), prices.capsAtEstimate).map((rule) => (
          <li key={rule} className="mt-1">
            {rule}
          </li>
        ))}
      </ul>
    </details>
  )
}
