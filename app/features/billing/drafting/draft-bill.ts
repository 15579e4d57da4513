import { statusFacts } from '#app/features/booking/lifecycle.ts'
import { beforeExtraPence, billFor, keptToCap, vatIn } from '#app/features/pricing/bill.ts'
import { type FrozenTerms, workCapPence } from '#app/features/pricing/frozen-terms.ts'
import { partPricePence, partsPricePence } from '#app/features/pricing/part-price.ts'
import { type MoneyRows, type StatementLine, statementOf, sumOf } from '#app/features/visit/statement.ts'
import { lineLabel } from '#app/features/visit/statement-words.ts'
import type { Instant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import { defaultPrices } from '#content/price-list.ts'
import type { BillCorrectionsTable } from '#db/tables/billing.ts'
import type { BookingsTable } from '#db/tables/booking.ts'

/* The bill of a booking that is over, worked out from rows: the terms frozen with it, the recorded times, the job sheet, credits, fees and
   corrections. Pure: it reads and writes nothing (docs/decisions/0065-the-bill.md). */

/** A line of a bill. Amounts in pence, VAT included; negative for reductions. */
export interface BilledLine {
  id: string
  label: string
  /** Its parts by name, each with its price. */
  detail?: string
  amountPence: number
  /** The VAT included in it; 0 if we are not registered. */
  vatPence: number
}

/** The times of the visit. `isMadeSafe`: the repair was left for later. */
export interface BilledTimes {
  arrivedAt: Instant
  leftAt: Instant
  isMadeSafe: boolean
}

/** The rows that a bill is made of. Amounts in pence, VAT included. */
export interface BillRows {
  booking: Pick<BookingsTable, 'estimatePence' | 'priorityFeePence' | 'frozenTerms'> & Parameters<typeof statementOf>[0]
  /** The recorded times of the last visit; absent if it wasn't done. */
  visit?: BilledTimes
  sheet: { parts: readonly { name: string; quantity: number; costPence: number }[]; parkingPence: number; congestionPence: number }
  /** Credits, fees, extra work agreed in writing, and the priority fee as paid and refunded. */
  money: MoneyRows
  corrections: readonly Pick<BillCorrectionsTable, 'kind' | 'label' | 'amountPence'>[]
  /** We are registered for VAT: the bill has VAT lines. */
  isVatRegistered: boolean
}

/** A bill before it is issued. */
export interface BillDraft {
  /** They add up to `totalPence`. */
  lines: BilledLine[]
  /** Never negative. */
  totalPence: number
  /** The VAT included in it; 0 if we are not registered. */
  vatPence: number
  /** The most that the work may cost: the price cap, less the offer, plus agreed extra work. Undefined if there is no work to pay for. */
  capPence?: number
}

type Line = Omit<BilledLine, 'vatPence'>

/** The bill of a booking; undefined during the visit, and if there is nothing to bill. */
export function draftOf(rows: BillRows): BillDraft | undefined {
  const { stage } = statusFacts(rows.booking.status)
  if (stage !== 'visited' && stage !== 'called_off') return undefined
  const isDone = rows.booking.status === 'completed'
  const work = isDone && rows.visit ? workOf(rows, rows.visit) : undefined
  const charged = [...(work?.lines ?? []), ...rowLines(rows), ...passedOn(rows)]
  const lines = lowered(charged, rows).filter(({ amountPence }) => amountPence !== 0)
  // A free visit still has a bill; a cancelled booking has none.
  if (lines.length === 0 && !isDone) return undefined
  const totalPence = sumOf(lines)
  const vat = rows.isVatRegistered ? vatOfLines(lines.map(({ amountPence }) => amountPence)) : []
  return {
    lines: lines.map((line, at) => ({ ...line, vatPence: vat[at] ?? 0 })),
    totalPence,
    vatPence: rows.isVatRegistered ? vatIn(totalPence) : 0,
    ...(work && { capPence: work.capPence }),
  }
}

/**
 * The VAT of each of some amounts that include it, such that the lines' VAT adds up to the VAT of their sum: each line gets what its
 * running total adds, which differs by less than a penny and a half from its own sixth (docs/decisions/0065-the-bill.md).
 */
export function vatOfLines(amountsPence: readonly number[]): number[] {
  let running = 0
  return amountsPence.map((amountPence) => {
    const before = vatIn(running)
    running += amountPence
    return vatIn(running) - before
  })
}

/** The work that was done, never above the cap. */
function workOf({ booking, sheet, money, corrections }: BillRows, visit: BilledTimes): { lines: Line[]; capPence: number } {
  const terms = { ...termsOf(booking), estimate: undefined, priorityFeePence: 0 }
  const makeSafePence = sumOf(money.charges.filter(({ kind }) => kind === 'make_safe'))
  // Parts are recorded without their purpose: those beyond the sum agreed for parts belong to the job that was booked, under its cap.
  const extraPartsPence = money.agreed.reduce((sum, { amountPence, partsPence = amountPence }) => sum + partsPence, 0)
  const firstPartsPence = Math.max(0, partsPricePence(sheet.parts, terms.billing.materialsMarkupPercent) - extraPartsPence)
  const [agreedAt] = money.agreed.flatMap((work) => work.agreedAt ?? []).sort()
  const done = {
    arrivedAt: visit.arrivedAt,
    minutesOnSite: minutesBetween(visit),
    outcome: visit.isMadeSafe ? ('made_safe' as const) : ('repaired' as const),
    parts: sheet.parts,
    ...(money.agreed.length > 0 && { firstPartsPence }),
    ...(agreedAt && { minutesBeforeExtra: minutesBetween({ ...visit, leftAt: agreedAt }) }),
  }
  // If a make-safe fee was withdrawn, neither it nor the time it replaces is charged.
  const charged = { ...terms, billing: { ...terms.billing, makeSafePence } }
  const bill = billFor(done, charged)
  const { materialsMarkupPercent } = terms.billing
  const parts = sheet.parts
    .map(({ name, quantity, costPence }) => `${quantity} × ${name} at ${poundsText(partPricePence(costPence, materialsMarkupPercent))}`)
    .join(', ')
  const work: Line[] = [
    ...bill.lines.map((line) => ({ ...line, ...(line.id === 'materials' && { detail: parts }) })),
    ...correctionsOf(corrections, 'work'),
  ]
  const cap = {
    capPence: workCapPence({ ...terms, estimate: booking }),
    agreedExtraPence: sumOf(money.agreed),
    firstPence: beforeExtraPence(done, charged),
  }
  return {
    lines: [...work, { id: 'cap', ...keptToCap(sumOf(work), cap) }],
    capPence: cap.capPence + cap.agreedExtraPence,
  }
}

/** The frozen terms; missing ones of older bookings are filled with today's defaults. */
const termsOf = ({ frozenTerms }: BillRows['booking']) => {
  const frozen = JSON.parse(frozenTerms) as Partial<FrozenTerms>
  return {
    offer: frozen.offer,
    capPence: frozen.capPence,
    rateTiers: frozen.rateTiers ?? defaultPrices.rateTiers,
    billing: { ...defaultPrices.billingTerms, ...frozen.billing },
  }
}

/** Full minutes only; a started one isn't charged. */
const minutesBetween = ({ arrivedAt, leftAt }: BilledTimes) =>
  Math.max(0, Math.floor((Date.parse(leftAt) - Date.parse(arrivedAt)) / 60_000))

const fromStatement: readonly StatementLine['id'][] = ['no_access', 'late_cancellation', 'priority-fee', 'fee-waived', 'refunded']

/** Returns fees, and the priority fee less its refunds, in the words that the customer has read. */
function rowLines({ booking, money }: BillRows): Line[] {
  const statement = statementOf(booking, money)
  return statement.lines
    .filter(({ id }) => fromStatement.includes(id))
    .map((line) => ({ id: line.id, label: lineLabel(line, 'customer', statement), amountPence: line.amountPence }))
}

/** Our expenses for the customer, at cost. */
const passedOn = ({ booking, sheet, corrections }: BillRows): Line[] => [
  // On a free return visit they are ours.
  ...(workCapPence({ ...termsOf(booking), estimate: booking }) === 0
    ? []
    : [
        { id: 'parking' as const, label: 'Parking, at cost', amountPence: sheet.parkingPence },
        { id: 'congestion' as const, label: 'Congestion Charge, at cost', amountPence: sheet.congestionPence },
      ]),
  ...correctionsOf(corrections, 'at_cost'),
]

const correctionsOf = (corrections: BillRows['corrections'], kind: BillCorrectionsTable['kind']): Line[] =>
  corrections.filter((each) => each.kind === kind).map(({ label, amountPence }) => ({ id: kind, label, amountPence }))

/** With reductions and late credits taken off at the end. The total is never negative. */
function lowered(charged: readonly Line[], { money, corrections }: BillRows): Line[] {
  const latePence = money.credits.reduce((sum, { promise, creditPence }) => sum + (promise === 'window' ? creditPence : 0), 0)
  const off: Line[] = [
    ...correctionsOf(corrections, 'reduction'),
    { id: 'late', label: 'Taken off: we arrived after the time we promised', amountPence: latePence },
  ]
  let leftPence = sumOf(charged)
  const taken = off.map((line) => {
    const amountPence = Math.min(line.amountPence, leftPence)
    leftPence -= amountPence
    return { ...line, amountPence: -amountPence }
  })
  return [...charged, ...taken]
}
