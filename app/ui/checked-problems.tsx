import { useEffect, useRef } from 'react'
import { ErrorSummary } from './error-summary.tsx'

/** Lists the problems of a form that was checked in the browser, at its top; takes the focus. */
export function CheckedProblems({ problems }: { problems: Readonly<Record<string, string>> }) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Object.keys(problems).length > 0) top.current?.querySelector<HTMLElement>('[role=alert]')?.focus()
  }, [problems])
  return (
    <div ref={top} className="mt-4">
      <ErrorSummary problems={Object.entries(problems).map(([field, text]) => ({ field, text }))} />
    </div>
  )
}
