import { Refusal } from '#app/platform/errors.ts'

/** Input of a proposal, or of the answer to one, breaks a rule; which one, by field. */
export class InvalidWork extends Refusal {
  readonly code = 'invalid'
  readonly status = 400
  readonly fields: Readonly<Record<string, string>>
  constructor(fields: Readonly<Record<string, string>>) {
    super('There is a problem with what you entered. Please check the highlighted fields.')
    this.fields = fields
  }
  override details() {
    return { fields: this.fields }
  }
}

/** The proposal is no longer the one that was seen, or the visit isn't one in which work can be agreed; the message says what to do. */
export class WorkRefused extends Refusal {
  readonly code = 'work_refused'
  readonly status = 409
}
