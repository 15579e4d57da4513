import type { Place } from '#app/features/areas/locate.ts'
import { type Answers, emergencyTypeOf, type FieldProblems, levelOf, type Step, type TimeSlot } from '#app/features/booking/answers.ts'
import type { AppliedOffer } from '#app/features/pricing/applied-offer.ts'
import { estimateFor, type Supplement } from '#app/features/pricing/estimate.ts'
import { type FrozenTerms, termsFor } from '#app/features/pricing/frozen-terms.ts'
import type { LondonDay } from '#app/platform/day.ts'
import { poundsText } from '#content/money.ts'
import type { PriceList } from '#content/price-list.ts'

/** What only the server knows while someone fills in the form: what is free, what is near, and what the answers come to. */
export interface FormOptions {
  /** When this was so, by the server's clock: an ISO 8601 instant. */
  at: string
  slotsLeft: number
  /** Why Red Line isn't for sale although not all of the day's slots are taken. */
  redlineClosed?: string
  /** Online booking is paused: until when, and a sentence that says so. Nothing below can be booked before it resumes. */
  paused?: { until: string; text: string }
  /** Null: no one is free in the next 12 hours. */
  nextAvailableMinutes: number | null
  today: LondonDay
  /** The day whose slots these are. */
  day: LondonDay
  slots: TimeSlot[]
  /** Where the postcode or borough typed so far lies. */
  place?: Place
  /** The offer that these answers get if they are sent now. */
  offer?: AppliedOffer
  /** What the hour of the visit adds to the estimate. */
  supplement?: Supplement
  /** The window of a visit as soon as possible: 'Today, between 2.15pm and 3pm'. */
  asap: string
  /** The arrival these answers lead to, in words. */
  arrival?: string
  /** What the call-out costs at that time, by our rates, and what it is called. */
  callout?: { name: string; pence: number }
}

export interface FormAlert {
  title: string
  message: string
  offersStandard: boolean
}

/** All that a step of the form shows, to the server that renders it and to the island that goes on with it. */
export interface FormView {
  step: Step
  /** The row that keeps the answers of a visitor without JavaScript; '' where none does yet. */
  draftId: string
  /** Whether that row has these answers. */
  isKept: boolean
  /** A Change link led here: Next goes back to the answers. */
  changing: boolean
  answers: Answers
  /** What is known of a signed-in customer, until they answer otherwise. */
  known?: Answers
  /** The form of a place that we don't cover at the moment: no arrival is promised until another postcode is typed. */
  isUnserved?: boolean
  /** No one takes card payments here: Red Line can only be booked by phone. */
  redlineByPhone?: boolean
  problems: FieldProblems
  alert?: FormAlert
  /** Absent on cached pages, and while the line is down: neutral words stand in their place. */
  options?: FormOptions
}

/** The empty form of a page that is the same for everyone. */
export const emptyForm: FormView = { step: 1, draftId: '', isKept: false, changing: false, answers: {}, problems: {} }

/** That what was typed is no postcode: a warning, which refuses nothing. */
export const unreadText = (typed: string): string => `We can’t read “${typed}” as a postcode. You can still book: we’ll ask when we call.`

/** That the price is a cap, also where the call-out alone would cost more by our rates. */
export function capText({ estimate, offer }: FrozenTerms, options?: FormOptions): string {
  const capPence = estimate.estimatePence - (offer?.discountPence ?? 0)
  const { name, pence } = options?.callout ?? { name: '', pence: 0 }
  return `Your price is capped at ${poundsText(capPence)}${pence > capPence ? `, even though our ${name} is ${poundsText(pence)}` : ''}.`
}

/** The price the answers come to so far; none before the type of emergency is known. */
export function termsSoFar({ answers, options }: Pick<FormView, 'answers' | 'options'>, prices: PriceList): FrozenTerms | undefined {
  const type = emergencyTypeOf(answers)
  if (!type) return undefined
  const { borough = null, multiplierPercent = 100 } = options?.place ?? {}
  return termsFor(prices, estimateFor(prices, type.name, borough, multiplierPercent, options?.supplement), levelOf(answers), options?.offer)
}
