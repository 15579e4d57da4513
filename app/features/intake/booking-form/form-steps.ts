import { z } from 'zod'
import { type Answers, answerProblems, type FieldProblems, levelOf, type Step } from '#app/features/booking/answers.ts'
import { arrivalFor } from '#app/features/capacity/arrival-window.ts'
import { emergencyFields } from '../booking-input.ts'

/** Returns the problems of a step: Next continues only if there are none. */
export function stepProblems(step: Step, answers: Answers, now: Date): FieldProblems {
  const problems = answerProblems(step, answers)
  if (step !== 3 || Object.keys(problems).length > 0) return problems
  const { preferredDate, timeSlot } = emergencyWhen.parse(answers)
  const wish = { serviceLevel: levelOf(answers), preferredDate, timeSlot, submittedAt: undefined }
  // The server refuses slots that the owner doesn't offer, with the free ones, when the booking is sent.
  const when = arrivalFor(wish, now, undefined, 'any length')
  return 'problems' in when ? when.problems : {}
}

const emergencyWhen = z.object({ preferredDate: emergencyFields.preferredDate, timeSlot: emergencyFields.timeSlot })

/** The first incomplete step; 4 if all are complete. */
export function firstOpenStep(answers: Answers, now: Date): Step {
  const open = ([1, 2, 3] as const).find((step) => Object.keys(stepProblems(step, answers, now)).length > 0)
  return open ?? 4
}
