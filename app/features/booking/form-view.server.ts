import { districtFor } from '#app/features/areas/reads.server.ts'
import { locate, type Place } from '#app/features/areas/rules.ts'
import { estimateFor, type FrozenTerms, termsFor } from '#app/features/pricing/rules.ts'
import { readSlotsLeft } from '#app/features/redline/reads.server.ts'
import type { Refusal } from '#app/platform/errors.ts'
import { isDay, londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import type { Draft } from './drafts.server.ts'
import { arrivalFor, arrivalText, firstOpenStep, levelOf, nextAvailableMinutes, type Step, slotsOf, type TimeSlot } from './rules.ts'
import { type Answers, emergencyFields, type FieldProblems } from './schema.ts'

/** All that a step of the form shows. */
export interface FormView {
  step: Step
  draftId: string
  /** A Change link led here: Next goes back to the answers. */
  changing: boolean
  answers: Answers
  problems: FieldProblems
  alert?: { title: string; message: string; offersStandard: boolean }
  slotsLeft: number
  nextAvailableMinutes: number
  today: string
  /** The day whose slots are shown. */
  day: string
  slots: TimeSlot[]
  review?: Review
}

export interface Review {
  arrival: string
  place: Place
  terms: FrozenTerms
}

interface Situation {
  draft: Draft
  step: Step
  changing?: boolean
  problems?: FieldProblems
  refusal?: Refusal
}

/** The view of a step; a step that earlier ones are not complete for shows the first of those instead. */
export async function readFormView(
  services: Services,
  { draft, step, changing = false, problems = {}, refusal }: Situation,
): Promise<FormView> {
  const now = services.clock.now()
  const { answers } = draft
  const today = londonDay(now)
  const day = answers.preferredDate && isDay(answers.preferredDate) && answers.preferredDate >= today ? answers.preferredDate : today
  const shown = Math.min(step, firstOpenStep(answers, now)) as Step
  return {
    step: shown,
    draftId: draft.id,
    changing,
    answers,
    problems,
    alert: refusal && {
      title: refusal.title ?? 'There is a problem',
      message: refusal.message,
      offersStandard: refusal.code === 'payment_not_configured' || refusal.code === 'sold_out',
    },
    slotsLeft: await readSlotsLeft(services.db, now),
    nextAvailableMinutes: nextAvailableMinutes(now),
    today,
    day,
    slots: slotsOf(day, now),
    review: shown === 4 ? review(answers, await districtFor(services, answers.postcode), now) : undefined,
  }
}

function review(answers: Answers, district: string | undefined, now: Date): Review {
  const serviceLevel = levelOf(answers)
  const timeSlot = emergencyFields.timeSlot.parse(answers.timeSlot)
  const when = arrivalFor({ serviceLevel, preferredDate: answers.preferredDate || undefined, timeSlot, submittedAt: undefined }, now)
  const place = locate(answers.postcode ?? '', answers.borough ?? '', district)
  const service = emergencyFields.service.parse(answers.service)
  return {
    arrival: 'arrival' in when ? arrivalText({ serviceLevel, ...when.arrival }) : '',
    place,
    terms: termsFor(estimateFor(service, place.borough, place.multiplierPercent), serviceLevel),
  }
}
