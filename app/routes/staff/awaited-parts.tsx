import { requireRole } from '#app/features/accounts/guards.server.ts'
import { readAwaitedParts } from '#app/features/aftercare/awaited-parts.server.ts'
import { PartRow } from '#app/features/aftercare/components/staff-parts.tsx'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/awaited-parts'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Parts on order')
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  return { parts: await readAwaitedParts(services) }
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
