import type { Kysely } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { type Balance, type BillRow, readBalance, readLastBill } from '#app/features/payments/bill-balance.server.ts'
import { readConfirming } from '#app/features/payments/confirming.server.ts'
import { type Dispute, readDisputes } from '#app/features/payments/disputes.server.ts'
import { handMethods, isHandMethod } from '#app/features/payments/hand-payments.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import { vatPercent } from '#content/fees.ts'
import type { Tables } from '#db/tables.ts'
import { type BilledCustomer, type BilledVisit, billedCustomerOf, billedVisitOf, type Supplier, supplierOf } from './bill-contents.ts'
import type { BilledLine } from './drafting/draft-bill.ts'
import { isVatRegistered, readDraft } from './drafting/read-draft.server.ts'

/** A bill as everyone sees it: customer, engineer, staff, and the PDF. Amounts in pence, VAT included. */
export interface BillView {
  /** Absent until it is issued; until then it may still be corrected. */
  issued?: {
    id: string
    reference: string
    on: LondonDay
    taxPoint: LondonDay
    dueOn: LondonDay
  }
  suppliedOn: LondonDay
  lines: BilledLine[]
  totalPence: number
  vatPence: number
  /** Absent: no VAT is charged. */
  vatPercent?: number
  /** The most that the work may cost. Absent once the bill is issued, and if there was no work. */
  capPence?: number
  supplier: Supplier
  customer: BilledCustomer
  visit: BilledVisit
  creditNotes: { id: string; reference: string; on: LondonDay; reason: string; amountPence: number; vatPence: number }[]
  payments: BillPayment[]
  /** Amount due; negative if we have to refund it by hand. */
  owedPence: number
  /** The part that the customer has paid by card, as far as they know, without the provider's confirmation yet. Absent: none. */
  confirmingPence?: number
}

/** A bill that was issued. */
export type IssuedBill = BillView & { issued: NonNullable<BillView['issued']> }

/** A payment for a booking, less refunds. */
export interface BillPayment {
  id: string
  /** 'Card', 'Cash', 'Bank transfer'. */
  by: string
  at: Instant
  amountPence: number
  /** The part that was refunded, or is being refunded. */
  refundedPence: number
  /** The customer's bank is deciding about their dispute. */
  isDisputed: boolean
  /** The part that the bank returned to the customer. */
  lostPence: number
  /** The priority fee, paid when booking. */
  isFee: boolean
  /** The id of the user who recorded it by hand, so it can be voided. */
  takenBy: string | null
}

/** The bill of a booking: as issued, or as it would be issued now; undefined if there is nothing to bill. */
export async function readBillView(
  services: Pick<Services, 'db' | 'published' | 'clock'>,
  booking: Booking,
): Promise<BillView | undefined> {
  const { db } = services
  const bill = await readLastBill(db, booking.id)
  const creditNotes = bill ? await readCreditNotes(db, bill.id) : []
  const creditedPence = creditNotes.reduce((sum, { amountPence }) => sum + amountPence, 0)
  const payments = await readPayments(db, booking.id)
  const isStanding = bill !== undefined && (creditedPence === 0 || creditedPence < bill.totalPence)
  // A bill that was fully credited is followed by a new one, if there is something to bill.
  const draft = isStanding ? undefined : await readDraft(services, db, booking)
  const balance = await readBalance(db, booking.id)
  if (bill && (isStanding || !draft)) {
    const isOwed = balance.owedPence > 0
    const confirmingPence = isOwed ? (await readConfirming(db, [booking.id], services.clock.now())).get(booking.id) : undefined
    return { ...viewOf(bill, balance), creditNotes, payments, ...(confirmingPence !== undefined && { confirmingPence }) }
  }
  if (!draft) return undefined
  const { details } = services.published.current()
  const { lines, totalPence, vatPence, capPence, endedAt } = draft
  return {
    ...{ lines, totalPence, vatPence, creditNotes: [], payments, suppliedOn: londonDay(endedAt) },
    ...(isVatRegistered(details) && { vatPercent }),
    ...(capPence !== undefined && { capPence }),
    supplier: supplierOf(details),
    customer: billedCustomerOf(booking),
    visit: billedVisitOf(booking, draft),
    owedPence: totalPence - balance.paidPence + balance.refundedPence + balance.lostPence,
  }
}

/**
 * Returns a bill as it was issued, with its credit notes and the payments of its booking; the amount due is the booking's balance. Throws
 * if there is none.
 */
export async function readIssuedBill(db: Kysely<Tables>, billId: string): Promise<IssuedBill> {
  const bill = await db.selectFrom('bills').selectAll().where('id', '=', billId).executeTakeFirstOrThrow()
  return {
    ...viewOf(bill, await readBalance(db, bill.bookingId)),
    creditNotes: await readCreditNotes(db, bill.id),
    payments: await readPayments(db, bill.bookingId),
  }
}

function viewOf(bill: BillRow, { owedPence }: Balance) {
  const { id, reference, issuedAt, taxPoint, dueOn, suppliedOn, totalPence, vatPence } = bill
  return {
    issued: { id, reference, on: londonDay(issuedAt), taxPoint, dueOn },
    ...{ suppliedOn, totalPence, vatPence, owedPence },
    ...(bill.vatPercent !== null && { vatPercent: bill.vatPercent }),
    lines: JSON.parse(bill.lines) as BilledLine[],
    supplier: JSON.parse(bill.supplier) as Supplier,
    customer: JSON.parse(bill.customer) as BilledCustomer,
    visit: JSON.parse(bill.visit) as BilledVisit,
  }
}

async function readCreditNotes(db: Kysely<Tables>, billId: string): Promise<BillView['creditNotes']> {
  const rows = await db.selectFrom('creditNotes').selectAll().where('billId', '=', billId).orderBy('issuedAt').orderBy('id').execute()
  return rows.map(({ id, reference, issuedAt, reason, amountPence, vatPence }) => ({
    ...{ id, reference, reason, amountPence, vatPence },
    on: londonDay(issuedAt),
  }))
}

/** Returns a booking's payments that weren't refunded, oldest first. */
export async function readPayments(db: Kysely<Tables>, bookingId: string): Promise<BillPayment[]> {
  const rows = await db
    .selectFrom('payments')
    .select(['payments.id', 'payments.provider', 'paidAt', 'payments.amountPence', 'billId', 'takenBy'])
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom('refunds')
            .select(({ fn }) => fn.sum<number | string>('refunds.amountPence').as('pence'))
            .whereRef('refunds.paymentId', '=', 'payments.id')
            .where('refunds.state', '!=', 'failed'),
          eb.val(0),
        )
        .as('refunded'),
    )
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'confirmed')
    .where('voidedAt', 'is', null)
    .orderBy('paidAt')
    .orderBy('payments.id')
    .execute()
  const disputes = await readDisputes(db, [bookingId])
  return rows.map(({ id, provider, paidAt, amountPence, billId, takenBy, refunded }) => {
    // A payment may be disputed more than once, in parts.
    const disputed = (as: Dispute['state']) => disputes.filter(({ paymentId, state }) => paymentId === id && state === as)
    return {
      ...{ id, at: paidAt, amountPence, takenBy },
      by: isHandMethod(provider) ? handMethods[provider] : 'Card',
      refundedPence: Number(refunded),
      isDisputed: disputed('open').length > 0,
      lostPence: disputed('lost').reduce((sum, dispute) => sum + dispute.amountPence, 0),
      isFee: billId === null,
    }
  })
}
