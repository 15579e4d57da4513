import { notHeldText } from '#app/features/booking/answers.ts'
import { londonTimeText } from '#app/platform/london-intl.ts'
import { dismissToast, showToast, type Toast } from '#app/ui/toast.ts'
import type { BusinessDetails } from '#content/business.ts'
import { contactMinutes } from '#content/stated.ts'
import type { SendOutcome } from '../outbox.ts'

let shown: number | undefined

/** Removes the notice of the previous try, which no longer applies. */
export function unsayOutcome(): void {
  if (shown !== undefined) dismissToast(shown)
}

/** Shows the outcome of a booking, in the specification's words. */
export function sayOutcome(outcome: SendOutcome, details: BusinessDetails): void {
  const toast = toastOf(outcome, details)
  if (!toast) return
  unsayOutcome()
  shown = showToast(toast)
}

function toastOf(outcome: SendOutcome, { emergencyPhone }: BusinessDetails): Omit<Toast, 'id'> | undefined {
  if (outcome.at === 'kept')
    return {
      title: `Not sent yet. Call ${emergencyPhone.text}`,
      text: `Booking Submitted! ✅ Your booking has been submitted. If you don't hear from us within ${contactMinutes} minutes, please call ${emergencyPhone.text}.`,
    }
  if (outcome.at === 'refused') {
    const { code, title, message, fields } = outcome.error
    // Details to read and decide about are in the form.
    return fields || code === 'key_reused' ? undefined : { title: title ?? 'There is a problem', text: message, tone: 'alarm' }
  }
  const { payment } = outcome.acknowledgement
  if (!payment)
    return {
      title: 'Booking Submitted Successfully! ✅',
      text: `We'll contact you within ${contactMinutes} minutes to confirm your emergency service appointment.`,
    }
  return payment.isHeld
    ? { title: 'Redirecting to Payment 💳', text: `We’re holding your slot until ${londonTimeText(payment.dueAt)}.` }
    : { title: 'One more step: payment', text: notHeldText }
}
