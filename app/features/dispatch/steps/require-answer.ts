import { Refusal } from '#app/platform/errors.ts'

/** Nothing forbids it, but whoever asked for it should look again: done when it is sent once more with these questions as `confirmed`. */
export class AnswerNeeded extends Refusal {
  readonly code = 'answer_needed'
  readonly status = 409
  readonly questions: readonly string[]
  constructor(questions: readonly string[]) {
    super(questions.join(' '))
    this.questions = questions
  }
}

/** Throws `AnswerNeeded` unless each of the questions was asked before and answered: `confirmed` holds the words of those that were. */
export function requireAnswer(questions: readonly string[], confirmed = ''): void {
  if (questions.some((question) => !confirmed.includes(question))) throw new AnswerNeeded(questions)
}
