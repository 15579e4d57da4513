import { createPdf, type PdfBlock } from '#app/platform/pdf.ts'
import { exactPoundsText } from '#content/money.ts'
import { billDay, billFacts, billLines, billSums, billTitle, owedLabel, supplierLines, transferNote } from './bill-text.ts'
import type { BillView } from './bill-view.server.ts'

/** A bill as a PDF, with the same content as its page. `now`: when the file is made. */
export const billPdf = (bill: BillView, now: Date): Promise<Buffer> =>
  createPdf({ title: billTitle(bill), blocks: blocksOf(bill), foot: footOf(bill), now })

function blocksOf(bill: BillView): PdfBlock[] {
  const { issued, totalPence, vatPercent, owedPence } = bill
  return [
    { lines: supplierLines(bill) },
    ...(issued ? [] : [{ paragraph: 'This is what your visit comes to. We may still correct it before we issue it.' }]),
    { facts: billFacts(bill) },
    {
      caption: 'What it’s for',
      figures: [
        ...billLines(bill),
        { label: vatPercent === undefined ? 'Total' : 'Total, VAT included', figure: exactPoundsText(totalPence), isTotal: true },
      ],
    },
    {
      caption: 'Payment',
      figures: [...billSums(bill), { label: owedLabel(bill), figure: exactPoundsText(Math.abs(owedPence)), isTotal: true }],
    },
    ...(issued && owedPence > 0 ? [{ paragraph: transferNote(issued.reference) }] : []),
  ]
}

const footOf = ({ issued, supplier, visit }: BillView): string =>
  `${supplier.name}, ${supplier.phone}. Booking ${visit.reference}${issued ? `, bill ${issued.reference} of ${billDay(issued.on)}` : ''}.`
