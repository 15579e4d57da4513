import { statusFacts } from '#app/features/booking/lifecycle.ts'
import { type FrozenTerms, minimumPence, workCapPence } from '#app/features/pricing/frozen-terms.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { Instant } from '#app/values/clock.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { ChargesTable, CreditsTable } from '#db/tables/visit.ts'

/*
 * Computes the customer's maximum price, line by line, at any moment between booking and bill: by the terms frozen with the booking and the
 * rows since. The bill by the visit's times is `pricing/bill.ts`, which never comes to more.
 */

/** A booking's money so far, without withdrawn items. Amounts in pence. */
export interface MoneyRows {
  /** Compensation for missed promises: off the bill, or refunded. */
  credits: readonly { promise: CreditsTable['promise']; creditPence: number; feeRefundPence: number }[]
  /** Fees from the visit. */
  charges: readonly Pick<ChargesTable, 'kind' | 'amountPence'>[]
  /** The extra work that the customer has agreed to, each with its maximum price. */
  agreed: readonly { name: string; amountPence: number; partsPence?: number; agreedAt?: Instant }[]
  /** Payments for the booking, and the part that was refunded or is being refunded. */
  paidPence: number
  refundedPence: number
  /** The part that a bank returned to the customer. */
  lostPence?: number
  /** The bill that was issued, less credit notes. Absent: none yet. */
  bill?: { reference: string; totalPence: number }
}

/** The rows of a booking that has just been made. */
export const noMoneyRows: MoneyRows = { credits: [], charges: [], agreed: [], paidPence: 0, refundedPence: 0 }

export interface StatementLine {
  id:
    | 'estimate'
    | 'supplement'
    | 'minimum'
    | 'offer'
    | 'extra-work'
    | 'priority-fee'
    | 'fee-waived'
    | 'refunded'
    | 'late'
    | Exclude<ChargesTable['kind'], 'make_safe' | 'priority_fee'>
  /** Negative for reductions. */
  amountPence: number
  /** Name of the extra work. */
  name?: string
}

/** The amount that a customer will pay, VAT included, in pence. */
export interface Statement {
  /** They add up to `mostPence`. */
  lines: StatementLine[]
  /** The most that they will pay in all, unless they agree to more work; never negative. */
  mostPence: number
  /** The part that we have received, less refunds. */
  heldPence: number
  /** The most that is still to be paid; negative if we have received too much. */
  leftPence: number
  /** The make-safe fee, which is within the price cap; 0: none. */
  makeSafePence: number
  /** Once the bill is issued, its total replaces this one. */
  bill?: { reference: string; totalPence: number }
  /** The name of the offer, if there is one. */
  offerName?: string
  /** The name of the supplement for the hour of the visit, if there is one. */
  supplementName?: string
}

type Priced = Pick<BookingsTable, 'estimatePence' | 'priorityFeePence' | 'frozenTerms'> & { status: BookingStatus }

/** Returns the most that a customer will pay for a booking, by its terms and the rows since. */
export function statementOf(booking: Priced, rows: MoneyRows = noMoneyRows): Statement {
  const { offer, estimate, capPence } = JSON.parse(booking.frozenTerms) as Partial<FrozenTerms>
  const isOff = statusFacts(booking.status).stage === 'called_off'
  const feePence = isOff ? rows.paidPence + chargedPence(rows, 'priority_fee') : booking.priorityFeePence
  const lines: StatementLine[] = [
    ...(isOff || booking.status === 'no_access'
      ? []
      : [
          ...workLines({ estimate: booking, capPence, offer }, estimate?.supplement?.pence ?? 0),
          ...rows.agreed.map(({ name, amountPence }) => ({ id: 'extra-work' as const, name, amountPence })),
        ]),
    { id: 'no_access', amountPence: chargedPence(rows, 'no_access') },
    { id: 'late_cancellation', amountPence: chargedPence(rows, 'late_cancellation') },
    ...feeLines(feePence, rows),
  ]
  const latePence = rows.credits.filter(({ promise }) => promise === 'window').reduce((sum, { creditPence }) => sum + creditPence, 0)
  // The total is never negative.
  lines.push({ id: 'late', amountPence: -Math.min(latePence, sumOf(lines)) })
  const mostPence = sumOf(lines)
  const heldPence = rows.paidPence - rows.refundedPence - (rows.lostPence ?? 0)
  return {
    lines: lines.filter(({ amountPence }) => amountPence !== 0),
    mostPence,
    heldPence,
    leftPence: mostPence - heldPence,
    makeSafePence: isOff ? 0 : chargedPence(rows, 'make_safe'),
    ...(rows.bill && { bill: rows.bill }),
    ...(offer && { offerName: offer.name }),
    ...(estimate?.supplement && { supplementName: estimate.supplement.name }),
  }
}

/** Returns the sum of some amounts, in pence. */
export const sumOf = (lines: readonly { amountPence: number }[]): number => lines.reduce((sum, { amountPence }) => sum + amountPence, 0)

const chargedPence = ({ charges }: MoneyRows, kind: ChargesTable['kind']) => sumOf(charges.filter((charge) => charge.kind === kind))

/** The price cap, less the offer: the estimate with `supplementPence`, and the amount that raises it to the minimum charge. */
function workLines(terms: Parameters<typeof workCapPence>[0], supplementPence: number): StatementLine[] {
  const { estimatePence } = terms.estimate
  const minimum = minimumPence(terms)
  return [
    { id: 'estimate', amountPence: estimatePence - supplementPence },
    { id: 'supplement', amountPence: supplementPence },
    { id: 'minimum', amountPence: minimum },
    { id: 'offer', amountPence: workCapPence(terms) - estimatePence - minimum },
  ]
}

/** Returns the Red Line fee, less the part that we may not keep: waived because we dispatched late, or refunded for another reason. */
function feeLines(feePence: number, { credits, refundedPence }: MoneyRows): StatementLine[] {
  const late = credits.filter(({ promise }) => promise === 'dispatch')
  const waivedPence = Math.min(
    feePence,
    late.reduce((sum, { creditPence, feeRefundPence }) => sum + creditPence + feeRefundPence, 0),
  )
  const otherPence = Math.max(0, refundedPence - late.reduce((sum, { feeRefundPence }) => sum + feeRefundPence, 0))
  return [
    { id: 'priority-fee', amountPence: feePence },
    { id: 'fee-waived', amountPence: -waivedPence },
    { id: 'refunded', amountPence: -Math.min(feePence - waivedPence, otherPence) },
  ]
}
