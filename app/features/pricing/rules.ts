import { isBankHoliday } from '#app/platform/bank-holidays.ts'
import { type Instant, later, minutes } from '#app/platform/clock.ts'
import { addDays, type LondonDay, weekdayOf } from '#app/platform/day.ts'
import { instantOf, londonDay, londonHour } from '#app/platform/london.ts'
import { type EmergencyTypeName, emergencyTypes, otherEmergency } from '#content/emergency-types.ts'
import { poundsText } from '#content/money.ts'
import type { Offer } from '#content/offers.ts'
import { offersIn, type PriceList } from '#content/price-list.ts'
import { type BillingTerms, congestionCharge, type FeeChannel, type RateTier, type TierId, vatPercent } from '#content/rates.ts'

/*
 * Every rule of what a job costs: the estimate that is promised, the offers, the terms frozen with a booking, whose hours an instant
 * falls in, and the bill (specification 1 section 9, 2 section 9; DESIGN 5, 6; docs/decisions/0011).
 */

// ---- The estimate ----

/** Base price × borough multiplier, and the steps that led to it (specification 1 section 9). */
export interface Estimate {
  service: EmergencyTypeName
  basePence: number
  borough: string | null
  /** Hundredths: 95 means × 0.95. */
  multiplierPercent: number
  estimatePence: number
}

/** The estimate, VAT included, for the usual job of a type in a borough. */
export function estimateFor(service: EmergencyTypeName, borough: string | null, multiplierPercent: number): Estimate {
  const { basePence } = emergencyTypes.find((type) => type.name === service) ?? otherEmergency
  return { service, basePence, borough, multiplierPercent, estimatePence: Math.round((basePence * multiplierPercent) / 100) }
}

// ---- Offers ----

/** An offer as it applies to a booking. */
export interface AppliedOffer {
  code: string
  name: string
  /** What it takes off the estimate: the offer's call-out against the lowest of the rate card. */
  discountPence: number
  /** What it makes of the bill's call-out. */
  callout: { pence: number } | { percentOff: number }
  terms: readonly string[]
}

interface OfferWish {
  code: string | undefined
  service: string | undefined
  bookedAt: Date
  /** The day of the visit that is asked for; none for as soon as possible. */
  visitDay?: LondonDay
}

/** The offer that a code names, for what is booked with it at an instant; none where it does not apply. */
export function offerFor(prices: PriceList, { code, service, bookedAt, visitDay }: OfferWish): AppliedOffer | undefined {
  const { day: today, hour } = londonHour(bookedAt)
  const offer = offersIn(prices).find(
    (each: Offer) =>
      each.code === code &&
      !each.isOff &&
      (!each.service || each.service === service) &&
      each.from <= today &&
      (!each.until || today <= each.until) &&
      (!each.hours || (each.hours.some(([from, until]) => from <= hour && hour < until) && (visitDay ?? today) === today)),
  )
  return offer && applied(offer, prices)
}

/** The offer with what it takes off, by a rate card. */
export function applied(
  { code, name, callout, terms }: Pick<AppliedOffer, 'code' | 'name' | 'callout' | 'terms'>,
  { rateTiers: [day] }: PriceList,
): AppliedOffer {
  const least = day.calloutPence
  return { code, name, callout, terms, discountPence: least - calloutWith({ callout }, least) }
}

/** What a call-out costs with an offer; never more than without. */
function calloutWith({ callout }: Pick<AppliedOffer, 'callout'>, calloutPence: number): number {
  if ('pence' in callout) return Math.min(calloutPence, callout.pence)
  return Math.round((calloutPence * (100 - callout.percentOff)) / 100)
}

// ---- The terms of a booking ----

/** The price rules as they were when a visitor agreed to them, stored with the booking: a later price list does not change it. */
export interface FrozenTerms {
  estimate: Estimate
  priorityFeePence: number
  /** What the same fee was by phone, for whoever was told both. */
  phoneFeePence?: number
  offer?: AppliedOffer
  rateTiers: readonly RateTier[]
  billing: BillingTerms
}

