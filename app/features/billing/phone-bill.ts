import type { VisitStep } from '#app/features/booking/lifecycle.ts'
import { handMethods, paidInWords, readHandPayment } from '#app/features/payments/hand-payments.ts'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import { actAt, type QueuedAct } from '#app/features/visit/queued-act.ts'
import { feeOfStep } from '#app/features/visit/step-fee.ts'
import { londonDay } from '#app/platform/london.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { Instant } from '#app/values/clock.ts'
import { dayWithYear } from '#app/values/day.ts'
import { vatPercent } from '#content/fees.ts'
import { exactPoundsText } from '#content/money.ts'
import type { BilledCustomer, Supplier } from './bill-contents.ts'
import { owedLabel, type ShownBill } from './bill-text.ts'
import type { BillPayment, BillView } from './bill-view.server.ts'
import { type BillRows, draftOf } from './drafting/draft-bill.ts'

/* The bill at the door of a job that was done without a connection: worked out on the phone, by the same rules as the server's. */

/** The phone's reports that the customer was given their bill, and paid by hand. */
export const billGiven = 'bill-issue'
export const billPaid = 'bill-pay'

/** Data that the phone needs to work out a bill, from before the visit ended. */
export interface PhoneBillRows {
  rows: Omit<BillRows, 'visit'>
  payments: BillPayment[]
  /** Paid and not refunded, in pence. */
  heldPence: number
  supplier: Supplier
  customer: BilledCustomer
  reference: string
  service: string
}

/** The end of the visit, as the phone has it. */
interface EndedVisit {
  /** The step that ended it, if this phone took it. */
  step?: VisitStep
  state: BookingStatus
  times: { arrived?: Instant; left?: Instant }
  sheet?: BillRows['sheet']
  /** The extra work that the customer agreed to. */
  agreed: BillRows['money']['agreed']
}

/** Returns the bill as it would be issued now; undefined while the visit continues. */
export function phoneBill({ rows, ...known }: PhoneBillRows, visit: EndedVisit): BillView | undefined {
  const { times, step, state } = visit
  const endedAt = times.left
  if (!endedAt) return undefined
  const arrivedAt = times.arrived ?? endedAt
  const fee = step && feeOfStep(step, frozenBilling(rows.booking), { arrivedAt: times.arrived, at: endedAt })
  const charges = fee ? [...rows.money.charges, fee] : rows.money.charges
  const isDone = state === 'completed'
  const draft = draftOf({
    ...rows,
    booking: { ...rows.booking, status: state },
    money: { ...rows.money, charges, agreed: visit.agreed },
    sheet: visit.sheet ?? rows.sheet,
    ...(isDone && { visit: { arrivedAt, leftAt: endedAt, isMadeSafe: fee?.kind === 'make_safe' } }),
  })
  if (!draft) return undefined
  const { lines, totalPence, vatPence, capPence } = draft
  return {
    ...{ lines, totalPence, vatPence, creditNotes: [], payments: known.payments, suppliedOn: londonDay(endedAt) },
    ...(rows.isVatRegistered && { vatPercent }),
    ...(capPence !== undefined && { capPence }),
    ...{ supplier: known.supplier, customer: known.customer, owedPence: totalPence - known.heldPence },
    visit: { reference: known.reference, service: known.service, ...(isDone && { arrivedAt, leftAt: endedAt }) },
  }
}

/** A bill as the phone shows it, with the acts on it there. */
export interface BillAtDoor extends ShownBill {
  /** The customer has been given it, which the server may not know yet. */
  isGiven: boolean
  /** True if a part hasn't reached the server yet. */
  isWaiting: boolean
}

/** Returns a bill with the engineer's acts since: given, and paid by hand. */
export const billWithActs = (bill: ShownBill, since: readonly QueuedAct[]): BillAtDoor =>
  since.reduce(withAct, { ...bill, isGiven: bill.isIssued, isWaiting: false })

function withAct(bill: BillAtDoor, act: QueuedAct): BillAtDoor {
  const { kind, fields, state } = act
  const isWaiting = bill.isWaiting || state === 'waiting'
  if (kind === billGiven) return { ...bill, isGiven: true, isWaiting }
  const read = kind === billPaid ? readHandPayment({ method: fields.method ?? '', amount: fields.paidAmount ?? '' }) : undefined
  if (!read || 'problems' in read) return bill
  const { method, amountPence } = read.payment
  const owedPence = bill.owedPence - amountPence
  const label = `Paid ${paidInWords(handMethods[method])}, ${dayWithYear(londonDay(actAt(act)))}`
  return {
    ...{ ...bill, isWaiting, owedPence },
    sums: [...bill.sums, { label, figure: exactPoundsText(-amountPence) }],
    owed: { label: owedLabel({ ...bill, owedPence }), figure: exactPoundsText(Math.abs(owedPence)) },
  }
}
