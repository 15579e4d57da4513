import { createPdf, type PdfFigure } from '#app/platform/pdf.ts'
import { exactPoundsText } from '#content/money.ts'
import { billDay, paidDay, supplierLines } from './bill-text.ts'
import type { BillPayment, BillView } from './bill-view.server.ts'

/** A bill that was issued. */
export type IssuedBill = BillView & { issued: NonNullable<BillView['issued']> }

/** A credit note as a PDF, with what the law asks of one (docs/sources/vat-invoices.md). `now`: when it was made. */
export function creditNotePdf(bill: IssuedBill, note: BillView['creditNotes'][number], now: Date): Promise<Buffer> {
  const { vatPercent } = bill
  const vat: PdfFigure[] =
    vatPercent === undefined
      ? []
      : [
          { label: 'Net', figure: exactPoundsText(note.amountPence - note.vatPence) },
          { label: `VAT at ${vatPercent}%`, figure: exactPoundsText(note.vatPence) },
        ]
  return createPdf({
    title: `Credit note ${note.reference}`,
    blocks: [
      { lines: supplierLines(bill) },
      { facts: [['Credit note number', note.reference], ['Date', billDay(note.on)], ...aboutBill(bill)] },
      {
        caption: 'What we’ve taken off',
        figures: [
          { label: note.reason, figure: exactPoundsText(note.amountPence) },
          ...vat,
          { label: vatPercent === undefined ? 'Total' : 'Total, VAT included', figure: exactPoundsText(note.amountPence), isTotal: true },
        ],
      },
      { paragraph: 'If you’ve already paid it, we’ll refund it the way you paid.' },
    ],
    foot: footOf(bill),
    now,
  })
}

/** A receipt for money that came for a bill as a PDF. `now`: when it was made. */
export const receiptPdf = (bill: IssuedBill, payment: BillPayment, now: Date): Promise<Buffer> =>
  createPdf({
    title: `Receipt for bill ${bill.issued.reference}`,
    blocks: [
      { lines: supplierLines(bill) },
      { facts: [['Paid on', paidDay(payment)], ['Paid by', payment.by], ...aboutBill(bill)] },
      {
        caption: 'What you paid',
        figures: [
          { label: 'Received, thank you', figure: exactPoundsText(payment.amountPence), isTotal: true },
          ...(payment.refundedPence > 0 ? [{ label: 'Refunded to you since', figure: exactPoundsText(-payment.refundedPence) }] : []),
        ],
      },
    ],
    foot: footOf(bill),
    now,
  })

const aboutBill = ({ issued, totalPence, visit, customer }: IssuedBill) =>
  [
    ['For bill', `${issued.reference} of ${billDay(issued.on)}, ${exactPoundsText(totalPence)}`],
    ['Booking', `${visit.reference}, ${visit.service}`],
    ['Customer', [customer.name, customer.address].filter(Boolean).join(', ')],
  ] as const

const footOf = ({ supplier, visit }: IssuedBill): string => `${supplier.name}, ${supplier.phone}. Booking ${visit.reference}.`