/** The terms to freeze with a booking made through a channel: the Red Line fee depends on it. */
export const termsFor = (
  { priorityFeePence, rateTiers, billingTerms }: PriceList,
  estimate: Estimate,
  serviceLevel: 'standard' | 'redline',
  offer?: AppliedOffer,
  channel: FeeChannel = 'online',
): FrozenTerms => ({
  estimate,
  offer,
  priorityFeePence: serviceLevel === 'redline' ? priorityFeePence[channel] : 0,
  phoneFeePence: serviceLevel === 'redline' ? priorityFeePence.phone : undefined,
  rateTiers,
  billing: billingTerms,
})

/** What the estimate, the priority fee and the offer come to. */
export const totalPence = ({
  estimate,
  priorityFeePence: feePence,
  offer,
}: Pick<FrozenTerms, 'estimate' | 'priorityFeePence' | 'offer'>): number => estimate.estimatePence + feePence - (offer?.discountPence ?? 0)

// ---- Whose hours ----

/**
 * Whose hours an instant falls in, by London's clocks and calendar (specification 2 section 9). Saturday from 6PM to 10PM stands in
 * no card: the evening's.
 */
export const tierAt = (at: Date | Instant): TierId => tierOfHour(londonHour(at))

function tierOfHour({ day, hour }: { day: LondonDay; hour: number }): TierId {
  const weekday = weekdayOf(day)
  if (weekday === 0 || hour < 8 || hour >= 22 || isBankHoliday(day)) return 'night'
  return weekday === 6 || hour >= 18 ? 'evening' : 'day'
}

/** Hours of a day that have one rate: from `fromHour` up to `untilHour`, 0 to 24. */
export interface Stretch {
  tier: TierId
  fromHour: number
  untilHour: number
}

/** The 24 hours of a day of London, in the order of its clocks: no gap, no overlap. */
export function stretchesOf(day: LondonDay): Stretch[] {
  const starts = [0, 8, 18, 22].filter((hour) => hour === 0 || tierOfHour({ day, hour }) !== tierOfHour({ day, hour: hour - 1 }))
  return starts.map((fromHour, at) => ({ tier: tierOfHour({ day, hour: fromHour }), fromHour, untilHour: starts[at + 1] ?? 24 }))
}

/** The next instant at which another rate begins. */
export function nextChangeAfter(at: Date | Instant): Instant {
  const tier = tierAt(at)
  const now = new Date(at).getTime()
  for (let day = londonDay(at); ; day = addDays(day, 1))
    for (const stretch of stretchesOf(day)) {
      const begins = instantOf(day, stretch.fromHour)
      if (stretch.tier !== tier && new Date(begins).getTime() > now) return begins
    }
}

// ---- The bill ----

/** What happened on a visit. Amounts in pence, VAT included. */
export interface Visit {
  /** When the engineer was at the door: the call-out's rate is that of this instant. */
  arrivedAt: Date | Instant
  /** Whole minutes at work, from the arrival. */
  minutesOnSite: number
  /** 'made_safe': the repair waits, the place is safe. 'no_access': nobody let us in within 30 minutes of arriving. */
  outcome?: 'repaired' | 'made_safe' | 'no_access'
  /** What the materials cost us. */
  materialsCostPence?: number
  parkingPence?: number
  congestionChargePence?: number
  /** We came after the window that was promised. */
  isLate?: boolean
  /** The customer's consent to more than the estimate is recorded. */
  agreedToMore?: boolean
}

export interface BillLine {
  id:
    | 'callout'
    | 'offer'
    | 'time'
    | 'make-safe'
    | 'materials'
    | 'estimate'
    | 'no-access'
    | 'priority-fee'
    | 'parking'
    | 'congestion'
    | 'late'
  label: string
  /** Negative for what is taken off. */
  amountPence: number
}

export interface Bill {
  lines: BillLine[]
  totalPence: number
  /** What of the total is VAT. */
  vatPence: number
}

/** What a bill is made by: a booking's frozen terms, or a rate card. */
export type BillTerms = Omit<FrozenTerms, 'estimate'> & { estimate?: Estimate }

