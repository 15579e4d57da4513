import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { readBalance } from '#app/features/payments/bill-balance.server.ts'
import { readJobSheet } from '#app/features/visit/job-sheet.server.ts'
import { readMoneyRows } from '#app/features/visit/read-statement.server.ts'
import type { Services } from '#app/platform/services.ts'
import { billedCustomerOf, supplierOf } from './bill-contents.ts'
import { readPayments } from './bill-view.server.ts'
import { isVatRegistered, readCorrections } from './drafting/read-draft.server.ts'
import type { PhoneBillRows } from './phone-bill.ts'

/** Reads the data that a phone needs to work out the bill of a visit that is not over, in case it ends without a signal. */
export async function readPhoneBill({ db, published }: Pick<Services, 'db' | 'published'>, booking: Booking): Promise<PhoneBillRows> {
  const { details } = published.current()
  const { parts, parkingPence, congestionPence } = await readJobSheet(db, booking)
  const { estimatePence, priorityFeePence, frozenTerms, status, reference, service } = booking
  const balance = await readBalance(db, booking.id)
  const corrections = await readCorrections(db, booking.id)
  return {
    rows: {
      booking: { estimatePence, priorityFeePence, frozenTerms, status },
      sheet: { parts, parkingPence, congestionPence },
      money: moneyOf(await readMoneyRows(db, booking)),
      corrections: corrections.map(({ kind, label, amountPence }) => ({ kind, label, amountPence })),
      isVatRegistered: isVatRegistered(details),
    },
    payments: await readPayments(db, booking.id),
    heldPence: balance.paidPence - balance.refundedPence - balance.lostPence,
    ...{ supplier: supplierOf(details), customer: billedCustomerOf(booking), reference, service },
  }
}

/** Leaves out columns that the rules don't need, such as ids. */
const moneyOf = ({
  credits,
  charges,
  agreed,
  paidPence,
  refundedPence,
}: PhoneBillRows['rows']['money']): PhoneBillRows['rows']['money'] => ({
  credits: credits.map(({ promise, creditPence, feeRefundPence }) => ({ promise, creditPence, feeRefundPence })),
  charges: charges.map(({ kind, amountPence }) => ({ kind, amountPence })),
  agreed: agreed.map(({ name, amountPence, partsPence, agreedAt }) => ({ name, amountPence, partsPence, agreedAt })),
  ...{ paidPence, refundedPence },
})
