import { readIssuedBill } from '#app/features/billing/bill-view.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { BillNews } from './customer-bill.ts'
import type { CustomerNews } from './customer-news.ts'
import type { BillJob } from './job-payloads.ts'

/** Reads the bill that a job is about, also one that was credited in full. Throws if there is none. */
export async function readBillNews({ db }: Pick<Services, 'db'>, job: BillJob, news: CustomerNews): Promise<BillNews> {
  const { billId, ...told } = await readToldBill({ db }, job)
  return { ...news, ...told, bill: await readIssuedBill(db, billId), change: job.change }
}

/** Returns the bill of a job, and of a payment or credit note its sum, in pence, and its reason. */
export async function readToldBill({ db }: Pick<Services, 'db'>, { change, id }: BillJob) {
  if (change === 'bill_paid') {
    const { billId, amountPence } = await db
      .selectFrom('payments')
      .select(['billId', 'amountPence'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { billId: billId ?? '', amountPence, reason: '', paperId: id }
  }
  if (change === 'bill_credited') {
    const note = await db
      .selectFrom('creditNotes')
      .select(['billId', 'amountPence', 'reason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { ...note, paperId: id }
  }
  return { billId: id, amountPence: 0, reason: '', paperId: '' }
}
