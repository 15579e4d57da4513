import { ErrorSummary } from '#app/ui/error-summary.tsx'

interface FormProblemsProps {
  /** By the ids of the fields. */
  problems: Readonly<Record<string, string>>
  /** A refusal that isn't about a field. */
  alert?: string
}

/** The problems of a customer's form that was refused; nothing if there are none. */
export function FormProblems({ problems, alert }: FormProblemsProps) {
  const listed = alert ? [{ text: alert }] : Object.entries(problems).map(([field, text]) => ({ field, text }))
  return listed.length > 0 && <ErrorSummary problems={listed} />
}
