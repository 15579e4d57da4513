import { type Answers, stepOf } from '#app/features/booking/answers.ts'
import { takeSlot } from '#app/features/capacity/slots-store.ts'
import { forgetUnpaid } from '#app/features/payments/kept-unpaid.ts'
import { useDetails, useLearnOverrides, usePrices } from '#app/platform/published-context.ts'
import { serverNow } from '#app/platform/server-clock.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { alertOf, emptyForm, type FormView } from '../form-view.ts'
import type { SendOutcome } from '../outbox.ts'
import { bookingOutbox } from './booking-outbox.ts'
import { forgetDraft, newDraft } from './draft-store.ts'
import { leaveForm } from './leave-form.ts'
import { keepDetails, readDetails } from './remembered-details.ts'
import { sayOutcome, unsayOutcome } from './say-outcome.ts'
import { bodyOf, sentBefore } from './submission.ts'
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
