import { AnswerNeeded } from '#app/features/booking/refusals.ts'
import type { SentForm } from '#app/platform/answer-form.ts'
import type { Refusal } from '#app/platform/errors.ts'

/** A refused form: the problem, by field if fields are wrong, and all typed values. */
export interface RefusedForm {
  intent: string
  typed: Record<string, string>
  problems: Readonly<Record<string, string>>
  /** `confirms`: a question rather than a problem; the act is done once it comes with this as `confirmed`. */
  refusal: { text: string; isOvertaken: boolean; isQuestion: boolean; confirms?: string }
}

/** Refusals because someone else acted first. */
const overtaken: readonly string[] = ['booking_overtaken', 'booking_changed']

/** A refused form as its page shows it again. `asks`: the code of a refusal that is a question: nothing is wrong, it only needs confirming. */
export function refusedForm(refusal: Refusal, form: SentForm, asks?: string): RefusedForm {
  const { intent = '', ...typed } = form.typed()
  const { code, message: text, problems } = refusal
  const confirms = refusal instanceof AnswerNeeded ? refusal.confirms : undefined
  return {
    intent,
    typed,
    problems,
    refusal: { text, isOvertaken: overtaken.includes(code), isQuestion: code === asks, confirms },
  }
}
