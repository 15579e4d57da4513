import { Refusal } from '#app/platform/errors.ts'

/** What is wrong with the input about a bill, by field. */
export class EntryWrong extends Refusal {
  readonly code = 'invalid'
  readonly status = 400
  readonly fields: Readonly<Record<string, string>>
  constructor(fields: Record<string, string>) {
    super(Object.values(fields).join(' '))
    this.fields = fields
  }
  override details() {
    return { fields: this.fields }
  }
}
