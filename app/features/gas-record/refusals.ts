import { Refusal } from '#app/platform/errors.ts'

/** Input of a gas record breaks a rule; which one, by field. */
export class GasEntryWrong extends Refusal {
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

/** It can't be recorded now, or by this engineer; the message says why, and what to do. */
export class GasRefused extends Refusal {
  readonly code = 'gas_refused'
  readonly status = 409
}
