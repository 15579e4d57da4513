import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { isolated } from '#app/platform/bidi-text.ts'
import { londonDay } from '#app/platform/london.ts'
import { createPdf, type PdfBlock } from '#app/platform/pdf.ts'
import type { Letterhead } from '#app/platform/pdf-letterhead.ts'
import type { PdfFigure } from '#app/platform/pdf-receipt.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePostcode } from '#app/platform/uk.ts'
import { dayWithYear } from '#app/values/day.ts'
import { exactPoundsText } from '#content/money.ts'
import { billFacts, billLines, billSums, billTitle, isOwedShown, owedLabel, receiptFile, supplierLines, transferNote } from './bill-text.ts'
import { type BillPayment, type BillView, type IssuedBill, readIssuedBill } from './bill-view.server.ts'

/** A bill as a PDF, with the same content as its page. `now`: when the file is made. */
export const billPdf = (bill: BillView, now: Date): Promise<Buffer> =>
  createPdf({ from: letterheadOf(bill), title: billTitle(bill), blocks: blocksOf(bill), foot: footOf(bill), now })

function blocksOf(bill: BillView): PdfBlock[] {
  const { issued, totalPence, vatPercent, owedPence, confirmingPence } = bill
  const owed = { label: owedLabel(bill), figure: exactPoundsText(Math.abs(owedPence)), isTotal: true }
  const payment = [...billSums(bill), ...(isOwedShown({ isIssued: issued !== undefined, owedPence, totalPence }) ? [owed] : [])]
  return [
    ...(issued ? [] : [{ paragraph: 'This is what your visit came to. We may still correct it before we issue the bill.' }]),
    { facts: billFacts(bill) },
    {
      caption: 'What it’s for',
      figures: [
        ...billLines(bill),
        { label: vatPercent === undefined ? 'Total' : 'Total, including VAT', figure: exactPoundsText(totalPence), isTotal: true },
      ],
    },
    ...(payment.length > 0 ? [{ caption: 'Payment', figures: payment }] : []),
    ...(issued && owedPence > 0 && !confirmingPence ? [{ paragraph: transferNote(bill) }] : []),
  ]
}

/** The business, with the outward code of its address as on a street's nameplate. */
function letterheadOf(bill: Pick<BillView, 'supplier'>): Letterhead {
  const [name = '', ...lines] = supplierLines(bill)
  const addressEnd = bill.supplier.address?.split(/[\s,]+/).slice(-2) ?? []
  return { name, code: normalisePostcode(addressEnd.join(' '))?.split(' ')[0], lines }
}

const footOf = ({ issued, supplier, visit }: BillView): string =>
  `${supplier.name}, ${supplier.phone}. Booking ${visit.reference}${issued ? `, bill ${issued.reference} of ${dayWithYear(issued.on)}` : ''}.`

/** Returns a credit note as a PDF, with the details that the law requires (docs/sources/vat-invoices.md). `now`: when it was made. */
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
    from: letterheadOf(bill),
    title: `Credit note ${note.reference}`,
    blocks: [
      { facts: [['Credit note number', note.reference], ['Date', dayWithYear(note.on)], ...aboutBill(bill)] },
      {
        caption: 'What we’ve taken off',
        figures: [
          { label: note.reason, figure: exactPoundsText(note.amountPence) },
          ...vat,
          { label: vatPercent === undefined ? 'Total' : 'Total, including VAT', figure: exactPoundsText(note.amountPence), isTotal: true },
        ],
      },
      { paragraph: 'If you’ve already paid this amount, we’ll refund it to the card or account you paid from.' },
    ],
    foot: footOf(bill),
    now,
  })
}

/** A receipt for money that came for a bill as a PDF. `now`: when it was made. */
export const receiptPdf = (bill: IssuedBill, payment: BillPayment, now: Date): Promise<Buffer> =>
  createPdf({
    from: letterheadOf(bill),
    title: `Receipt for bill ${bill.issued.reference}`,
    blocks: [
      { facts: [['Paid on', dayWithYear(londonDay(payment.at))], ['Paid by', payment.by], ...aboutBill(bill)] },
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
    ['For bill', `${issued.reference} of ${dayWithYear(issued.on)}, ${exactPoundsText(totalPence)}`],
    ['Booking', `${visit.reference}, ${visit.service}`],
    ['Customer', [customer.name, customer.address].filter(Boolean).map(isolated).join(', ')],
  ] as const

/** A credit note or a receipt of a booking by the name of its file, as a PDF; undefined for an unknown name. */
export async function readBillDocument(services: Services, booking: Pick<Booking, 'id'>, file: string): Promise<Buffer | undefined> {
  const { db, clock } = services
  const note = await db
    .selectFrom('creditNotes')
    .innerJoin('bills', 'bills.id', 'creditNotes.billId')
    .select(['creditNotes.id', 'billId'])
    .where('bills.bookingId', '=', booking.id)
    .where('creditNotes.reference', '=', file.replace(/\.pdf$/, ''))
    .executeTakeFirst()
  if (note) {
    const bill = await readIssuedBill(db, note.billId)
    const credit = bill.creditNotes.find(({ id }) => id === note.id)
    return credit && creditNotePdf(bill, credit, clock.now())
  }
  const payments = await db.selectFrom('payments').select(['id', 'billId']).where('bookingId', '=', booking.id).execute()
  const paid = payments.find(({ id }) => receiptFile(id) === file)
  if (!paid?.billId) return undefined
  const bill = await readIssuedBill(db, paid.billId)
  const payment = bill.payments.find(({ id }) => id === paid.id)
  return payment && receiptPdf(bill, payment, clock.now())
}
