import { readBillView } from '#app/features/billing/bill-view.server.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { BillNews } from './customer-bill.ts'
import type { CustomerNews } from './customer-news.ts'
import type { BillJob } from './job-payloads.ts'

/** Reads what the job of a bill tells of. Throws where there is no bill. */
export async function readBillNews(services: Services, { bookingId, change, id }: BillJob, news: CustomerNews): Promise<BillNews> {
  const bill = await readBillView(services, await readBooking(services, bookingId))
  if (!bill?.issued) throw new Error('There is no bill')
  const { db } = services
  const payment =
    change === 'bill_paid' ? await db.selectFrom('payments').select('amountPence').where('id', '=', id).executeTakeFirst() : undefined
  const note =
    change === 'bill_credited'
      ? await db.selectFrom('creditNotes').select(['amountPence', 'reason']).where('id', '=', id).executeTakeFirst()
      : undefined
  return { ...news, bill, change, amountPence: payment?.amountPence ?? note?.amountPence ?? 0, reason: note?.reason ?? '' }
}
