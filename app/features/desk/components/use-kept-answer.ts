import { useState } from 'react'
import { useLocation } from 'react-router'

interface KeptAnswer<Answer> {
  /** Includes the typed values of a refused form. */
  answer: Answer | undefined
  /** For the notice: the answer until it is dismissed. */
  shown: Answer | undefined
  dismiss: () => void
}

/**
 * Returns the server's response to the last form, kept until the next form or page: live updates read the page again, which makes React
 * Router drop it. Undefined if there is none.
 */
export function useKeptAnswer<Answer>(actionData: Answer | undefined): KeptAnswer<Answer> {
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, answer: actionData, isDismissed: false })
  // Reading the page again changes neither its location nor this answer.
  const isNews = (actionData !== undefined && actionData !== kept.answer) || kept.key !== key
  const current = isNews ? { key, answer: actionData, isDismissed: false } : kept
  if (current !== kept) setKept(current)
  const { answer, isDismissed } = current
  return { answer, shown: isDismissed ? undefined : answer, dismiss: () => setKept({ ...current, isDismissed: true }) }
}
