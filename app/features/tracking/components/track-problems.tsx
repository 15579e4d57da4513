import { useDetails } from '#app/platform/published-context.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { TrackView } from '../track-view.server.ts'

/** Errors of a booking's page, shown first: in general, or by field. */
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