/** A price list's rate card, without estimate, priority fee or offer. */
export const rateCardOf = ({ rateTiers, billingTerms }: PriceList): BillTerms => ({ priorityFeePence: 0, rateTiers, billing: billingTerms })

/**
 * The bill of a visit, line by line (specification 2 section 9; DESIGN 5). The minimum charge is the call-out; each further interval
 * has the rate at which it begins; with an estimate, the work never costs more than it unless the customer agreed to more.
 * Throws a RangeError for minutes or amounts that are negative or not whole.
 */
export function billFor(visit: Visit, terms: BillTerms): Bill {
  const { materialsCostPence = 0, parkingPence = 0, congestionChargePence = 0 } = visit
  for (const amount of [visit.minutesOnSite, materialsCostPence, parkingPence, congestionChargePence])
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`Not a whole amount: ${amount}`)
  const work = visit.outcome === 'no_access' ? noAccess(terms) : workLines(visit, terms)
  const charged = [
    ...work,
    ...keptToEstimate(visit, terms, work),
    { id: 'priority-fee' as const, label: 'Red Line priority fee', amountPence: terms.priorityFeePence },
    { id: 'parking' as const, label: 'Parking, at cost', amountPence: parkingPence },
    { id: 'congestion' as const, label: 'Congestion Charge, at cost', amountPence: congestionChargePence },
  ]
  const creditPence = visit.isLate ? Math.min(sumOf(charged), terms.billing.lateArrivalCreditPence) : 0
  const lines: BillLine[] = [...charged, { id: 'late', label: 'We came late', amountPence: -creditPence }]
  const total = sumOf(lines)
  return { lines: lines.filter(({ amountPence }) => amountPence !== 0), totalPence: total, vatPence: vatIn(total) }
}

const sumOf = (lines: readonly { amountPence: number }[]) => lines.reduce((sum, { amountPence }) => sum + amountPence, 0)

/** What of an amount is VAT. */
export const vatIn = (pence: number): number => Math.round((pence * vatPercent) / (100 + vatPercent))

const noAccess = ({ billing }: BillTerms): BillLine[] => [
  { id: 'no-access', label: `No access within ${billing.noAccessAfterMinutes} minutes of arriving`, amountPence: billing.noAccessPence },
]

function workLines(visit: Visit, terms: BillTerms): BillLine[] {
  const { offer, billing } = terms
  const callout = tierOf(terms, tierAt(visit.arrivedAt))
  const { materialsCostPence = 0 } = visit
  return [
    {
      id: 'callout',
      label: `Call-out with the first ${billing.includedMinutes} minutes, ${rateNames[callout.id]}`,
      amountPence: callout.calloutPence,
    },
    {
      id: 'offer',
      label: `Offer: ${offer?.name}`,
      amountPence: offer ? calloutWith(offer, callout.calloutPence) - callout.calloutPence : 0,
    },
    ...timeLines(visit, terms),
    {
      id: 'materials',
      label: `Materials: ${poundsText(materialsCostPence)} plus ${billing.materialsMarkupPercent}%`,
      amountPence: Math.round((materialsCostPence * (100 + billing.materialsMarkupPercent)) / 100),
    },
  ]
}

/** What each rate is called in a sentence. */
export const rateNames: Record<TierId, string> = {
  day: 'day rate',
  evening: 'evening and Saturday rate',
  night: 'night, Sunday and bank holiday rate',
}

function tierOf({ rateTiers: tiers }: BillTerms, id: TierId): RateTier {
  const tier = tiers.find((each) => each.id === id)
  if (!tier) throw new RangeError(`The price list has no rate '${id}'`)
  return tier
}

