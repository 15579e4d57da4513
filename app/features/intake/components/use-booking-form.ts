import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Answers, levelOf, type Step, stepOf, withoutToday } from '#app/features/booking/answers.ts'
import { takeSlot } from '#app/features/capacity/slots-store.ts'
import { useDetails, useLearnOverrides, usePrices } from '#app/platform/published-context.ts'
import { serverNow } from '#app/platform/server-clock.ts'
import type { FormType } from '#app/platform/track.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Acknowledgement } from '../booking-form/kept-booking.ts'
import { emptyForm, type FormView } from '../form-view.ts'
import { confirmationPath, type SendOutcome } from '../outbox.ts'
import { bookingOutbox } from './booking-outbox.ts'
import { forgetDraft, loadDraft, newDraft, saveDraft, type TabDraft } from './draft-store.ts'
import { collect, fill, typedEarly } from './form-dom.ts'
import { forgetSent, keepSent, readSent } from './kept-sent.ts'
import { keepDetails, readDetails } from './remembered-details.ts'
import { sayOutcome, unsayOutcome } from './say-outcome.ts'
import { alertOf, bodyOf } from './submission.ts'
import { useAddresses } from './use-addresses.ts'
import { useBookingEvents } from './use-booking-events.ts'
import { useBookingOptions } from './use-booking-options.ts'
import { reachable, useHandlers } from './use-handlers.ts'
import { useSecurityToken } from './use-security-token.ts'
import { errorSummary, type FocusWish, sentPanel, stepHeading, useStepFocus } from './use-step-focus.ts'

/** The form's outcome: the reference, or a booking that is still being sent; `answers`: as sent, for sending them again. */
export type Sent = { key: string; acknowledgement?: Acknowledgement; answers: Answers }

export interface State extends FormView {
  started: boolean
  sending: boolean
  sent?: Sent
  focus?: FocusWish
}

/** The initial state of a step, without messages of another one. */
const calm = { problems: {}, alert: undefined, changing: undefined }

/** The key for the step in the browser's history. */
const stepInHistory = (): Step | undefined => history.state?.bookingStep

/** Shared by the parts of the form. */
export interface FormParts {
  form: RefObject<HTMLFormElement | null>
  /** The current state, also for callbacks created earlier. */
  latest: RefObject<State>
  change: (changes: Partial<State>) => void
  kept: ReturnType<typeof useKeptAnswers>
  steps: ReturnType<typeof useSteps>
  token: ReturnType<typeof useSecurityToken>
  options: ReturnType<typeof useBookingOptions>
  events: ReturnType<typeof useBookingEvents>
}

/**
 * The booking form with JavaScript: steps switch in place, answers are checked as they are given and survive a reload and Back, and a
 * booking is kept until the server has it.
 */
export function useBookingForm(first: FormView, place: FormType) {
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<State>({ ...first, started: false, sending: false })
  const latest = useRef(state)
  latest.current = state
  const answers = useRef(state.answers)
  answers.current = state.answers

  const change = (changes: Partial<State>) => setState((before) => ({ ...before, ...changes }))
  useStepFocus(form, state.focus)
  const token = useSecurityToken()
  const options = useBookingOptions(answers, (offered) => change({ options: offered }), { started: state.started, near: first.near })
  useAddresses(state, state.started, (addresses) => change({ addresses }))
  const events = useBookingEvents(form, latest, place)
  const kept = useKeptAnswers(form, latest)
  const steps = useSteps(latest, change, state.started)
  const parts: FormParts = { form, latest, change, kept, steps, token, options, events }

  useTakingOver(first, parts)
  /** A step that appears shows its earlier answers. */
  useEffect(() => {
    if (state.started && form.current) fill(form.current, latest.current.answers)
  }, [state.step, state.changing, state.started])

  const { submit, chooseStandard, bookAgain } = useSending(first, parts)
  return { form, state, bookAgain, handlers: useHandlers(parts, { submit, chooseStandard }) }
}

/** The answers of this tab, which survive a reload. */
function useKeptAnswers(form: FormParts['form'], latest: FormParts['latest']) {
  const tab = useRef<TabDraft>(undefined)

  /** Stores the current values of the fields for this tab. */
  function keepAnswers(): Answers {
    const typed = form.current ? collect(form.current, latest.current.answers) : latest.current.answers
    const kept = withoutToday(typed, latest.current.options?.today)
    keep(kept)
    return kept
  }

  /** Nothing is stored on the device before the first answer. */
  function keep(kept: Answers) {
    tab.current = { answers: kept, key: tab.current?.key ?? newDraft().key }
    if (Object.values(kept).some(Boolean)) saveDraft(tab.current)
    else forgetDraft()
  }

  return { tab, keep, keepAnswers }
}

