import { type Instant, later, minutes } from '#app/values/clock.ts'
import { type RateTier, type TierId, vatPercent } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import type { PriceList } from '#content/price-list.ts'
import { offerOff } from './applied-offer.ts'
import type { Estimate } from './estimate.ts'
import { type FrozenTerms, workCapPence } from './frozen-terms.ts'
import { partsPricePence, type UsedPart } from './part-price.ts'
import { rateNames, tierAt } from './rate-hours.ts'

/* How a visit is billed, line by line (docs/decisions/0011). */

/** A visit's facts for the bill. Amounts in pence, VAT included. */
export interface Visit {
  /** The arrival: it decides the call-out's rate. */
  arrivedAt: Date | Instant
  /** Whole minutes at work, from the arrival. */
  minutesOnSite: number
  /** 'made_safe': the place is safe, and the repair waits. */
  outcome?: 'repaired' | 'made_safe'
  /** The parts that were used. */
  parts?: readonly UsedPart[]
  parkingPence?: number
  congestionChargePence?: number
  /** Extra work that the customer has agreed to: it raises the cap by exactly this amount. */
  agreedExtraPence?: number
  /** Whole minutes at work when they first agreed; 0 if that isn't known. */
  minutesBeforeExtra?: number
  /** The price of the parts that aren't for extra work. */
  firstPartsPence?: number
}

export interface BillLine {
  id: 'callout' | 'offer' | 'time' | 'make-safe' | 'materials' | 'cap' | 'priority-fee' | 'parking' | 'congestion'
  label: string
  /** Negative for reductions. */
  amountPence: number
}

interface Bill {
  lines: BillLine[]
  totalPence: number
  /** The VAT included in the total. */
  vatPence: number
}

/** The terms of a bill: a booking's frozen terms, or a rate card. */
export type BillTerms = Omit<FrozenTerms, 'estimate'> & { estimate?: Estimate }

/** A price list's rate card, without estimate, priority fee or offer. */
export const rateCardOf = ({ rateTiers, billingTerms }: PriceList): BillTerms => ({ priorityFeePence: 0, rateTiers, billing: billingTerms })

/**
 * The bill of a visit, line by line. The minimum charge is the call-out; each further interval has the rate of its start; with an estimate,
 * the work never costs more than the price cap and what the customer agreed to pay for extra work. Throws a RangeError for minutes or
 * amounts that are negative or not whole.
 */
export function billFor(visit: Visit, terms: BillTerms): Bill {
  const { parts = [], parkingPence = 0, congestionChargePence = 0, agreedExtraPence = 0 } = visit
  const used = parts.flatMap(({ quantity, costPence }) => [quantity, costPence])
  for (const amount of [visit.minutesOnSite, ...used, parkingPence, congestionChargePence, agreedExtraPence])
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`Not a whole amount: ${amount}`)
  const work = workLines(visit, terms)
  const lines = [
    ...work,
    ...capLines(visit, terms, work),
    { id: 'priority-fee' as const, label: 'Red Line priority fee', amountPence: terms.priorityFeePence },
    { id: 'parking' as const, label: 'Parking, at cost', amountPence: parkingPence },
    { id: 'congestion' as const, label: 'Congestion Charge, at cost', amountPence: congestionChargePence },
  ]
  const total = sumOf(lines)
  return { lines: lines.filter(({ amountPence }) => amountPence !== 0), totalPence: total, vatPence: vatIn(total) }
}

const sumOf = (lines: readonly { amountPence: number }[]) => lines.reduce((sum, { amountPence }) => sum + amountPence, 0)

/** The VAT included in an amount at the standard rate, to the nearest penny. In pence; negative for reductions. */
export function vatIn(pence: number): number {
  const vat = Math.round((Math.abs(pence) * vatPercent) / (100 + vatPercent))
  return pence < 0 && vat > 0 ? -vat : vat
}

