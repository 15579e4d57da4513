import { Refusal } from '#app/platform/errors.ts'

/** No Red Line slot can be bought: all of the day are held or sold, or, with `isClosed`, no engineer is free for one now. */
export class SlotsSoldOut extends Refusal {
  readonly code = 'sold_out'
  readonly status = 409
  constructor({ isClosed = false } = {}) {
    super(
      `${isClosed ? 'No engineer is free within 15 minutes' : 'All Red Line slots for today are taken'}. Choose the standard service, or call us.`,
    )
  }
}
