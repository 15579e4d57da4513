import { mostLabel } from '#app/features/pricing/price-words.ts'
import { ReceiptSlip } from '#app/ui/receipt.tsx'
import type { PhonePrice, PhoneQuote } from '../phone-price.server.ts'

interface ReadThisOutProps {
  /** As far as the form is filled in; undefined while nothing is known. */
  quote?: PhoneQuote
  /** The values of the form: as they are now, or without JavaScript as they were sent. */
  values: Readonly<Record<string, string>>
}

/** Beside the form for a booking by phone: when we arrive, the most that it costs, and what to ask next. */
export function ReadThisOut({ quote, values }: ReadThisOutProps) {
  const isProblem = quote !== undefined && 'problem' in quote
  const price = quote && !isProblem ? quote.price : undefined
  return (
    <div role="status">
      {!isProblem && <p className="mb-3 border-2 border-ink bg-lamp px-3 py-2 font-bold">{nextQuestion(values)}</p>}
      {quote && (
        <ReceiptSlip
          id="price"
          title="Read this out"
          lines={price?.lines ?? []}
          total={price && { label: `${mostLabel.staff}, including VAT`, figure: price.total }}
        >
          {isProblem ? (
            <p className="mt-2 text-base font-bold text-alarm-text">{quote.problem}</p>
          ) : (
            <p className="mt-2">
              Arrival
              <b className="block text-xl leading-tight">{quote.arrival}</b>
            </p>
          )}
          {!isProblem && quote.isOutside && (
            <p className="mt-2 border-l-5 border-ink bg-lamp px-3 py-1 font-bold">
              This postcode is outside the boroughs we cover. Check who can go before you promise a time.
            </p>
          )}
        </ReceiptSlip>
      )}
      {price && (
        <p className="mt-3 text-sm text-muted">
          {price.pence === 0
            ? 'A free return visit: they pay nothing for it, nor for parking or the Congestion Charge. We only do extra work if they agree to it at the time.'
            : 'The same price cap and offers as online. We only do extra work if they agree to it at the time. Parking and the Congestion Charge are added at cost. A Red Line fee is billed with the job.'}
          <input type="hidden" name="toldPence" value={price.pence} />
        </p>
      )}
    </div>
  )
}

/** Arrival and price in a line, at the foot of a screen that has no room beside the form. */
export const PriceInReach = ({ price }: { price?: PhonePrice }) =>
  price && (
    <p
      aria-hidden="true"
      className="bottom-0 z-5 -mx-4 mt-4 border-t-2 border-ink bg-lamp px-4 py-2 text-sm font-bold max-lg:tall:sticky md:-mx-6 md:px-6 lg:hidden"
    >
      {`${price.arrival}. ${mostLabel.staff}: ${price.total}`}
    </p>
  )

/** The questions in the order of a call: the place and the number come first, in case the line drops. */
const questions: readonly [field: string, say: string][] = [
  ['postcode', 'Ask: “What’s your postcode?”'],
  ['phone', 'Ask: “What’s the best number to reach you on?”'],
  ['service', 'Ask: “What’s happened?”'],
  ['name', 'Read out the arrival and the price, then ask: “What name is it under?”'],
  ['address', 'Ask: “What’s the full address, and who will let us in?”'],
]

const nextQuestion = (values: Readonly<Record<string, string>>): string =>
  questions.find(([field]) => !(values[field] || (field === 'postcode' && values.borough)))?.[1] ?? 'Ask: “Shall I book that for you?”'
