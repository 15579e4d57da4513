import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { receiptFile } from './bill-text.ts'
import { readIssuedBill } from './bill-view.server.ts'
import { creditNotePdf, receiptPdf } from './document-pdf.server.ts'

/** A credit note or a receipt of a booking by the name of its file, as a PDF; undefined where there is none of that name. */
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
