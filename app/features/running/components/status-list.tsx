import type { SitePath } from '#app/values/site-path.ts'
import type { Detail, Recommendation, SecurityCheck } from '../security-report.ts'

const looks = {
  secure: { word: 'Secure', className: 'border-ok bg-ok-wash' },
  warning: { word: 'Warning', className: 'border-ink bg-lamp' },
  critical: { word: 'Critical', className: 'border-alarm bg-alarm-wash text-alarm-text' },
  unknown: { word: 'Not known', className: 'border-dashed border-ink' },
  met: { word: 'Done here', className: 'border-ok bg-ok-wash' },
  open: { word: 'To do', className: 'border-ink bg-lamp' },
  yours: { word: 'Up to you', className: 'border-ink bg-chalk' },
} as const

/** A state, by word, fill and edge. */
function Mark({ of }: { of: keyof typeof looks }) {
  const { word, className } = looks[of]
  return <span className={`inline-block min-w-25 border-2 px-2 py-0.5 text-center text-sm font-bold ${className}`}>{word}</span>
}

/** The five checks, a row each. */
export function StatusList({ checks }: { checks: readonly SecurityCheck[] }) {
  return (
    <ul className="mt-4 border-t-2 border-ink">
      {checks.map(({ id, name, status, description, value }) => (
        <li
          key={id}
          data-check={id}
          className="grid grid-cols-[100px_1fr] items-start gap-x-4 gap-y-2 border-b border-line py-4 md:gap-x-6"
        >
          <p>
            <Mark of={status} />
          </p>
          <h3 className="pt-1 text-xl">{name}</h3>
          <div className="col-span-2 md:col-start-2">
            <p className="font-bold">{value}</p>
            <p className="mt-1 max-w-[40em] text-sm text-muted">{description}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Links to more details for staff. */
const more: Readonly<Record<string, { href: string; label: string }>> = {
  deliveries: { href: '/staff/deliveries' satisfies SitePath, label: 'Deliveries' },
  violations: { href: '/staff/monitoring' satisfies SitePath, label: 'See what was blocked' },
  uptime: { href: '/staff/uptime' satisfies SitePath, label: 'See uptime' },
}

/** Details that only staff see. */
export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="mt-4 border-t-2 border-ink">
      {details.map(({ id, label, status, text }) => (
        <div
          key={id}
          data-detail={id}
          className="grid grid-cols-[100px_1fr] items-center gap-x-4 gap-y-1 border-b border-line py-3 md:grid-cols-[100px_10em_1fr] md:gap-x-6"
        >
          <dt className="col-start-2 font-bold">{label}</dt>
          <dd className="col-start-1 row-start-1">
            <Mark of={status} />
          </dd>
          <dd className="col-span-2 min-w-0 [overflow-wrap:anywhere] md:col-span-1">
            {text}
            {more[id] && (
              <>
                {' '}
                <a href={more[id].href} className="inline-flex min-h-11 items-center font-bold">
                  {more[id].label}
                </a>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The list of recommendations, by importance. */
export function RecommendationList({ recommendations }: { recommendations: readonly Recommendation[] }) {
  return (
    <ol className="mt-4 border-t-2 border-ink">
      {recommendations.map(({ id, text, state }) => (
        <li key={id} className="grid grid-cols-[100px_1fr] items-start gap-x-4 border-b border-line py-3 md:gap-x-6">
          <p>
            <Mark of={state} />
          </p>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
