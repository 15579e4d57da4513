import { rateCardOf } from '#app/features/pricing/bill.ts'
import { priceRules } from '#app/features/pricing/bill-rules-text.ts'
import { type FrozenTerms, totalPence } from '#app/features/pricing/frozen-terms.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { ReceiptSlip } from '#app/ui/receipt.tsx'
import { exactPoundsText } from '#content/money.ts'
import { bothFeesText, phoneFeeText } from '#content/price-list.ts'

type Terms = Pick<FrozenTerms, 'estimate' | 'priorityFeePence' | 'phoneFeePence' | 'offer'> & { channel?: 'online' | 'phone' }

/** The estimate, line by line; a placeholder until there is an emergency type. */
export function Receipt({ terms, id = 'estimate' }: { terms?: Terms; id?: string }) {
  const total = terms && { label: 'Estimate, including VAT', figure: exactPoundsText(totalPence(terms)) }
  return (
    <ReceiptSlip id={id} title="Your estimate" lines={terms ? linesOf(terms) : []} total={total}>
      {!terms && <p className="mt-2 border-t border-line pt-2">It updates as you answer, and it includes VAT.</p>}
    </ReceiptSlip>
  )
}

function linesOf({ estimate, priorityFeePence: feePence, phoneFeePence, offer, channel }: Terms) {
  const { basePence, estimatePence, borough, service, supplement = { name: '', pence: 0 } } = estimate
  const lines = [
    { label: `${service}, base price`, pence: basePence },
    { label: `${borough} area price`, pence: estimatePence - supplement.pence - basePence },
    { label: supplement.name, pence: supplement.pence },
    { label: `Priority fee ${channel === 'phone' ? phoneFeeText(feePence) : bothFeesText(feePence, phoneFeePence)}`, pence: feePence },
    { label: `Offer: ${offer?.name}`, pence: -(offer?.discountPence ?? 0) },
  ]
  return lines.filter(({ pence }) => pence !== 0).map(({ label, pence }) => ({ label, figure: exactPoundsText(pence) }))
}

/** How the final bill is worked out, folded. */
export function BillRules() {
  return (
    <details className="mt-3">
      <summary className="min-h-11 cursor-pointer py-2.5 font-bold">How we work out your bill</summary>
      <ul className="list-disc pl-6 text-sm">
        {priceRules(rateCardOf(usePrices())).map((rule) => (
          <li key={rule} className="mt-1">
            {rule}
          </li>
        ))}
      </ul>
    </details>
  )
}
