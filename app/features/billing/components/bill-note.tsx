import { ButtonLink } from '#app/ui/button.tsx'
import { isToPay, type ShownBill } from '../bill-text.ts'

/** Returns the balance in a sentence. */
function stateOf({ isIssued, owedPence, owed, confirming }: ShownBill): string {
  if (!isIssued)
    return 'We’re still checking it. We’ll send you the bill when it’s ready, and you can pay it here: there’s nothing to do until then.'
  if (confirming) return `Your payment of ${confirming} is being confirmed.`
  return owedPence > 0 ? `${owed.figure} to pay.` : 'Nothing left to pay.'
}

/** On a booking's page: the amount due, and a link to the bill. */
export function BillNote({ bill, path }: { bill: ShownBill; path: string }) {
  const { isIssued, total, reference } = bill
  return (
    <section aria-labelledby="bill-note" className="mt-5 max-w-[30em] border-2 border-ink bg-cream px-4 py-3">
      <h2 id="bill-note" className="text-lg">
        {isIssued ? `Your bill, ${reference}` : 'Your bill'}
      </h2>
      <p className="mt-1">
        {total.figure} in total. {stateOf(bill)}
      </p>
      <p className="mt-3">
        <ButtonLink look={isToPay(bill) ? 'ink' : 'outline'} href={`${path}/bill`}>
          {isToPay(bill) ? 'See your bill and pay' : 'See your bill'}
        </ButtonLink>
      </p>
    </section>
  )
}
