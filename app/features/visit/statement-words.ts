import { atCostText, minimumLabel, mostLabel, offerLabel } from '#app/features/pricing/price-words.ts'
import { exactPoundsText, poundsText } from '#content/money.ts'
import type { Statement, StatementLine } from './statement.ts'
import type { StatementView } from './statement-slip.tsx'

type Reader = 'staff' | 'customer'

const labels: Record<StatementLine['id'], Record<Reader, string>> = {
  estimate: { staff: 'Estimate', customer: 'Estimate, including VAT' },
  supplement: { staff: 'Supplement', customer: 'Supplement' },
  minimum: { staff: minimumLabel, customer: minimumLabel },
  offer: { staff: 'Offer, off the price cap', customer: 'Offer, off the price cap' },
  'extra-work': { staff: 'Extra work agreed', customer: 'Extra work you agreed to' },
  'priority-fee': { staff: 'Priority fee', customer: 'Priority fee' },
  'fee-waived': { staff: 'Fee waived: no engineer set off in time', customer: 'Priority fee taken off: we set off late' },
  refunded: { staff: 'Refunded', customer: 'Refunded to you' },
  late: { staff: 'Off the bill: we arrived late', customer: 'Taken off: we were late' },
  no_access: { staff: 'No access', customer: 'We couldn’t get in' },
  late_cancellation: { staff: 'Cancelled after the engineer set off', customer: 'Cancelled after your engineer set off' },
}

/** The line's label for anyone who reads it. */
export function lineLabel(
  { id, name }: StatementLine,
  reader: Reader,
  { offerName, supplementName }: Pick<Statement, 'offerName' | 'supplementName'>,
): string {
  if (id === 'offer' && offerName) return offerLabel(offerName)
  if (id === 'extra-work' && name) return `Extra work: ${name}`
  return (id === 'supplement' && supplementName) || labels[id][reader]
}

/** The lines of a statement, with figures for a column. */
export const statementLines = (statement: Statement, reader: Reader): { label: string; figure: string }[] =>
  statement.lines.map((line) => ({ label: lineLabel(line, reader, statement), figure: exactPoundsText(line.amountPence) }))

/** A statement in words and figures. */
export const statementView = (statement: Statement, reader: Reader): StatementView => ({
  lines: statement.bill ? [] : statementLines(statement, reader),
  total: totalOf(statement, reader, exactPoundsText),
  notes: leftText(statement, reader),
})

/** Returns true if parking and the Congestion Charge are added: not to a free return visit, even if it has extra work. */
export const addsAtCost = ({ lines }: Pick<Statement, 'lines'>): boolean => lines.some(({ id }) => id === 'estimate')

/** Returns the total to pay: the bill once it is issued, until then the maximum. `text`: formats amounts. */
export function totalOf(statement: Statement, reader: Reader, text: (pence: number) => string): { label: string; figure: string } {
  const { bill, mostPence } = statement
  if (bill) return { label: `Bill ${bill.reference}`, figure: text(bill.totalPence) }
  return { label: `${mostLabel[reader]}${addsAtCost(statement) ? `, ${atCostText}` : ''}`, figure: text(mostPence) }
}

/** Returns the text under the total: the amounts received and due. */
export function leftText({ bill, heldPence, leftPence, mostPence, makeSafePence }: Statement, reader: Reader): string[] {
  // The bill itself shows the amounts paid and due.
  if (bill) return []
  const [they, them] = reader === 'staff' ? ['They', 'them'] : ['You', 'you']
  const texts = [
    makeSafePence > 0 ? `The make-safe fee of ${poundsText(makeSafePence)} is within the price cap.` : '',
    heldPence > 0 && leftPence >= 0
      ? `${they}’ve paid ${poundsText(heldPence)}${leftPence > 0 ? `, so at most ${poundsText(leftPence)} is left to pay.` : '. There’s nothing more to pay.'}`
      : '',
    leftPence < 0 ? `We still have ${poundsText(-leftPence)} to refund to ${them}.` : '',
    mostPence === 0 && heldPence === 0 ? `There’s nothing to pay.` : '',
  ]
  return texts.filter((text) => text !== '')
}
