import { useEffect, useRef } from 'react'
import { ErrorSummary } from '#app/ui/error-summary.tsx'

interface AnswerProblemsProps {
  answer?: { text: string; problems?: Readonly<Record<string, string>> }
  /** Its heading if no field is to blame. */
  title: string
}

/** Why the last act was refused; takes the focus. */
export function AnswerProblems({ answer, title }: AnswerProblemsProps) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer) top.current?.querySelector<HTMLElement>('[role=alert]')?.focus()
  }, [answer])
  if (!answer) return null
  const refused = Object.entries(answer.problems ?? {}).map(([field, text]) => ({ field, text }))
  return (
    <div ref={top} className="mt-4">
      <ErrorSummary title={refused.length > 0 ? undefined : title} problems={refused.length > 0 ? refused : [{ text: answer.text }]} />
    </div>
  )
}
