import { Refusal } from '#app/platform/errors.ts'

/** The record can't be made now, or by this engineer; the message has the reason and the next step. */
export class GasRefused extends Refusal {
  readonly code = 'gas_refused'
  readonly status = 409
}
