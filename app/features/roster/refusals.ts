import { Refusal } from '#app/platform/errors.ts'

/** The step cannot follow, or an engineer cannot have the job; the message says why, and what to do. */
export class StepRefused extends Refusal {
  readonly code = 'step_refused'
  readonly status = 409
}

/** What was entered breaks a rule; which, by field. */
export class InvalidEntry extends Refusal {
  readonly code = 'invalid'
  readonly status = 400
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>) {
    super('There is a problem with what you entered. Please check the fields named.')
    this.fields = fields
  }
  override details() {
    return { fields: this.fields }
  }
}

/** There is no such engineer or shift. */
export class EntryNotFound extends Refusal {
  readonly code = 'not_found'
  readonly status = 404
}
