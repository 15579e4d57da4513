import type { Place } from '#app/features/areas/rules.ts'
import { type AppliedOffer, estimateFor, type FrozenTerms, termsFor } from '#app/features/pricing/rules.ts'
import type { LondonDay } from '#app/platform/day.ts'
import { type Answers, emergencyTypeOf, type FieldProblems, levelOf, type Step, type TimeSlot } from './answers.ts'

/** What only the server knows while somebody fills in the form: what is free, what is near, and what the answers come to. */
export interface FormOptions {
  slotsLeft: number
  nextAvailableMinutes: number
  today: LondonDay
  /** The day whose slots these are. */
  day: LondonDay
  slots: TimeSlot[]
  /** Where the postcode or borough typed so far lies. */
  place?: Place
  /** The offer that these answers have. */
  offer?: AppliedOffer
  /** The arrival these answers lead to, in words. */
  arrival?: string
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
  problems: FieldProblems
  alert?: FormAlert
  /** Absent on cached pages, and while the line is down: neutral words stand in their place. */
  options?: FormOptions
}

/** The empty form of a page that is the same for everybody. */
export const emptyForm: FormView = { step: 1, draftId: '', isKept: false, changing: false, answers: {}, problems: {} }

/** The price the answers come to so far; none before the type of emergency is known. */
export function termsSoFar({ answers, options }: Pick<FormView, 'answers' | 'options'>): FrozenTerms | undefined {
  const type = emergencyTypeOf(answers)
  if (!type) return undefined
  const { borough = null, multiplierPercent = 100 } = options?.place ?? {}
  return termsFor(estimateFor(type.name, borough, multiplierPercent), levelOf(answers), options?.offer)
}