function workLines(visit: Visit, terms: BillTerms): BillLine[] {
  const { offer, billing } = terms
  const callout = tierOf(terms, tierAt(visit.arrivedAt))
  const { parts = [] } = visit
  return [
    {
      id: 'callout',
      label: `Call-out including first ${billing.includedMinutes} minutes, ${rateNames[callout.id]}`,
      amountPence: callout.calloutPence,
    },
    {
      id: 'offer',
      label: `Offer: ${offer?.name}`,
      amountPence: offer ? -offerOff(offer, callout.calloutPence) : 0,
    },
    ...timeLines(visit, terms),
    {
      id: 'materials',
      label: `Materials: ${poundsText(parts.reduce((sum, { quantity, costPence }) => sum + quantity * costPence, 0))} plus ${billing.materialsMarkupPercent}%`,
      amountPence: partsPricePence(parts, billing.materialsMarkupPercent),
    },
  ]
}

function tierOf({ rateTiers: tiers }: BillTerms, id: TierId): RateTier {
  const tier = tiers.find((each) => each.id === id)
  if (!tier) throw new RangeError(`The price list has no rate '${id}'`)
  return tier
}

/** The price of an interval of work beyond the call-out, at a rate. */
export const intervalPence = (terms: BillTerms, id: TierId): number =>
  Math.round((tierOf(terms, id).quarterHourPence * terms.billing.intervalMinutes) / 15)

/** Returns the lines for time beyond the call-out. Making safe has one price for all of it. */
function timeLines({ arrivedAt, minutesOnSite, outcome }: Visit, terms: BillTerms): BillLine[] {
  const { includedMinutes, intervalMinutes, makeSafePence } = terms.billing
  const count = Math.max(0, Math.ceil((minutesOnSite - includedMinutes) / intervalMinutes))
  if (count > 0 && outcome === 'made_safe') return [{ id: 'make-safe', label: 'Make-safe service', amountPence: makeSafePence }]
  const begins = (at: number) => later(arrivedAt, minutes(includedMinutes + at * intervalMinutes))
  const tiers = Array.from({ length: count }, (_, at) => tierAt(begins(at)))
  return [...new Set(tiers)].map((id) => {
    const intervals = tiers.filter((tier) => tier === id).length
    const eachPence = intervalPence(terms, id)
    return {
      id: 'time',
      label: `${intervals} × ${intervalMinutes} minutes at ${poundsText(eachPence)}, ${rateNames[id]}`,
      amountPence: intervals * eachPence,
    }
  })
}

/** The price cap is a promise: work beyond it, and beyond the agreed extra work, is taken off again. */
function capLines(visit: Visit, { estimate, ...terms }: BillTerms, work: readonly BillLine[]): BillLine[] {
  if (!estimate) return []
  const agreedExtraPence = visit.agreedExtraPence ?? 0
  const { amountPence, label } = keptToCap(sumOf(work), {
    capPence: workCapPence({ ...terms, estimate }),
    agreedExtraPence,
    firstPence: beforeExtraPence(visit, terms),
  })
  return [{ id: 'cap', label, amountPence }]
}

/**
 * Returns the price of the booked job without extra work: call-out, offer, the time until extra work was first agreed, and its own parts.
 */
export const beforeExtraPence = (visit: Visit, terms: BillTerms): number =>
  (visit.firstPartsPence ?? 0) +
  sumOf(workLines({ ...visit, minutesOnSite: Math.min(visit.minutesOnSite, visit.minutesBeforeExtra ?? 0), parts: [] }, terms))

interface Cap {
  capPence: number
  agreedExtraPence: number
  /** Work done before extra work was agreed. */
  firstPence: number
}

/**
 * Returns the reduction that keeps a bill's work within the price cap. Agreed extra work adds its own price and leaves the cap on the rest:
 * work done before never costs more than the cap, whatever is agreed afterwards.
 */
export function keptToCap(workPence: number, { capPence, agreedExtraPence, firstPence }: Cap): { label: string; amountPence: number } {
  const beyondPence = Math.max(0, firstPence - capPence, workPence - capPence - agreedExtraPence)
  const label = agreedExtraPence > 0 ? 'Reduced to the price cap plus the extra work agreed' : 'Reduced to the price cap'
  return { label, amountPence: beyondPence === 0 ? 0 : -beyondPence }
}
