import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CalculatorAnswers, type CalculatorView, calculatorFields, firstAnswers, queryOf, sumAnchor } from '../calculator.ts'

const pauseMs = 300
const limitMs = 10_000
const everyMs = 60_000

/** What the calculator shows. */
export interface Quoted {
  /** The server's last answer. */
  view: CalculatorView
  /** What was wrong when the sum was asked for by the button, less what has been put right since: nobody is told off while typing. */
  problems: CalculatorView['problems']
  /** The answers have changed since. */
  isWaiting: boolean
  isDown: boolean
  /** A wish to be led to the problems, or to the sum and what is said of it; a new object each time. */
  lead?: { to: 'problems' | 'sum' }
}

/** Who asks: the button, a change of the answers, or time that goes by. */
type Asker = 'button' | 'change' | 'clock'

/**
 * Asks the server for the sum of what the form says: at once by the button, after a pause in typing, and while the page is seen every
 * minute where the sum depends on now, and when the line is back.
 */
export function useQuote(form: RefObject<HTMLFormElement | null>, first: CalculatorView) {
  const [quoted, setQuoted] = useState<Quoted>({ view: first, problems: first.problems, isWaiting: false, isDown: false })
  const latest = useRef(quoted)
  latest.current = quoted
  const asking = useRef<AbortController>(undefined)
  const timer = useRef<number>(undefined)

  const change = (changes: (before: Quoted) => Partial<Quoted>) => setQuoted((before) => ({ ...before, ...changes(before) }))

  /** Of several questions only the last one's answer is wanted, whichever comes first. */
  function forgetEarlier() {
    clearTimeout(timer.current)
    timer.current = undefined
    asking.current?.abort()
    asking.current = undefined
  }

  async function ask(asker: Asker) {
    if (!form.current) return
    forgetEarlier()
    const query = queryOf(answersOf(form.current))
    // A reload shows the same.
    if (asker !== 'clock') history.replaceState(history.state, '', `/pricing${query && `?${query}`}#${sumAnchor}`)
    const own = new AbortController()
    asking.current = own
    const tooLong = setTimeout(() => own.abort(), limitMs)
    try {
      const answer = await fetch(`/functions/v1/quote?${query}`, { signal: own.signal })
      if (!answer.ok) throw new Error(`Status ${answer.status}`)
      const view = (await answer.json()) as CalculatorView
      change(({ problems, lead }) => ({
        view,
        problems: asker === 'button' ? view.problems : stillWrong(problems, view.problems),
        isWaiting: false,
        isDown: false,
        lead: asker === 'button' ? { to: view.quote ? 'sum' : 'problems' } : lead,
      }))
    } catch {
      if (asking.current === own)
        change(({ lead }) => ({ isWaiting: false, isDown: true, lead: asker === 'button' ? { to: 'sum' } : lead }))
    } finally {
      clearTimeout(tooLong)
      if (asking.current === own) asking.current = undefined
    }
  }

  function askSoon() {
    forgetEarlier()
    change(() => ({ isWaiting: true }))
    timer.current = window.setTimeout(() => void ask('change'), pauseMs)
  }

  useEffect(() => {
    // What was typed before this script was there, or what the browser has kept over a reload.
    if (form.current && queryOf(answersOf(form.current)) !== queryOf(first.answers)) askSoon()
    const refresh = () => {
      const isAsking = asking.current !== undefined || timer.current !== undefined
      if (isAsking || document.visibilityState === 'hidden' || !form.current) return
      if (latest.current.isDown || answersOf(form.current).when === 'now') void ask('clock')
    }
    const often = setInterval(refresh, everyMs)
    addEventListener('online', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(often)
      removeEventListener('online', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
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
