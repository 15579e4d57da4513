import { Refusal } from '#app/platform/errors.ts'

/** The proposal is no longer the one that was seen, or the visit isn't one in which work can be agreed; the message says what to do. */
export class WorkRefused extends Refusal {
  readonly code = 'work_refused'
  readonly status = 409
}