/** The time beyond what the call-out includes. Making safe has one price for all of it. */
function timeLines({ arrivedAt, minutesOnSite, outcome }: Visit, terms: BillTerms): BillLine[] {
  const { includedMinutes, intervalMinutes, makeSafePence } = terms.billing
  const count = Math.max(0, Math.ceil((minutesOnSite - includedMinutes) / intervalMinutes))
  if (count > 0 && outcome === 'made_safe') return [{ id: 'make-safe', label: 'Make-safe service', amountPence: makeSafePence }]
  const begins = (at: number) => later(arrivedAt, minutes(includedMinutes + at * intervalMinutes))
  const tiers = Array.from({ length: count }, (_, at) => tierAt(begins(at)))
  return [...new Set(tiers)].map((id) => {
    const intervals = tiers.filter((tier) => tier === id).length
    const intervalPence = Math.round((tierOf(terms, id).quarterHourPence * intervalMinutes) / 15)
    return {
      id: 'time',
      label: `${intervals} × ${intervalMinutes} minutes at ${poundsText(intervalPence)}, ${rateNames[id]}`,
      amountPence: intervals * intervalPence,
    }
  })
}

/** The estimate is a promise: what the work comes to beyond it is taken off again. */
function keptToEstimate({ agreedToMore }: Visit, { estimate, offer }: BillTerms, work: readonly BillLine[]): BillLine[] {
  if (!estimate || agreedToMore) return []
  const beyondPence = sumOf(work) - (estimate.estimatePence - (offer?.discountPence ?? 0))
  return beyondPence > 0 ? [{ id: 'estimate', label: 'Kept to the estimate', amountPence: -beyondPence }] : []
}

/** What the Congestion Charge comes to for a visit inside its zone: once, where the visit meets its hours. */
export function congestionChargeFor({ arrivedAt, minutesOnSite }: Pick<Visit, 'arrivedAt' | 'minutesOnSite'>): number {
  const from = new Date(arrivedAt).getTime()
  const until = from + minutes(Math.max(1, minutesOnSite))
  for (let day = londonDay(arrivedAt); day <= londonDay(new Date(until)); day = addDays(day, 1)) {
    const [begins, ends] = chargingHoursOf(day).map((hour) => new Date(instantOf(day, hour)).getTime())
    if (begins !== undefined && ends !== undefined && from < ends && begins < until) return congestionCharge.amountPence
  }
  return 0
}

function chargingHoursOf(day: LondonDay): readonly number[] {
  if (isChristmasBreak(day)) return []
  return weekdayOf(day) % 6 === 0 || isBankHoliday(day) ? congestionCharge.weekendHours : congestionCharge.weekdayHours
}

/** From Christmas Day to New Year's Day's bank holiday. */
function isChristmasBreak(day: LondonDay): boolean {
  if (day.slice(5) >= '12-25') return true
  let newYear = `${day.slice(0, 4)}-01-01`
  while (!isBankHoliday(newYear)) newYear = addDays(newYear, 1)
  return day <= newYear
}

// ---- In words ----

/** How the final bill is made, in sentences (DESIGN 5): shown before commitment, in the confirmation, by the terms frozen with the booking. */
export function priceRules({ rateTiers: [day, evening, night], billing }: Pick<BillTerms, 'rateTiers' | 'billing'>): string[] {
  const callout = (tier?: RateTier) => poundsText(tier?.calloutPence ?? 0)
  const quarter = (tier?: RateTier) => poundsText(tier?.quarterHourPence ?? 0)
  return [
    'The estimate is for the usual job of this kind, VAT included. The bill never exceeds it unless you agree to more work first.',
    `Call-out with the first ${billing.includedMinutes} minutes: ${callout(day)} Mon to Fri 8am to 6pm, ` +
      `${callout(evening)} evenings and Saturdays, ${callout(night)} nights, Sundays and bank holidays.`,
    `Further work in ${billing.intervalMinutes}-minute intervals: ${quarter(day)}, ${quarter(evening)} or ` +
      `${quarter(night)} for each 15 minutes. Materials at cost plus ${billing.materialsMarkupPercent}%.`,
    'Parking and the congestion charge are passed on at cost.',
    `${poundsText(billing.noAccessPence)} if we cannot get in within ${billing.noAccessAfterMinutes} minutes of arriving.`,
    `${poundsText(billing.lateArrivalCreditPence)} off if we arrive after the window we promised.`,
  ]
}
