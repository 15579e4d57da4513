import { type RefObject, useEffect, useRef } from 'react'
import { type Answers, levelOf } from '#app/features/booking/answers.ts'
import { type FormType, track } from '#app/platform/track.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { FormView } from '../form-view.ts'
import { useSlotsLeft } from './use-slots-left.ts'

/** Analytics events of a form: started, abandoned, and choices about Red Line. Never an answer. */
export function useBookingEvents(
  form: RefObject<HTMLFormElement | null>,
  latest: RefObject<FormView & { started: boolean; sending: boolean }>,
  place: FormType,
) {
  const isOpen = useRef(false)
  const hasAbandoned = useRef(false)
  const hasSeenSoldOut = useRef(false)
  const { started, step, options } = latest.current
  const { left: slotsLeft } = useSlotsLeft(options)
  const latestLeft = useRef(slotsLeft)
  latestLeft.current = slotsLeft
  const isSoldOut = started && step === 1 && slotsLeft === 0

  const formType = (): FormType => (location.pathname === ('/book' satisfies SitePath) ? 'book' : place)
  const redline = (interaction: 'select' | 'sold_out' | 'submit') =>
    track('redline', { interaction, slotsRemaining: latestLeft.current ?? null })

  /** Once per form: leaving the page and closing the dialog count as one. */
  function left() {
    // A form that is being sent is finished.
    if (!isOpen.current || hasAbandoned.current || latest.current.sending) return
    hasAbandoned.current = true
    track('booking_abandoned', { formType: formType(), step: latest.current.step })
  }

  useEffect(() => {
    const dialog = form.current?.closest('dialog')
    addEventListener('pagehide', left)
    dialog?.addEventListener('close', left)
    return () => {
      removeEventListener('pagehide', left)
      dialog?.removeEventListener('close', left)
    }
  }, [])

  useEffect(() => {
    if (isSoldOut && !hasSeenSoldOut.current) redline('sold_out')
    hasSeenSoldOut.current ||= isSoldOut
  }, [isSoldOut])

  return {
    formType,
    /** The form is being filled in. A form begun on an earlier page is the same one. */
    touched(answersBefore: Answers = {}) {
      if (isOpen.current) return
      isOpen.current = true
      if (!Object.values(answersBefore).some(Boolean)) track('booking_started', { formType: formType() })
    },
    levelChosen(level: 'standard' | 'redline') {
      if (level === 'redline') redline('select')
    },
    submitted() {
      if (levelOf(latest.current.answers) === 'redline') redline('submit')
    },
    /** Sent, or kept to be sent: the next answer begins another booking. */
    ended() {
      isOpen.current = false
      hasAbandoned.current = false
    },
  }
}
