import { type RefObject, useEffect, useRef } from 'react'
import { learnSlots } from '#app/features/redline/slots-store.ts'
import { learnServerTime } from '#app/platform/server-clock.ts'
import { type Changed, setChanged } from '#content/changed.ts'
import { type Answers, optionFields } from '../answers.ts'
import type { FormOptions } from '../form-view.ts'

const pauseMs = 300
const limitMs = 10_000
const everyMs = 30_000

/**
 * Asks the server what is free, what is near and when somebody comes: `ask` at once, `askSoon` after a pause in typing, and by
 * itself every 30 s while the page is seen and when the line is back.
 */
export function useBookingOptions(answers: RefObject<Answers>, onOptions: (options: FormOptions) => void, started: boolean) {
  const asking = useRef<AbortController>(undefined)
  const timer = useRef<number>(undefined)

  async function ask(asked: Answers) {
    const query = new URLSearchParams()
    for (const name of optionFields) if (asked[name]) query.set(name, asked[name])
    // Of two questions only the last one's answer is wanted, whichever comes first.
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    const tooLong = setTimeout(() => own.abort(), limitMs)
    try {
      const answer = await fetch(`/functions/v1/booking-options?${query}`, { signal: own.signal })
      if (!answer.ok) return
      const { changed, ...offered } = (await answer.json()) as FormOptions & { changed: Changed }
      setChanged(changed)
      learnServerTime(offered.at)
      learnSlots(offered.slotsLeft, { day: offered.today, at: offered.at })
      onOptions(offered)
    } catch {
      // Neutral words stand where the options would; the next change asks again.
    } finally {
      clearTimeout(tooLong)
    }
  }

  function askSoon(inMs = pauseMs) {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void ask(answers.current), inMs)
  }

  useEffect(() => {
    if (!started) return
    const refresh = () => document.visibilityState === 'visible' && void ask(answers.current)
    const often = setInterval(refresh, everyMs)
    addEventListener('online', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(often)
      removeEventListener('online', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [started])

  return { ask, askSoon }
}
