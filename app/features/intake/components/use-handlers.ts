import { useRef } from 'react'
import {
  type Answers,
  answerProblems,
  dateProblem,
  type FieldName,
  isTypedField,
  levelOf,
  readAnswer,
  type Step,
  stepOf,
} from '#app/features/booking/answers.ts'
import { startIsland } from '#app/ui/toast.ts'
import type { FormView } from '../form-view.ts'
import { changedBy, stepAfter } from '../step-moves.ts'
import { fill } from './form-dom.ts'
import { forgetDetails, readDetails } from './remembered-details.ts'
import type { FormParts } from './use-booking-form.ts'
import { emptyFieldAfter, errorSummary, firstEmptyField } from './use-step-focus.ts'

/** The fields whose answers change the server's offer. */
const liveFields = new Set(['serviceLevel', 'service', 'postcode', 'borough', 'preferredDate', 'timeSlot'])
const checkPauseMs = 250

/** Handles clicks and input. */
export function useHandlers(
  { form, latest, change, kept: { tab, keep, keepAnswers }, steps: { show, goTo }, token, options, events }: FormParts,
  { submit, chooseStandard }: { submit(): Promise<void>; chooseStandard(): void },
) {
  const checking = useRef<number>(undefined)

  function goNext() {
    const { step, changing } = latest.current
    const given = keepAnswers()
    const problems = { ...answerProblems(step, given), ...(step === 3 && dateProblems(latest.current, given)) }
    if (Object.keys(problems).length > 0) return show(step, { answers: given, problems }, errorSummary)
    void options.ask(given)
    goTo(stepAfter(step, changing, firstOpen(given)), { answers: given }, firstEmptyField)
  }

  /** The first touch fetches the parts needed for sending while there is a connection: the token, and the code for being offline. */
  function touched() {
    events.touched(tab.current?.answers)
    void token.prepare()
    startIsland('toaster')
  }

  function onSubmit(event: { preventDefault(): void; submitter: HTMLElement | null }) {
    event.preventDefault()
    touched()
    clearTimeout(checking.current)
    const go = (event.submitter as HTMLButtonElement | null)?.value
    const field = changedBy(go)
    if (field)
      goTo(
        stepOf(field),
        { answers: keepAnswers(), changing: { field, back: latest.current.step } },
        `form [name=${field}]:not([type=hidden])`,
      )
    else if (go === 'previous') goTo(Math.max(1, latest.current.step - 1) as Step, { answers: keepAnswers() })
    else if (go === 'standard') chooseStandard()
    else if (go === 'details') takeDetails()
    else if (go === 'submit') void submit()
    else if (go === 'show') options.askSoon(0)
    else goNext()
  }

  /** Remembered details, where nothing else has been typed. */
  function takeDetails() {
    const given = { ...keepAnswers() }
    for (const [field, detail] of Object.entries(readDetails() ?? {})) given[field as FieldName] ||= detail
    keep(given)
    change({ answers: given })
    if (form.current) fill(form.current, given)
    options.askSoon(0)
  }

  function onInput(event: { target: EventTarget | null }) {
    const { name, type, checked } = event.target as HTMLInputElement
    touched()
    if (name === 'remember') {
      change({ remembered: { isOffered: checked && readDetails() !== undefined, isWanted: checked } })
      if (!checked) forgetDetails()
      return
    }
    const given = keepAnswers()
    if (name === 'serviceLevel') events.levelChosen(levelOf(given))
    const problems = { ...latest.current.problems }
    if (problems[name as FieldName] && !problemWith(name, given)) delete problems[name as FieldName]
    change({ answers: given, problems })
    if (liveFields.has(name)) options.askSoon(type === 'text' ? undefined : 0)
  }

  /** A field is checked shortly after it is left: never between press and release of Next. */
  function onBlur(event: { target: EventTarget | null }) {
    const { name, value } = event.target as HTMLInputElement
    // Buttons are not checked: after Submit, the check would store the answers that were just sent.
    if (!value || !isTypedField(name)) return
    clearTimeout(checking.current)
    checking.current = window.setTimeout(() => {
      const problem = problemWith(name, keepAnswers())
      if (problem) change({ problems: { ...latest.current.problems, [name]: problem } })
    }, checkPauseMs)
  }

  /** The keyboard's 'next', which would submit on some phones, goes to the next field that is still empty. */
  function onKeyDown(event: { target: EventTarget | null; key: string; nativeEvent: KeyboardEvent; preventDefault(): void }) {
    const field = event.target as HTMLInputElement
    if (event.key !== 'Enter' || field.enterKeyHint !== 'next' || event.nativeEvent.isComposing) return
    const next = emptyFieldAfter(field)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return { onSubmit, onInput, onBlur, onKeyDown }
}

/** Returns the first incomplete step. */
const firstOpen = (answers: Answers): Step =>
  ([1, 2, 3] as const).find((step) => Object.keys(answerProblems(step, answers)).length > 0) ?? 4

export const reachable = (step: Step, answers: Answers) => Math.min(step, firstOpen(answers)) as Step

function problemWith(name: string, answers: Answers): string | undefined {
  if (!isTypedField(name)) return undefined
  const read = readAnswer(name, answers[name] ?? '')
  return 'problem' in read ? read.problem : undefined
}

/** A problem with the date that depends on the calendar; Red Line has no date. */
function dateProblems({ options }: FormView, answers: Answers) {
  const problem = options && answers.preferredDate && levelOf(answers) === 'standard' && dateProblem(answers.preferredDate, options.today)
  return problem ? { preferredDate: problem } : {}
}
