import { type RefObject, useEffect, useRef, useState } from 'react'
import { createQuestion, whileSeen } from '#app/ui/question.ts'
import {
  type CalculatorAnswers,
  type CalculatorView,
  calculatorFields,
  firstAnswers,
  queryOf,
  sumAnchor,
} from '../calculation/calculator.ts'

const pauseMs = 300
const everyMs = 60_000

/** The state that the calculator shows. */
export interface Quoted {
  /** The server's last answer. */
  view: CalculatorView
  /** Problems found when the button was used, without those corrected since: no errors appear while typing. */
  problems: CalculatorView['problems']
  /** The answers have changed since the last result. */
  isWaiting: boolean
  isDown: boolean
  /** Target of the focus: the problems, or the result; a new object each time. */
  lead?: { to: 'problems' | 'sum' }
}

/** The reason for a request: the button, a change of the answers, or the passing of time. */
type Asker = 'button' | 'change' | 'clock'

/**
 * Requests the result of the form: immediately by the button, after a pause in typing, every minute while the page is visible if it depends
 * on the time, and when the connection is back.
 */
export function useQuote(form: RefObject<HTMLFormElement | null>, first: CalculatorView) {
  const [quoted, setQuoted] = useState<Quoted>({ view: first, problems: first.problems, isWaiting: false, isDown: false })
  const latest = useRef(quoted)
  latest.current = quoted
  const [question] = useState(createQuestion)
  const timer = useRef<number>(undefined)

  const change = (changes: (before: Quoted) => Partial<Quoted>) => setQuoted((before) => ({ ...before, ...changes(before) }))

  function forgetEarlier() {
    clearTimeout(timer.current)
    timer.current = undefined
    question.forget()
  }

  async function ask(asker: Asker) {
    if (!form.current) return
    forgetEarlier()
    const query = queryOf(answersOf(form.current))
    // A reload shows the same.
    if (asker !== 'clock') history.replaceState(history.state, '', `/pricing${query && `?${query}`}#${sumAnchor}`)
    const { answer: view, isLast } = await question.ask<CalculatorView>(`/functions/v1/quote?${query}`)
    if (!isLast) return
    if (!view) return change(({ lead }) => ({ isWaiting: false, isDown: true, lead: asker === 'button' ? { to: 'sum' } : lead }))
    change(({ problems, lead }) => ({
      view,
      problems: asker === 'button' ? view.problems : stillWrong(problems, view.problems),
      isWaiting: false,
      isDown: false,
      lead: asker === 'button' ? { to: view.quote ? 'sum' : 'problems' } : lead,
    }))
  }

  function askSoon() {
    forgetEarlier()
    change(() => ({ isWaiting: true }))
    timer.current = window.setTimeout(() => void ask('change'), pauseMs)
  }

  useEffect(() => {
    // Values typed before this script loaded, or restored by the browser after a reload.
    if (form.current && queryOf(answersOf(form.current)) !== queryOf(first.answers)) askSoon()
    return whileSeen(() => {
      if (question.isOpen() || timer.current !== undefined || !form.current) return
      if (latest.current.isDown || answersOf(form.current).when === 'now') void ask('clock')
    }, everyMs)
  }, [])

  const { lead } = quoted
  useEffect(() => {
    if (!lead) return
    const root = form.current?.parentElement?.parentElement
    const target = root?.querySelector<HTMLElement>(lead.to === 'sum' ? '#price-sum' : '[role=alert]')
    if (!target) return
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
    const shown = target.closest('section')?.parentElement
    ;(lead.to === 'sum' && shown ? shown : target).scrollIntoView({ block: 'nearest' })
  }, [lead])

  return { quoted, submit: () => void ask('button'), askSoon }
}

function answersOf(form: HTMLFormElement): CalculatorAnswers {
  const data = new FormData(form)
  const answers = { ...firstAnswers }
  for (const field of calculatorFields) answers[field] = String(data.get(field) ?? firstAnswers[field])
  return answers
}

function stillWrong(shown: CalculatorView['problems'], now: CalculatorView['problems']): CalculatorView['problems'] {
  return Object.fromEntries(calculatorFields.flatMap((field) => (shown[field] && now[field] ? [[field, now[field]]] : [])))
}
