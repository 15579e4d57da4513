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

/** Questions: nothing is wrong, it only needs confirming. */
const questions: readonly string[] = ['refund_unconfirmed', 'answer_needed']

/** A refused form as its page shows it again. */
export function refusedForm(refusal: Refusal, form: SentForm): RefusedForm {
  const { intent = '', ...typed } = form.typed()
  const { code, message: text, problems } = refusal
  const confirms = refusal instanceof AnswerNeeded ? refusal.confirms : undefined
  return {
    intent,
    typed,
    problems,
    refusal: { text, isOvertaken: overtaken.includes(code), isQuestion: questions.includes(code), confirms },
  }
}
