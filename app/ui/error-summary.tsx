import { type ReactNode, useEffect, useRef } from 'react'

interface SummaryProblem {
  /** Id of the field; without one, the problem is about the whole form. */
  field?: string
  text: string
}

/** Lists a form's problems at the top of the page, each a link to its field. */
export function ErrorSummary({
  title = 'There is a problem',
  problems,
  children,
}: {
  title?: string
  problems: SummaryProblem[]
  children?: ReactNode
}) {
  return (
    <div role="alert" tabIndex={-1} className="mb-6 rounded-key border-4 border-alarm bg-chalk px-4 py-3">
      <h2 className="text-xl">{title}</h2>
      <ul className="mt-1">
        {problems.map(({ field, text }) => (
          <li key={`${field}${text}`}>
            {field ? (
              <a href={`#${field}`} className="inline-block py-2.5 font-bold text-alarm-text">
                {text}
              </a>
            ) : (
              <p className="py-2.5 font-bold text-alarm-text">{text}</p>
            )}
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

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
