import { PartLink } from '#app/features/accounts/components/part-link.tsx'
import { StaffFrame } from '#app/features/accounts/components/staff-frame.tsx'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { viewerView } from '#app/features/accounts/site-session.server.ts'
import { Page } from '#app/features/shell/components/page.tsx'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/area'

export const handle: RouteHandle = { hydrate: true }
export const meta: Route.MetaFunction = () => [{ title: 'Staff area | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireRole(context.get(visitContext), request, 'staff')
  return viewerView(viewer)
}

/** What there is for staff. */
export default function Area({ loaderData: { name, email, role } }: Route.ComponentProps) {
  return (
    <Page>
      <StaffFrame title="Staff area" lead={`You are signed in as ${name === email ? email : `${name}, ${email}`}.`}>
        <ul className="mt-6 border-t-2 border-ink">
          <PartLink href="/staff" label="Board" says="Who waits, who is on the road, and what to do next" />
          {role === 'owner' && <PartLink href="/staff/people" label="People" says="Who works here, who is invited, and who may do what" />}
          <PartLink href="/account" label="My account" says="Your name, your password, your second step, your devices" />
          <PartLink href="/account/bookings" label="My bookings" says="What was booked with your own address" />
          <PartLink href="/blog" label="Blog" says="The posts as visitors read them" />
          <PartLink href="/claims" label="Claims" says="What the site says of us, and what stands behind it" />
        </ul>
        <p className="mt-6 text-muted">Bookings reach you by mail and, where one is set, by webhook.</p>
      </StaffFrame>
    </Page>
  )
}
