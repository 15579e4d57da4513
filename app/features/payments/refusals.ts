import { CodedRefusal, Refusal } from '#app/platform/errors.ts'
import type { BusinessDetails } from '#content/business.ts'

/** Red Line was chosen and there is nowhere to pay. */
export class PaymentNotConfigured extends CodedRefusal {
  constructor() {
    const facts = { title: 'Configuration Error', details: { alternative: 'standard' } }
    super(503, 'payment_not_configured', 'Payment system not configured. Please contact support.', facts)
  }
}

/** Nothing is due: paid, cancelled, or the hold has expired. */
export class NothingToPay extends CodedRefusal {
  constructor() {
    super(409, 'nothing_to_pay', 'There’s nothing to pay on this booking now.', { title: 'Nothing to pay' })
  }
}

/** The provider does not answer: the hold stays, and a retry is worth it. */
export class PaymentUnavailable extends Refusal {
  readonly code = 'payment_unavailable'
  readonly status = 503
  override readonly title = 'Payment page unavailable'
  constructor({ emergencyPhone }: BusinessDetails, item: 'fee' | 'bill') {
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
export class ForgedMessage extends CodedRefusal {
  constructor() {
    super(400, 'forged_message', 'The signature is missing, wrong or too old.')
  }
}
