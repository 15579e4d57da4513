import { billPdf, creditNotePdf, receiptPdf } from '#app/features/billing/bill-pdf.server.ts'
import { receiptFile } from '#app/features/billing/bill-text.ts'
import type { BillNews } from './customer-bill.ts'

/** Returns the attachments of an email about a bill: the bill, the receipt or the credit note as a PDF. A reminder has none. */
export async function billFiles({ bill, change, paperId }: BillNews, now: Date) {
  const { issued, payments, creditNotes } = bill
  if (change === 'billed') return [file(`bill-${issued.reference}.pdf`, await billPdf(bill, now))]
  const payment = payments.find(({ id }) => id === paperId)
  if (payment) return [file(receiptFile(payment.id), await receiptPdf(bill, payment, now))]
  const note = creditNotes.find(({ id }) => id === paperId)
  return note ? [file(`${note.reference}.pdf`, await creditNotePdf(bill, note, now))] : []
}

const file = (filename: string, pdf: Buffer) => ({
  filename,
  contentType: 'application/pdf',
  content: pdf.toString('base64'),
  encoding: 'base64' as const,
})
