import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * What the server answered to the last press: kept while live updates read the page again, which makes React Router drop it, until another
 * press or page is answered, or it is dismissed. Undefined when there is none.
 */
export function useKeptAnswer<Answer>(actionData: Answer | undefined): { answer: Answer | undefined; dismiss: () => void } {
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, last: actionData, answer: actionData })
  // Reading the page again changes neither its location nor what was answered there.
  const isNews = (actionData !== undefined && actionData !== kept.last) || kept.key !== key
  const current = isNews ? { key, last: actionData, answer: actionData } : kept
  if (current !== kept) setKept(current)
  return { answer: current.answer, dismiss: () => setKept({ ...current, answer: undefined }) }
}
