import type { Place } from '#app/features/areas/locate.ts'
import {
  type Answers,
  emergencyTypeOf,
  type FieldProblems,
  levelOf,
  type ServiceLevel,
  type Step,
  type TimeSlot,
} from '#app/features/booking/answers.ts'
import type { NextArrival } from '#app/features/capacity/next-arrival.ts'
import type { AppliedOffer } from '#app/features/pricing/applied-offer.ts'
import { estimateFor, type Supplement } from '#app/features/pricing/estimate.ts'
import { type FrozenTerms, mostPence, termsFor } from '#app/features/pricing/frozen-terms.ts'
import type { LondonDay } from '#app/values/day.ts'
import type { EmergencyTypeName } from '#content/emergency-types.ts'
import type { PriceList } from '#content/price-list.ts'
import type { Changing } from './step-moves.ts'

/** The price of a visit, without the estimate: it depends on the hour of arrival. */
interface Rates {
  /** The offer that would apply now. */
  offer?: AppliedOffer
  /** Supplement to the estimate for the hour of the visit. */
  supplement?: Supplement
  /** The call-out charge at that hour: the minimum charge. */
  calloutPence: number
}

/** Data that the form needs from the server: free times, nearby areas, and the price of the answers. */
export interface FormOptions {
  /** The server's time of this data: an ISO 8601 instant. */
  at: string
  slotsLeft: number
  /** Why Red Line can't be bought although slots are left. */
  redlineClosed?: string
  /** Online booking is paused: until when, and the text about it. Nothing below can be booked before it resumes. */
  paused?: { until: string; text: string }
  /** The next engineer's arrival; null: no one is free in the next 12 hours, or online booking is paused. */
  next: NextArrival | null
  /** Its minutes. */
  nextAvailableMinutes: number | null
  today: LondonDay
  /** The day whose slots these are. */
  day: LondonDay
  slots: TimeSlot[]
  /** The place of the postcode or borough typed so far. */
  place?: Place
  /** For each level: Standard at the chosen time, or else as soon as possible, Red Line now. */
  rates: Record<ServiceLevel, Rates>
  /** The end of the window of a Red Line visit that is paid now, by London's clocks: '5.46am'. */
  redlineBy: string
  /** The window of an ASAP visit: 'Today, 2.15pm to 3pm'. */
  asap: string
  /** The arrival with these answers, in words. */
  arrival?: string
}

export interface FormAlert {
  title: string
  message: string
  offersStandard?: boolean
}

/** A refusal as the form shows it. */
export const alertOf = ({ code, title = 'There is a problem', message }: { code: string; title?: string; message: string }): FormAlert => ({
  title,
  message,
  offersStandard: code === 'sold_out' || code === 'payment_not_configured',
})

/** All data of a step, for rendering on the server and in the island. */
export interface FormView {
  step: Step
  /** The row with the answers of a visitor without JavaScript; '' if there is none yet. */
  draftId: string
  /** True if that row has these answers. */
  isKept: boolean
  /** Opened by Change: Next returns to the step where it was chosen. */
  changing?: Changing
  answers: Answers
  /** Details of a signed-in customer, unless they answer otherwise. */
  known?: Answers
  /** The next engineer's arrival, as known when the page was rendered; undefined: not known. */
  next?: NextArrival | null
  /** Text about the displayed arrival, if it can no longer be promised. */
  gone?: string
  /** The outward code of the page's own place: times are for it until a postcode is typed. */
  near?: string
  /** For a place that we don't cover at the moment: no arrival is promised until another postcode is typed. */
  isUnserved?: boolean
  /** Card payments are not configured: Red Line can only be booked by phone. */
  redlineByPhone?: boolean
  /**
   * Details of earlier bookings on this device. `isOffered`: there are any. `isWanted`: this one's are to be remembered. Absent before the
   * form's script has started, and for customers who are signed in.
   */
  remembered?: { isOffered: boolean; isWanted: boolean }
  /** Customers may choose to hear from us by text. */
  offersTexts?: boolean
  /** The form's script runs: it moves the cursor itself. */
  started?: boolean
  /** A look-up service knows the addresses at a postcode. */
  findsAddresses?: boolean
  /** The addresses at the postcode, to choose from. */
  addresses?: { postcode: string; all: string[] }
  problems: FieldProblems
  alert?: FormAlert
  /** Absent on cached pages and without a connection: neutral words are shown instead. */
  options?: FormOptions
}

/** The empty form of a page that is the same for everyone. */
export const emptyForm: FormView = { step: 1, draftId: '', isKept: false, answers: {}, problems: {} }

/** A warning that the typed text is no postcode; it refuses nothing. */
export const unreadText = (typed: string): string => `“${typed}” isn’t a valid postcode. You can still book: we’ll ask when we call.`

/** Returns the most that the customer pays with these answers, in pence; undefined until the server has sent the data for it. */
export function mostSoFar(view: Pick<FormView, 'answers' | 'options'>, prices: PriceList): number | undefined {
  const { answers, options } = view
  const isPlaced = options?.place || !(answers.postcode || answers.borough)
  const terms = options && isPlaced ? termsSoFar(view, prices) : undefined
  return terms && mostPence(terms)
}

/** The price of the answers so far, at the chosen level unless another is given; undefined until the type of emergency is known. */
export function termsSoFar(
  { answers, options }: Pick<FormView, 'answers' | 'options'>,
  prices: PriceList,
  level = levelOf(answers),
): FrozenTerms | undefined {
  const type = emergencyTypeOf(answers)
  return type && termsOf(type.name, options, prices, { level, offer: options?.rates[level].offer })
}

/** The price of a type of emergency at the place so far. An offer is for the type that is chosen. */
export function termsOf(
  service: EmergencyTypeName,
  options: FormOptions | undefined,
  prices: PriceList,
  { level, offer }: { level: ServiceLevel; offer?: AppliedOffer },
): FrozenTerms {
  const { borough = null, multiplierPercent = 100 } = options?.place ?? {}
  const { supplement, calloutPence = 0 } = options?.rates[level] ?? {}
  return termsFor(prices, estimateFor(prices, service, borough, multiplierPercent, supplement), {
    serviceLevel: level,
    calloutPence,
    offer,
  })
}
