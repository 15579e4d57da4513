import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Moves the focus to the alert in it, once for each `answer` of a form that was refused: the button that was pressed may be far below.
 * `answer`: any value that is another one for each answer; undefined for none.
 */
export function AnswerInView({ answer, children }: { answer: object | undefined; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer) part.current?.querySelector<HTMLElement>('[role="alert"]')?.focus()
  }, [answer])
  return <div ref={part}>{children}</div>
}
