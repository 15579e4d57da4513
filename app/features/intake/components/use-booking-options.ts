import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Answers, optionFields } from '#app/features/booking/answers.ts'
import { learnSlots } from '#app/features/capacity/slots-store.ts'
import { learnOwnNext } from '#app/features/live/live-store.ts'
import { useLearnOverrides } from '#app/platform/published-context.ts'
import { learnServerTime } from '#app/platform/server-clock.ts'
import { createQuestion, whileSeen } from '#app/ui/question.ts'
import type { OwnerOverrides } from '#content/owner-overrides.ts'
import type { FormOptions, FormView } from '../form-view.ts'

const pauseMs = 300
const everyMs = 30_000

/**
 * Asks the server for free slots, nearby areas and the arrival time: `ask` immediately, `askSoon` after a pause in typing, and
 * automatically every 30 s while the page is visible and when the connection is back.
 */
export function useBookingOptions(
  answers: RefObject<Answers>,
  onOptions: (options: FormOptions) => void,
  { started, near }: Pick<FormView, 'near'> & { started: boolean },
) {
  const [question] = useState(createQuestion)
  const timer = useRef<number>(undefined)
  const learnOverrides = useLearnOverrides()

  async function ask(asked: Answers) {
    const query = new URLSearchParams(near && { near })
    for (const name of optionFields) if (asked[name]) query.set(name, asked[name])
    const { answer } = await question.ask<FormOptions & { changed: OwnerOverrides }>(`/functions/v1/booking-options?${query}`)
    // Without an answer neutral words are shown; the next change asks again.
    if (!answer) return
    const { changed, ...offered } = answer
    learnOverrides(changed)
    learnServerTime(offered.at)
    learnOwnNext(offered.next)
    learnSlots(offered.slotsLeft, { day: offered.today, at: offered.at, closed: offered.redlineClosed !== undefined })
    onOptions(offered)
  }

  function askSoon(inMs = pauseMs) {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void ask(answers.current), inMs)
  }

  useEffect(() => {
    if (started) return whileSeen(() => void ask(answers.current), everyMs)
  }, [started])

  return { ask, askSoon }
}

/** Asks for the addresses at the postcode once the address is asked for, where they can be looked up. */
export function useAddresses(
  { step, findsAddresses, addresses, options }: FormView,
  started: boolean,
  onAddresses: (found: FormView['addresses']) => void,
): void {
  const [question] = useState(createQuestion)
  const postcode = options?.place?.postcodeRead ? options.place.postcode : ''
  const isWanted = started && findsAddresses && step === 3 && postcode.includes(' ') && addresses?.postcode !== postcode
  useEffect(() => {
    if (isWanted) void ask()
  }, [isWanted, postcode])

  async function ask() {
    const { answer } = await question.ask<{ addresses: string[] }>(`/functions/v1/addresses?${new URLSearchParams({ postcode })}`)
    if (answer) onAddresses({ postcode, all: answer.addresses })
  }
}
