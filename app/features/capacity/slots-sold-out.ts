import { Refusal } from '#app/platform/errors.ts'

/** All five of the day's Red Line slots are held or sold. */
export class SlotsSoldOut extends Refusal {
  readonly code = 'sold_out'
  readonly status = 409
  constructor() {
    super('All Red Line slots for today are taken. Choose the standard service, or call us.')
  }
}