/** Moves between steps, and in the browser's history. */
function useSteps(latest: FormParts['latest'], change: FormParts['change'], started: boolean) {
  useEffect(() => {
    if (!started) return
    const back = () => {
      const step = stepInHistory()
      if (step) show(reachable(step, latest.current.answers), calm)
    }
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [started])

  function show(step: Step, changes: Partial<State> = {}, at = stepHeading) {
    change({ step, ...changes, focus: { at } })
  }

  function goTo(step: Step, changes: Partial<State> = {}, at?: string) {
    if (!stepInHistory()) history.replaceState({ ...history.state, bookingStep: latest.current.step }, '')
    history.pushState({ ...history.state, bookingStep: step }, '')
    show(step, { ...calm, ...changes }, at)
  }

  return { show, goTo }
}

/**
 * Takes over from the server's page: newly typed answers win over those kept by this tab, and these over an empty form. A page's
 * suggestion, such as the emergency type of the boiler page, is kept for other pages once the visitor has continued with it.
 */
function useTakingOver(first: FormView, { form, latest, change, kept: { tab, keep }, options, events }: FormParts) {
  useEffect(() => {
    if (!form.current) return
    tab.current = loadDraft()
    const goingOn = stepInHistory()
    const known = goingOn ? { ...first.answers, ...tab.current.answers } : { ...tab.current.answers, ...first.answers }
    const early = typedEarly(form.current)
    const taken = { ...first.known, ...known, ...early }
    if (Object.keys(early).length > 0) events.touched(tab.current.answers)
    events.levelChosen(levelOf(early))
    keep({ ...tab.current.answers, ...early })
    change({
      answers: taken,
      step: goingOn ? reachable(goingOn, taken) : first.step,
      started: true,
      remembered: rememberedBy(first),
    })
    void options.ask(taken)
    void backToSent()
  }, [])

  /** A page that is loaded again shows the booking that waits for its payment, unless another one has been begun. */
  async function backToSent() {
    const sent = await readSent()
    if (sent && !latest.current.sending && !latest.current.sent) change({ sent })
  }
}

/** Sends the booking and handles the outcome. */
function useSending(
  first: FormView,
  { form, latest, change, kept: { tab, keep }, steps: { show, goTo }, token, options, events }: FormParts,
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
      const sent = { key, acknowledgement: outcome.acknowledgement, answers: given }
      // Beside the redirect to payment, which doesn't wait here.
      if (outcome.acknowledgement.payment) void keepSent(sent)
      reset(sent)
      if (!outcome.acknowledgement.payment) location.assign(confirmationPath(outcome.acknowledgement))
      return
    }
    if (outcome.at === 'kept') return reset({ key, answers: given })
    const { error } = outcome
    if (error.code === 'key_reused' && tab.current) tab.current.key = newDraft().key
    if (error.changed) learnOverrides(error.changed)
    const problems = (error.fields ?? {}) as State['problems']
    const [field] = Object.keys(problems)
    show(field ? stepOf(field) : 4, { sending: false, ...(field ? { problems } : { alert: alertOf(error, details) }) }, errorSummary)
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

  /** The same answers once more, as another booking, to check before sending. */
  function bookAgain(level: 'redline' | 'standard') {
    const given: Answers = { ...latest.current.sent?.answers, serviceLevel: level }
    void forgetSent()
    unsayOutcome()
    tab.current = newDraft()
    keep(given)
    void options.ask(given)
    goTo(reachable(4, given), { answers: given, sent: undefined })
  }

  return { submit, chooseStandard, bookAgain }
}

/** Details of an earlier booking on this device; those of a customer who is signed in are in the account. */
function rememberedBy({ known }: FormView): FormView['remembered'] {
  const isThere = readDetails() !== undefined
  return known ? undefined : { isOffered: isThere, isWanted: isThere }
}

/** If the first steps were sent without the island, the server has their answers too. */
function forgetServersDraft(draftId: string) {
  if (!draftId) return
  const body = new URLSearchParams({ draft: draftId, go: 'forget' })
  fetch('/book' satisfies SitePath, { method: 'POST', body, keepalive: true }).catch(() => undefined)
}
