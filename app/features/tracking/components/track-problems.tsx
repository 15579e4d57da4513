import { useDetails } from '#app/platform/published-context.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { TrackView } from '../track-view.server.ts'

/** What went wrong on the page of a booking, first of all: about the whole, or about fields. */
export function TrackProblems({ view: { alert, problems } }: { view: TrackView }) {
  const { emergencyPhone } = useDetails()
  const listed = Object.entries(problems).map(([field, text]) => ({ field, text }))
  if (alert)
    return (
      <ErrorSummary title={alert.title} problems={[{ text: alert.message }]}>
        <p>
          In a hurry? Call{' '}
          <a href={emergencyPhone.href} className="font-bold whitespace-nowrap">
            {emergencyPhone.text}
          </a>
          .
        </p>
      </ErrorSummary>
    )
  return listed.length > 0 ? <ErrorSummary problems={listed} /> : null
}
