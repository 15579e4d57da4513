import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Answers, levelOf, type Step, withoutToday } from '#app/features/booking/answers.ts'
import { forgetUnpaid, type KeptUnpaid, readUnpaid } from '#app/features/payments/kept-unpaid.ts'
import type { FormType } from '#app/platform/track.ts'
import type { Acknowledgement } from '../booking-form/kept-booking.ts'
import type { FormView } from '../form-view.ts'
import { forgetDraft, loadDraft, newDraft, saveDraft, type TabDraft } from './draft-store.ts'
import { collect, fill, typedEarly } from './form-dom.ts'
import { useBookingEvents } from './use-booking-events.ts'
import { useAddresses, useBookingOptions } from './use-booking-options.ts'
import { reachable, useHandlers } from './use-handlers.ts'
import { rememberedBy, useSending } from './use-sending.ts'
import { type FocusWish, stepHeading, useStepFocus } from './use-step-focus.ts'

/** The form's outcome, in place of the form: the booking, or the key of one that is still being sent. */
export type Sent = { booked: Booked } | { key: string }

/** A booking as its panel shows it. */
export type Booked = Pick<Acknowledgement, 'reference' | 'trackingUrl' | 'advice'> & { payment?: KeptUnpaid['payment'] }

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

  const { submit, chooseStandard, bookAnother } = useSending(first, parts)
  return { form, state, bookAnother, handlers: useHandlers(parts, { submit, chooseStandard }) }
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
function useTakingOver(first: FormView, { form, latest, change, kept: { tab, keep }, steps: { goTo }, options, events }: FormParts) {
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
    void backToUnpaid()
  }, [])

  /**
   * A booking of this tab that waits for its payment takes the place of the form, unless another one has been begun; from the page of one
   * that wasn't paid in time, the form has its answers again.
   */
  async function backToUnpaid() {
    const unpaid = await readUnpaid()
    if (!unpaid) return
    if (new URLSearchParams(location.search).has('again')) {
      void forgetUnpaid()
      return fillAgain({ ...unpaid.answers, serviceLevel: levelOf(first.answers) })
    }
    const state = await feeStateOf(unpaid)
    if (state === 'expired') return
    if (state !== undefined && state !== 'due') return forgetUnpaid()
    if (!latest.current.sending && !latest.current.sent) change({ sent: { booked: unpaid } })
  }

  /** The same answers once more, as another booking, to check before sending. */
  function fillAgain(given: Answers) {
    tab.current = newDraft()
    keep(given)
    void options.ask(given)
    goTo(reachable(4, given), { answers: given })
  }
}

/** The state of a booking's fee; undefined if the server can't be reached. */
async function feeStateOf({ trackingUrl }: KeptUnpaid): Promise<unknown> {
  try {
    const answer = await fetch(`${new URL(trackingUrl).pathname}/fee`)
    return answer.ok ? (await answer.json()).state : undefined
  } catch {
    return undefined
  }
}

/** The security token of a booking: fetched when the form is first touched, since readers need none. */
function useSecurityToken() {
  const token = useRef<{ value?: string }>(undefined)

  async function prepare() {
    if (token.current) return
    const own: { value?: string } = {}
    token.current = own
    try {
      const answer = await fetch('/functions/v1/csrf-token', { signal: AbortSignal.timeout(10_000) })
      own.value = (await answer.json()).csrfToken
    } catch {
      // Without a token the server judges the browser's Origin; the next touch asks again.
      if (token.current === own) token.current = undefined
    }
  }

  return {
    prepare,
    /** The token, if it has arrived. */
    value: () => token.current?.value,
    /** A new one is fetched after each send. */
    forget() {
      token.current = undefined
    },
  }
}
