import { requireRole } from '#app/features/accounts/guards.server.ts'
import { readAwaitedParts } from '#app/features/aftercare/awaited-parts.server.ts'
import { PartRow } from '#app/features/aftercare/components/staff-parts.tsx'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/awaited-parts'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = () => [
  { title: 'Parts on order | Emergency Plumbers London' },
  { name: 'robots', content: 'noindex' },
]
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  await requireRole(visit, request, 'staff')
  return { parts: await readAwaitedParts(visit.services) }
}

/** Every part that a visit waits for: overdue ones first, then those that have arrived without a return visit. */
export default function AwaitedParts({ loaderData: { parts } }: Route.ComponentProps) {
  return (
    <StaffPage>
      <StaffFrame
        title="Parts on order"
        lead={parts.length === 0 ? 'No visit is waiting for a part.' : undefined}
        back={{ label: 'Inbox', href: '/staff/inbox' satisfies SitePath }}
      >
        <ul className="mt-5 border-t-2 border-ink">
          {parts.map((part) => (
            <PartRow key={part.id} part={part}>
              <a href={`/staff/bookings/${part.bookingId}#parts` satisfies SitePath} className="inline-block py-2.5">
                {part.reference}, <bdi>{part.customer}</bdi>
              </a>
            </PartRow>
          ))}
        </ul>
      </StaffFrame>
    </StaffPage>
  )
}
