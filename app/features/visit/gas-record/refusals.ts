import { Refusal } from '#app/platform/errors.ts'

/** It can't be recorded now, or by this engineer; the message says why, and what to do. */
export class GasRefused extends Refusal {
  readonly code = 'gas_refused'
  readonly status = 409
}
