import { Refusal } from '#app/platform/errors.ts'

/** The act is allowed but unusual: it is done when it is sent again with these questions as `confirmed`. */
export class AnswerNeeded extends Refusal {
  readonly code = 'answer_needed'
  readonly status = 409
  readonly questions: readonly string[]
  constructor(questions: readonly string[]) {
    super(questions.join(' '))
    this.questions = questions
  }
}

/** Throws `AnswerNeeded` unless `confirmed` contains the words of each question. */
export function requireAnswer(questions: readonly string[], confirmed = ''): void {
  if (questions.some((question) => !confirmed.includes(question))) throw new AnswerNeeded(questions)
}
