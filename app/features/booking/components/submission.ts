import { business } from '#content/business.ts'
import { levelOf } from '../answers.ts'
import { type FormAlert, type FormView, termsSoFar } from '../form-view.ts'
import type { RefusalWords } from '../outbox.ts'

/** The submitted booking payload (specification 1 section 3). */
export function bodyOf(view: FormView, form: HTMLFormElement | null): Record<string, unknown> {
  const terms = termsSoFar(view)
  return {
    serviceLevel: levelOf(view.answers),
    ...view.answers,
    company: form ? new FormData(form).get('company') : '',
    submittedAt: new Date().toISOString(),
    triggered_from: location.origin,
    estimatedPrice: terms && terms.estimate.estimatePence / 100,
    shownFeePence: terms?.priorityFeePence,
    shownDiscountPence: terms?.offer?.discountPence,
    detectedBorough: view.options?.place?.borough ?? undefined,
  }
}

const sentBefore = () => ({
  title: 'This booking was sent before',
  message: `It was sent with other answers, from this page or another tab. To change it, please call ${business.emergencyPhone.text}. Submit sends a second booking.`,
})

/** A refusal as the form shows it, in words for a visitor. */
export function alertOf({ code, title, message }: RefusalWords): FormAlert {
  if (code === 'key_reused') return { ...sentBefore(), offersStandard: false }
  const offersStandard = code === 'sold_out' || code === 'payment_not_configured'
  return { title: title ?? 'There is a problem', message, offersStandard }
}
