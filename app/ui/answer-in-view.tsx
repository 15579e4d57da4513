import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Moves the focus to the alert in it, once for each `answer` to a refused form: its button may be far below. `answer`: a new value for each
 * response; undefined for none.
 */
export function AnswerInView({ answer, children }: { answer: object | undefined; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer) part.current?.querySelector<HTMLElement>('[role="alert"]')?.focus()
  }, [answer])
  return <div ref={part}>{children}</div>
}
