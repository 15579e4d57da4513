import { readIssuedBill } from '#app/features/billing/bill-view.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { BillJob } from './job-payloads.ts'
import { readToldBill } from './read-bill-news.server.ts'

const types = { billed: 'bill.issued', bill_paid: 'bill.paid', bill_credited: 'bill.credited', bill_reminder: 'bill.reminder' } as const

/**
 * Returns the signed webhook's body for an event of a bill (docs/api.md lists the types), with the bill as it is now: its sums, and the
 * customer's name. Amounts in pence. Throws if the bill doesn't exist.
 */
export async function billWebhookBody({ db }: Pick<Services, 'db'>, job: BillJob) {
  const { billId, amountPence, reason } = await readToldBill({ db }, job)
  const { issued, visit, customer, totalPence, vatPence, vatPercent, owedPence, lines, payments } = await readIssuedBill(db, billId)
  const method = payments.find(({ id }) => id === job.id)?.by
  return {
    type: types[job.change],
    timestamp: await readMoment({ db }, job),
    data: {
      ...{ bill: issued.reference, reference: visit.reference, service: visit.service, name: customer.name },
      ...{ issuedOn: issued.on, dueOn: issued.dueOn, taxPoint: issued.taxPoint },
      ...{ totalPence, vatPence, vatPercent: vatPercent ?? null, owedPence },
      lines: lines.map((line) => ({ label: line.label, amountPence: line.amountPence, vatPence: line.vatPence })),
      ...(job.change === 'bill_paid' && { amountPence, method: method ?? null }),
      ...(job.change === 'bill_credited' && { amountPence, reason }),
    },
  }
}

/** When it happened. */
async function readMoment({ db }: Pick<Services, 'db'>, { change, id }: BillJob): Promise<string> {
  if (change === 'bill_paid')
    return (await db.selectFrom('payments').select('recordedAt').where('id', '=', id).executeTakeFirstOrThrow()).recordedAt
  const table = change === 'bill_credited' ? 'creditNotes' : 'bills'
  return (await db.selectFrom(table).select('issuedAt').where('id', '=', id).executeTakeFirstOrThrow()).issuedAt
}
