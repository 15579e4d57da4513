import { type Answers, levelOf, notHeldText, stepOf } from '#app/features/booking/answers.ts'
import { takeSlot } from '#app/features/capacity/slots-store.ts'
import { forgetUnpaid, type KeptUnpaid, keepUnpaid } from '#app/features/payments/kept-unpaid.ts'
import { londonTimeText } from '#app/platform/london-intl.ts'
import { useDetails, useLearnOverrides, usePrices } from '#app/platform/published-context.ts'
import { serverNow } from '#app/platform/server-clock.ts'
import { dismissToast, showToast, type Toast } from '#app/ui/toast.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { BusinessDetails } from '#content/business.ts'
import type { PriceList } from '#content/price-list.ts'
import { contactMinutes } from '#content/stated.ts'
import type { Acknowledgement } from '../booking-form/kept-booking.ts'
import { trapName } from '../booking-form/trap.ts'
import { alertOf, emptyForm, type FormAlert, type FormView, mostSoFar, termsSoFar } from '../form-view.ts'
import { confirmationPath, type SendOutcome } from '../outbox.ts'
import { bookingOutbox } from './booking-outbox.ts'
import { forgetDraft, newDraft } from './draft-store.ts'
import { keepDetails, readDetails } from './remembered-details.ts'
import type { FormParts, Sent, State } from './use-booking-form.ts'
import { errorSummary, sentPanel, stepHeading } from './use-step-focus.ts'

/** Sends the booking and handles the outcome. */
export function useSending(
  first: FormView,
  { form, latest, change, kept: { tab, keep }, steps: { show }, token, options, events }: FormParts,
) {
  const learnOverrides = useLearnOverrides()
  const details = useDetails()
  const prices = usePrices()
  /** Standard instead of Red Line: the visitor sees the new promise and price before sending. */
  function chooseStandard() {
    unsayOutcome()
    const given: Answers = { ...latest.current.answers, serviceLevel: 'standard' }
    keep(given)
    void options.ask(given)
    show(4, { answers: given, alert: undefined })
  }

  async function submit() {
    if (latest.current.sending) return
    unsayOutcome()
    events.submitted()
    keep(latest.current.answers)
    change({ sending: true, alert: undefined })
    const key = tab.current?.key ?? newDraft().key
    const sentAt = serverNow()
    const outcome = await bookingOutbox().submit(
      { ...bodyOf(latest.current, prices, form.current), csrfToken: token.value() },
      key,
      events.formType(),
    )
    sayOutcome(outcome, details)
    if (outcome.at === 'acknowledged' && outcome.acknowledgement.payment?.isHeld) takeSlot(sentAt)
    ended(outcome, key)
  }

  function ended(outcome: SendOutcome, key: string) {
    const { answers: given, remembered } = latest.current
    if (outcome.at !== 'refused' && remembered?.isWanted) keepDetails(given)
    if (outcome.at === 'acknowledged') {
      const { acknowledgement } = outcome
      const { reference, trackingUrl, payment } = acknowledgement
      reset({ booked: acknowledgement })
      void leaveForm(acknowledgement, payment && { answers: given, reference, trackingUrl, payment })
      return
    }
    if (outcome.at === 'kept') return reset({ key })
    const { error } = outcome
    const isSentBefore = error.code === 'key_reused'
    if (isSentBefore && tab.current) tab.current.key = newDraft().key
    if (error.changed) learnOverrides(error.changed)
    const problems = (error.fields ?? {}) as State['problems']
    const [field] = Object.keys(problems)
    show(
      field ? stepOf(field) : 4,
      { sending: false, ...(field ? { problems } : { alert: isSentBefore ? sentBefore(details) : alertOf(error) }) },
      errorSummary,
    )
    void options.ask(latest.current.answers)
  }

  /** After sending, successful or not, the form is empty again. */
  function reset(sent: Sent) {
    events.ended()
    forgetDraft()
    forgetServersDraft(first.draftId)
    tab.current = newDraft()
    token.forget()
    history.replaceState({ ...history.state, bookingStep: undefined }, '')
    form.current?.reset()
    change({
      ...emptyForm,
      alert: undefined,
      remembered: rememberedBy(first),
      started: true,
      sending: false,
      sent,
      focus: { at: sentPanel },
    })
  }

  /** The empty form in place of the outcome. */
  function bookAnother() {
    void forgetUnpaid()
    unsayOutcome()
    change({ sent: undefined, focus: { at: stepHeading } })
  }

  return { submit, chooseStandard, bookAnother }
}

/** Details of an earlier booking on this device; those of a customer who is signed in are in the account. */
export function rememberedBy({ known }: FormView): FormView['remembered'] {
  const isThere = readDetails() !== undefined
  return known ? undefined : { isOffered: isThere, isWanted: isThere }
}

/** If the first steps were sent without the island, the server has their answers too. */
function forgetServersDraft(draftId: string) {
  if (!draftId) return
  const body = new URLSearchParams({ draft: draftId, go: 'forget' })
  fetch('/book' satisfies SitePath, { method: 'POST', body, keepalive: true }).catch(() => undefined)
}

/** The payload of a booking; `prices`: those shown on the page. */
function bodyOf(view: FormView, prices: PriceList, form: HTMLFormElement | null): Record<string, unknown> {
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
const sentBefore = ({ emergencyPhone }: BusinessDetails): FormAlert => ({
  title: 'You’ve already sent this booking',
  message: `You sent it with different answers, from this page or another tab. To change it, please call ${emergencyPhone.text}. If you submit again, you’ll make a second booking.`,
})

/** The notice is shown for this long before the payment page opens. */
const noticeMs = 1_000

/**
 * Leads from a booking that was sent to its confirmation. If a slot is held, the payment page opens first: in a new tab, or in this one on
 * a phone or if the browser opens no tab, and leads back to the confirmation. Without a held slot, visitors read before paying that others
 * may be quicker.
 */
async function leaveForm(acknowledgement: Acknowledgement, unpaid: KeptUnpaid | undefined): Promise<void> {
  const kept = unpaid && keepUnpaid(unpaid)
  if (!unpaid?.payment.isHeld) {
    // The browser's store may be slow: it is not waited for longer.
    if (kept) await Promise.race([kept, pause(noticeMs)])
    return location.assign(confirmationPath(acknowledgement))
  }
  await pause(noticeMs)
  const tab = isOnPhone() ? null : open(unpaid.payment.url, '_blank')
  if (tab) tab.opener = null
  location.assign(tab ? confirmationPath(acknowledgement) : unpaid.payment.url)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A narrow screen, or one that is touched: a second tab hides the first there. */
const isOnPhone = () => matchMedia('(width < 700px), (pointer: coarse)').matches

let shown: number | undefined

/** Removes the notice of the previous try, which no longer applies. */
function unsayOutcome(): void {
  if (shown !== undefined) dismissToast(shown)
}

/** Shows the outcome of a booking, in the specification's words. */
function sayOutcome(outcome: SendOutcome, details: BusinessDetails): void {
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
