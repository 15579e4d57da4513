import { Refusal } from '#app/platform/errors.ts'

/** The proposal has changed since it was seen, or work can't be agreed during this visit; the message has the next step. */
export class WorkRefused extends Refusal {
  readonly code = 'work_refused'
  readonly status = 409
}
