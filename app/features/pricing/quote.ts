import { z } from 'zod'
import { penceOf } from '#app/platform/fields.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { plainCode } from '#app/platform/sanitise.ts'
import { spokenTimeOnDay } from '#app/platform/spoken-moment.ts'
import { addDays, isDay } from '#app/values/day.ts'
import type { FeeChannel } from '#content/fees.ts'
import { offerTerms } from '#content/offer-terms.ts'
import { offerCodes } from '#content/offers.ts'
import { offersIn, type PriceList } from '#content/price-list.ts'
import { applied, calloutAt } from './applied-offer.ts'
import { billFor, rateCardOf, type Visit } from './bill.ts'
import {
  type CalculatorAnswers,
  type CalculatorField,
  type CalculatorView,
  calculatorFields,
  durations,
  firstAnswers,
  furthestDays,
  type Quote,
} from './calculation/calculator.ts'
import { congestionChargeFor } from './calculation/congestion-charge.ts'
import { nextChangeAfter, rateNames, tierAt } from './rate-hours.ts'

/** Longer than any answer. */
const longestAnswer = 40

/** Returns true if a query has answers for the calculator. */
export const asksForQuote = (query: URLSearchParams): boolean => calculatorFields.some((field) => query.has(field))

/** The calculator's view of a query: its answers, with their problems or their result. A missing field has its initial value. */
export function quoteView(query: URLSearchParams, now: Date, prices: PriceList): CalculatorView {
  const answers = { ...firstAnswers }
  for (const field of calculatorFields) answers[field] = query.get(field)?.slice(0, longestAnswer) ?? firstAnswers[field]
  const read = readAnswers(answers, now, prices)
  const today = londonDay(now)
  if ('problems' in read) return { answers, problems: read.problems, today }
  return { answers, problems: {}, quote: quoteFor(read.input, prices), today }
}

function quoteFor({ visit, isNow, inZone, redline, offerCode }: QuoteInput, prices: PriceList): Quote {
  const offer = offersIn(prices).find(({ code }) => code === offerCode)
  const congestionChargePence = inZone ? congestionChargeFor(visit) : 0
  const bill = billFor(
    { ...visit, congestionChargePence },
    {
      ...rateCardOf(prices),
      priorityFeePence: redline ? prices.priorityFeePence[redline] : 0,
      offer: offer && applied(offer, prices, calloutAt(prices, visit.arrivedAt)),
    },
  )
  const notes = [
    inZone && congestionChargePence === 0 && 'There’s no Congestion Charge at that time.',
    offer && `${offer.name}: ${offerTerms(offer.code, prices)[0]}`,
  ].filter((note) => typeof note === 'string')
  return {
    title: isNow ? 'If we arrived now' : `At ${spokenTimeOnDay(visit.arrivedAt)}`,
    rate: `${sentence(rateNames[tierAt(visit.arrivedAt)])}, until ${spokenTimeOnDay(nextChangeAfter(visit.arrivedAt))}`,
    ...bill,
    notes,
  }
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/* The input, from the form and from the API. */

const mostPounds = 10_000

/** Empty, or the pound sign alone, is zero. */
const penceIn = (typed: string): number => (/^\s*£?\s*$/.test(typed) ? 0 : (penceOf(typed) ?? Number.NaN))

const amount = (what: string, called: string) =>
  z
    .string()
    .transform(penceIn)
    .refine((pence) => !Number.isNaN(pence), { error: `Enter ${what} in pounds, like 24.50` })
    .refine((pence) => !(pence > mostPounds * 100), { error: `${called} must be £10,000 or less` })

const answersSchema = z.object({
  when: z.enum(['now', 'at'], { error: 'Choose when the engineer will arrive' }),
  day: z.string(),
  time: z.string(),
  minutes: z.enum(durations.map(String), { error: 'Choose how long the job will take' }).transform(Number),
  materials: amount('what the materials cost', 'Materials'),
  parking: amount('what parking costs', 'Parking'),
  zone: z.enum(['', 'yes'], { error: 'Say whether the address is in the zone' }),
  redline: z.enum(['', 'online', 'phone'] satisfies ('' | FeeChannel)[], { error: 'Choose how you’d book Red Line' }),
  offer: z.enum(['', ...offerCodes], { error: 'Choose an offer from the list' }),
})

/** The parsed answers. */
interface QuoteInput {
  visit: Pick<Visit, 'arrivedAt' | 'minutesOnSite' | 'parts'> & { parkingPence: number }
  isNow: boolean
  inZone: boolean
  redline: '' | FeeChannel
  offerCode: string
}

type QuoteProblems = Partial<Record<CalculatorField, string>>

/** Returns the parsed answers, or the problem with each field. */
function readAnswers(answers: CalculatorAnswers, now: Date, prices: PriceList): { input: QuoteInput } | { problems: QuoteProblems } {
  const parsed = answersSchema.safeParse(answers)
  const problems: QuoteProblems = {}
  for (const { path, message } of parsed.error?.issues ?? [])
    problems[calculatorFields.find((field) => field === path[0]) ?? 'when'] ??= message
  const wrongOffer = offerProblem(answers, now, prices)
  if (wrongOffer) problems.offer ??= wrongOffer
  const arrivedAt = answers.when === 'at' ? readTime(answers, now, problems) : now.toISOString()
  if (!parsed.success || !arrivedAt || Object.keys(problems).length > 0) return { problems }
  const { minutes, materials, parking, zone, redline, offer, when } = parsed.data
  return {
    input: {
      visit: { arrivedAt, minutesOnSite: minutes, parts: [{ quantity: 1, costPence: materials }], parkingPence: parking },
      isNow: when === 'now',
      inZone: zone === 'yes',
      redline,
      offerCode: offer,
    },
  }
}

/** A price that no one can get is not shown. */
function offerProblem({ offer: code }: CalculatorAnswers, now: Date, prices: PriceList): string | undefined {
  const offer = offersIn(prices).find((each) => each.code === code)
  if (offer?.isOff || (offer?.until && offer.until < londonDay(now))) return 'This offer has ended'
  return undefined
}

function readTime({ day, time }: CalculatorAnswers, now: Date, problems: QuoteProblems): string | undefined {
  const today = londonDay(now)
  const clock = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(plainCode(time.slice(0, 20)))
  if (!isDay(day)) problems.day = 'Choose a day'
  else if (day < today || day > addDays(today, furthestDays)) problems.day = 'Choose a day between today and a year from now'
  if (!clock) problems.time = 'Enter a time like 18:30'
  return isDay(day) && clock ? instantOf(day, Number(clock[1]), Number(clock[2])) : undefined
}
