import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

interface PayBillProps {
  /** The bill's number, its sender, and the amount due, '£142.50'. */
  reference: string
  business: string
  owed: string
  /** The bill's page; absent: they have only the link to pay it. */
  billPath?: string
  checkoutPath: string
  /** The problem with the part payment, and the typed amount. */
  problem?: string
  typed?: string
}

/** The page before the payment company's: the amount to pay by card, all or part of a bill, and the recipient. */
export function PayBill({ reference, business, owed, billPath, checkoutPath, problem, typed }: PayBillProps) {
  return (
    <div className="max-w-[36em]">
      {billPath && (
        <p>
          <a href={billPath} className="inline-flex min-h-11 items-center font-bold">
            Your bill
          </a>
        </p>
      )}
      <h1 className="mt-1 text-2xl">Pay {owed} by card</h1>
      <dl className="receipt mt-5 text-sm">
        {[
          ['Bill', reference],
          ['To', business],
          ['To pay', owed],
        ].map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 border-b border-line py-1.5">
            <dt>{label}</dt>
            <dd className="font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      {/* Small screens have it in the bar. */}
      <p className="mt-4 tall:max-lg:hidden">
        <a href={checkoutPath} className="key key-ink">
          Pay {owed}
        </a>
      </p>
      <p className="mt-3 text-sm text-muted">
        You’ll enter your card details on Stripe’s page, or use Apple Pay or Google Pay if your phone has them. We never see your card
        details.
      </p>
      <details className="mt-6" open={problem !== undefined || undefined}>
        <summary className="min-h-11 cursor-pointer py-2.5 font-bold">Pay part of the bill</summary>
        <form method="get" action={checkoutPath}>
          <TextField
            name="amount"
            label="How much, in pounds"
            inputMode="decimal"
            autoComplete="off"
            problem={problem}
            defaultValue={typed}
          />
          <Button look="outline" className="mt-3">
            Pay this amount
          </Button>
        </form>
      </details>
    </div>
  )
}

interface NothingToPayNowProps {
  reference: string
  /** Card payment that isn't confirmed yet; '' if there is none. */
  confirming: string
  payPath: string
}

/** For someone who has only the link to pay a bill: it is paid, or their payment is being confirmed. */
export const NothingToPayNow = ({ reference, confirming, payPath }: NothingToPayNowProps) => (
  <div className="max-w-[36em]">
    <h1 className="text-2xl">{confirming ? 'Your payment is being confirmed' : 'There’s nothing left to pay'}</h1>
    <p className="mt-3 text-lg">
      {confirming
        ? `We’re waiting for your bank to confirm ${confirming} for bill ${reference}. It usually takes a few seconds, so please don’t pay again.`
        : `Bill ${reference} is paid. Thank you. We’ll email the receipt to the address on your booking.`}
    </p>
    {confirming && (
      <p className="mt-6">
        <a href={payPath} className="key key-ink">
          Check again
        </a>
      </p>
    )}
  </div>
)
