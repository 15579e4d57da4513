import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { type Statement, statementOf } from '#app/features/visit/statement.ts'
import { lineLabel, totalOf } from '#app/features/visit/statement-words.ts'
import { poundsText } from '#content/money.ts'
import { bothFeesText, phoneFeeText } from '#content/price-list.ts'
import type { Facts } from './blocks.ts'

/** The price of a booking, line by line with its total; without a statement, as agreed. */
export function priceFacts(
  booking: Booking,
  statement: Statement = statementOf(booking),
  reader: 'staff' | 'customer' = 'customer',
): Facts {
  const { label, figure } = totalOf(statement, reader, poundsText)
  if (statement.bill) return [[label, figure]]
  const lines = statement.lines.map(
    (line) => [lineLabel(line, reader, statement), line.id === 'priority-fee' ? feeText(booking) : poundsText(line.amountPence)] as const,
  )
  return [...lines, [label, figure]]
}

function feeText({ channel, priorityFeePence, frozenTerms }: Booking): string {
  const { phoneFeePence } = JSON.parse(frozenTerms) as Partial<FrozenTerms>
  return channel === 'phone' ? phoneFeeText(priorityFeePence) : bothFeesText(priorityFeePence, phoneFeePence)
}
