import { cardOf } from '#app/features/board/board-view.ts'
import { BookingsPage } from '#app/features/board/components/bookings-page.tsx'
import { readBookingPage, searchBookings } from '#app/features/board/read-board.server.ts'
import { requireRole } from '#app/features/sessions/guards.server.ts'
import { StaffPage } from '#app/features/shell/components/staff-page.tsx'
import { privateHeaders } from '#app/platform/public-page.ts'
import { readForm } from '#app/platform/read-form.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/bookings'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta: Route.MetaFunction = () => [{ title: 'Bookings | Emergency Plumbers London' }, { name: 'robots', content: 'noindex' }]
export const headers = () => privateHeaders

/** All bookings, the newest first, a page at a time: `?before=` says after which. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  await requireRole(visit, request, 'staff')
  const before = new URL(request.url).searchParams.get('before') ?? undefined
  const { rows, next } = await readBookingPage(visit.services, before?.slice(0, 100))
  return { cards: rows.map((row) => cardOf(row, { now: visit.services.clock.now() })), next, isFirst: before === undefined }
}

/** The search. By post: what somebody looks for is a person's, and has no place in an address. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  await requireRole(visit, request, 'staff')
  const search = String((await readForm(request)).get('search') ?? '').slice(0, 200)
  return { search, found: (await searchBookings(visit.services, search)).map((row) => cardOf(row, { now: visit.services.clock.now() })) }
}

/** Every booking there is, and the way to one of them. */
export default function Bookings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <StaffPage width="full">
      <BookingsPage {...loaderData} {...actionData} />
    </StaffPage>
  )
}
