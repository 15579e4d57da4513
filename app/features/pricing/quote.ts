import { londonDay } from '#app/platform/london.ts'
import { spokenTimeOnDay } from '#app/platform/spoken-moment.ts'
import { offerTerms } from '#content/offer-terms.ts'
import { offersIn, type PriceList } from '#content/price-list.ts'
import { applied, calloutAt } from './applied-offer.ts'
import { billFor, rateCardOf } from './bill.ts'
import { type CalculatorView, calculatorFields, firstAnswers, type Quote } from './calculation/calculator.ts'
import { congestionChargeFor } from './calculation/congestion-charge.ts'
import { type QuoteInput, readAnswers } from './calculation/quote-input.ts'
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
