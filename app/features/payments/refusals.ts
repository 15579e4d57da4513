import { Refusal } from '#app/platform/errors.ts'
import type { BusinessDetails } from '#content/business.ts'

/** Red Line was chosen and there is nowhere to pay. */
export class PaymentNotConfigured extends Refusal {
  readonly code = 'payment_not_configured'
  readonly status = 503
  override readonly title = 'Configuration Error'
  constructor() {
    super('Payment system not configured. Please contact support.')
  }
  override details() {
    return { alternative: 'standard' }
  }
}

/** Nothing is due: paid, cancelled, or the hold has expired. */
export class NothingToPay extends Refusal {
  readonly code = 'nothing_to_pay'
  readonly status = 409
  override readonly title = 'Nothing to pay'
  constructor() {
    super('There’s nothing to pay on this booking now.')
  }
}

/** The provider does not answer: the hold stays, and a retry is worth it. */
export class PaymentUnavailable extends Refusal {
  readonly code = 'payment_unavailable'
  readonly status = 503
  override readonly title = 'Payment page unavailable'
  constructor({ emergencyPhone }: BusinessDetails, item: 'fee' | 'bill' = 'fee') {
    const held = item === 'fee' ? ' We’re still holding your slot, so please' : ' Please'
    super(`We couldn’t open the payment page.${held} try again, or call ${emergencyPhone.text}.`)
  }
}

/** A refund requested by staff is impossible; the message has the reason and the alternative. */
export class RefundRefused extends Refusal {
  readonly code = 'refund_refused'
  readonly status = 409
}

/** The amount is zero or more than is left of the payment, or there is no reason. */
export class RefundEntryWrong extends Refusal {
  readonly code = 'refund_amount'
  readonly status = 400
  readonly fields: { amount?: string; refundReason?: string }
  constructor(fields: { amount?: string; refundReason?: string }) {
    super(Object.values(fields).join(' '))
    this.fields = fields
  }
  override details() {
    return { fields: this.fields }
  }
}

/** A possible refund that must be confirmed first; the message is the question. */
export class RefundUnconfirmed extends Refusal {
  readonly code = 'refund_unconfirmed'
  readonly status = 409
}

/** A message that doesn't come from the provider. */
export class ForgedMessage extends Refusal {
  readonly code = 'forged_message'
  readonly status = 400
  constructor() {
    super('The signature is missing, wrong or too old.')
  }
}
