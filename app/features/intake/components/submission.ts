import { levelOf } from '#app/features/booking/answers.ts'
import type { BusinessDetails } from '#content/business.ts'
import type { PriceList } from '#content/price-list.ts'
import { trapName } from '../booking-form/trap.ts'
import { type FormAlert, type FormView, mostSoFar, termsSoFar } from '../form-view.ts'

/** The payload of a booking; `prices`: those shown on the page. */
export function bodyOf(view: FormView, prices: PriceList, form: HTMLFormElement | null): Record<string, unknown> {
  const terms = termsSoFar(view, prices)
  return {
    serviceLevel: levelOf(view.answers),
    ...view.answers,
    company: form ? new FormData(form).get(trapName) : '',
    submittedAt: new Date().toISOString(),
    triggered_from: location.origin,
    estimatedPrice: terms && terms.estimate.estimatePence / 100,
    shownMostPence: mostSoFar(view, prices),
    detectedBorough: view.options?.place?.borough ?? undefined,
  }
}

/** A booking that was sent before with other answers. */
export const sentBefore = ({ emergencyPhone }: BusinessDetails): FormAlert => ({
  title: 'You’ve already sent this booking',
  message: `You sent it with different answers, from this page or another tab. To change it, please call ${emergencyPhone.text}. If you submit again, you’ll make a second booking.`,
})
